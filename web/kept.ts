/** What this browser keeps under a name; undefined where it keeps nothing. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text for the next time that the page is opened. A browser that keeps nothing forgets it. */
export function keepText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // What it says holds as long as the page.
  }
}
