// Addresses. All of them stand behind the #, so that a site of files has them, too.

/** Where the reader is. */
export type Place = {
  /** What stands between slashes. */
  path: string[];
  /** What stands behind the question mark. */
  query: Map<string, string>;
};

/** Reads an address. */
export function place(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    path: path.split("/").filter((part) => part !== "").map(decoded),
    query: new Map(
      query
        .split("&")
        .filter((pair) => pair.includes("="))
        .map((pair) => pair.split("=", 2).map(decoded) as [string, string]),
    ),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address of this site. */
export function link(path: readonly (string | number)[], query: { [name: string]: string } = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `#/${path.map(encodeURIComponent).join("/")}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** Changes the address without leaving the page or adding to the history. */
export function settle(address: string): void {
  try {
    history.replaceState(null, "", address);
  } catch {
    // A browser that allows no such thing for files: the address stays as it was.
  }
}
