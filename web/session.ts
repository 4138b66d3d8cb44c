const key = 'footnote-session';

/**
 * The name under which this browser keeps its conversations: made once, and too long to be guessed, so that they are
 * listed for this browser alone. Where the browser keeps nothing it lasts as long as the page.
 */
export const sessionId = keptName() ?? newName();

function keptName(): string | undefined {
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null) return kept;
    const made = newName();
    localStorage.setItem(key, made);
    return made;
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is not there on a page without HTTPS from another machine. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
