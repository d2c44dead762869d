import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const fonts = "node_modules/@fontsource-variable";

// Files that are taken as they are. They lie beside the bundle, so that the policy of the
// pages needs no exception for them.
const beside = () => {
  let out = "dist";
  return {
    name: "beside",
    configResolved(config) {
      out = config.build.outDir;
    },
    closeBundle() {
      copyFileSync(`${fonts}/source-serif-4/files/source-serif-4-latin-wght-normal.woff2`, join(out, "serif.woff2"));
      copyFileSync(`${fonts}/source-sans-3/files/source-sans-3-latin-wght-normal.woff2`, join(out, "sans.woff2"));
      copyFileSync("src/mark.svg", join(out, "mark.svg"));
    },
  };
};

// One classic script, since a page of file:// may load no modules; names without hashes,
// since the program serves them from memory and the bundle is checked in.
export default defineConfig({
  plugins: [beside()],
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: "src/main.ts",
      external: [/\.woff2$/],
      output: {
        format: "iife",
        entryFileNames: "app.js",
        assetFileNames: "app.[ext]",
      },
    },
  },
});
