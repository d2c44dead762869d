// Elements made by hand. Text only ever becomes text nodes: nothing that a model wrote can
// become markup.

export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Attributes = { [name: string]: string | number | boolean | null | undefined | ((event: never) => void) };

/** An HTML element. `on…` are listeners; `false`, `null` and `undefined` leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (typeof child === "object" && !(child instanceof Node)) append(element, child);
    else element.append(child instanceof Node ? child : steady(String(child)));
  }
}

/** Characters that turn the direction of writing or steer otherwise, as their code points. */
export const steady = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** Puts children in the place of those that are there. */
export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** Words for those who listen to the page instead of looking at it. */
export function unseen(text: string): HTMLElement {
  return h("span", { class: "unseen" }, text);
}

let fields = 0;

/** A control under its name. A label around a list would be named by its choices, too. */
export function field(name: string, control: HTMLElement): HTMLElement {
  // The page may have several controls of a name.
  fields += 1;
  control.id = `field-${fields}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, name), control);
}

/** A long name that may be broken behind its dots and colons. */
export function breakable(name: string): Child {
  return name.split(/(?<=[.:/])/).map((part, at) => [at > 0 ? document.createElement("wbr") : null, part]);
}

/** A stranger's text, kept apart from the lines around it. */
export function foreign(text: string, attributes: Attributes = {}): HTMLElement {
  return h("pre", { class: "foreign", dir: "auto", tabindex: 0, ...attributes }, text);
}
