// What every page is made of.

import { breakable, h, type Child } from "../parts/dom";

/** A page: a title for the window, and what stands on it. */
export type Page = {
  title: string;
  content: Child;
  /** Told when the reader goes on. */
  left?: () => void;
};

/** The head of a page. */
export const head = (eyebrow: Child, title: string, ...more: Child[]): HTMLElement =>
  h("header", { class: "page-head" }, h("p", { class: "eyebrow" }, eyebrow), h("h1", { tabindex: -1 }, breakable(title)), ...more);
