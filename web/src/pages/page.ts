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

/** Says of a run that a person plays in it; nothing of any other. */
export const sitting = (people: readonly string[]): Child =>
  people.length === 0 ? null : h("p", { class: "person" }, h("strong", {}, people.join(", ")), people.length === 1 ? " is a person." : " are people.", " What is played here counts for no model.");
