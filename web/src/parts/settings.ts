// What a reader chose, kept where the browser allows it.

const root = document.documentElement;

function read(name: string): string | null {
  try {
    return localStorage.getItem(`ludometer.${name}`);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ludometer.${name}`, value);
  } catch {
    // A browser that keeps nothing for files: the choice lasts as long as the page.
  }
}

export type Theme = "auto" | "light" | "dark";

/** Takes up what was chosen before. */
export function restore(): void {
  const theme = read("theme");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  root.classList.toggle("nerdy", read("nerd") === "on");
}

export function theme(): Theme {
  const chosen = root.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

export function setTheme(theme: Theme): void {
  if (theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  keep("theme", theme);
}

/** Whether each number shows how it was obtained. */
export const nerd = (): boolean => root.classList.contains("nerdy");

export function setNerd(on: boolean): void {
  root.classList.toggle("nerdy", on);
  keep("nerd", on ? "on" : "off");
}
