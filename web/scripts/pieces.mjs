// Draws the pieces of all boards: src/style/pieces.css. The shapes are this project's own.
import { writeFileSync } from "node:fs";

const base = "M10.5 35.2h24l1.6 4.8H8.9z";
const knight =
  "M14.4 33.2c0-7.6 5.6-8.9 6.8-13.4-1.9 1.7-4.2 2.3-6.6 4.6l-3.4-2.7c1.4-4.3 3-7.6 6.2-10.2l.2-4.3 3.6 2.6c7.3.2 11.6 6.2 11.6 14.4 0 3.4-.5 6.2-.9 9z";
const eye = "M19.2 14.6h.1";

// Outline first, then lines within it.
const shapes = {
  p: ["M22.5 9.2a5.6 5.6 0 0 1 3.5 9.9c.5 4.9 4.6 7.3 5.6 14.1H13.4c1-6.8 5.1-9.2 5.6-14.1a5.6 5.6 0 0 1 3.5-9.9z", ""],
  r: ["M12 8.4h4.8v3.4h3.4V8.4h4.6v3.4h3.4V8.4H33v8.4l-3.4 3v8.9l2.6 4.5H12.8l2.6-4.5v-8.9l-3.4-3z", "M15.4 19.8h14.2"],
  n: [knight, eye],
  b: ["M22.5 5.4a2.5 2.5 0 0 1 1.7 4.3c4.6 2.8 7.4 7 7.4 10.9 0 3.6-2.1 6-4 7.4l1.6 5.2H15.8l1.6-5.2c-1.9-1.4-4-3.8-4-7.4 0-3.9 2.8-8.1 7.4-10.9a2.5 2.5 0 0 1 1.7-4.3z", "M22.5 15.4v7M19.3 18.6h6.4"],
  q: ["M8.2 12.4a2.2 2.2 0 1 1 2.9.7l4 7.3 1.9-10.3a2.3 2.3 0 1 1 2.6.3l2.9 8.8 2.9-8.8a2.3 2.3 0 1 1 2.6-.3l1.9 10.3 4-7.3a2.2 2.2 0 1 1 2.9-.7l-4.4 20.8H12.6z", "M13.2 28.6h18.6"],
  k: ["M21.2 3.6h2.6v2.6h2.7v2.5h-2.7v4c3.9-2.8 11.1-1.4 11.1 4.9 0 5-4.3 8-4.9 15.6H15c-.6-7.6-4.9-10.6-4.9-15.6 0-6.3 7.2-7.7 11.1-4.9v-4h-2.7V6.2h2.7z", "M22.5 15.4v13"],
  a: [knight, `${eye}M24.6 20.4v8M21 24.2h7.2`],
  c: [
    "M13.2 33.2v-7.4h3.4v2.4h1.2c.6-3.4 2.7-5 3.4-8.4-1.9 1.7-4.2 2.3-6.6 4.6l-3.4-2.7c1.4-4.3 3-7.6 6.2-10.2l.2-4.3 3.6 2.6c7.3.2 11.6 6.2 11.6 14.4l-.1 4h.9v-2.4h3v7.4z",
    `${eye}M16.6 28.6h16`,
  ],
};

const colours = { white: ["#fffdf7", "#2a2620"], black: ["#35312a", "#f6f1e4"] };

const escaped = (svg) => svg.replaceAll("#", "%23").replaceAll('"', "'").replaceAll("<", "%3C").replaceAll(">", "%3E");

let css = "/* Drawn by scripts/pieces.mjs; not to be edited. */\n";
for (const [colour, [fill, line]] of Object.entries(colours)) {
  for (const [letter, [outline, inner]] of Object.entries(shapes)) {
    const edge = colour === "white" ? line : "#1b1813";
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g stroke-linejoin="round" stroke-linecap="round" stroke-width="1.6">` +
      `<path d="${outline}${base}" fill="${fill}" stroke="${edge}"/>` +
      (inner ? `<path d="${inner}" fill="none" stroke="${line}" stroke-width="${inner.startsWith(eye) ? 2.2 : 1.5}"/>` : "") +
      `</g></svg>`;
    css += `.cg-wrap piece.${letter}-piece.${colour}{background-image:url("data:image/svg+xml,${escaped(svg)}")}\n`;
  }
}
writeFileSync(new URL("../src/style/pieces.css", import.meta.url), css);
