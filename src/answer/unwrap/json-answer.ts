/** How an answer begins that is written as JSON. */
const opening = /^\s*(?:`{3,}[ \t]*(?:json)?\s*)?\{\s*"(?:final_)?answer"\s*:\s*"/i;

/** The same without white space, as far as tells it from others. */
const openings: readonly string[] = ['answer', 'final_answer']
  .map((name) => `{"${name}":"`)
  .flatMap((json) => [json, `\`\`\`${json}`, `\`\`\`json${json}`]);

/** A list of its sources beside the answer, and what it names. */
const list = /"(?:citations?|sources?|references?)"\s*:\s*\[([^[\]{}]*)\]/i;
const listed = /"((?:[^"\\]|\\.)*)"|\d+/g;

/** Half of an escaped character beyond the basic plane, and the other half. */
const high = String.raw`ud[89ab][\da-f]{2}`;
const low = String.raw`ud[c-f][\da-f]{2}`;

/**
 * What a text in JSON is made of, its end included; what may be an escaped character when more comes is none, and a
 * half waits for the other one.
 */
const sign = new RegExp(
  String.raw`[^"\\]+|"|\\(?:${high}\\${low}|(?!${high}(?:\\(?:u[\da-f]{0,3})?)?$)u[\da-f]{4}|[^u]|u(?![\da-f]{0,3}$|[\da-f]{4}))`,
  'iy',
);

/** What stands before the words of an answer that is JSON; undefined where it is not, or not yet. */
export function jsonOpening(text: string): string | undefined {
  return opening.exec(text)?.[0];
}

/** Whether a text that begins so may yet be JSON with an answer. */
export function mayBecomeJson(text: string): boolean {
  const begun = text.replace(/\s+/g, '').toLowerCase();
  return openings.some((one) => one.startsWith(begun));
}

/**
 * Takes an answer out of JSON as it comes, `{"answer": "It rings [1].", "sources": [1]}`. What it lists as its sources
 * comes behind it, as others write such a list.
 */
export class JsonAnswer {
  #held = '';
  #isOver = false;

  /** What the answer says further, behind {@link jsonOpening}. */
  push(text: string): string {
    this.#held += text;
    const held = this.#held;
    let said = '';
    sign.lastIndex = 0;
    let at = 0;
    while (!this.#isOver) {
      const [found] = sign.exec(held) ?? [];
      if (found === undefined) break;
      at = sign.lastIndex;
      this.#isOver = found === '"';
      if (!this.#isOver) said += found.startsWith('\\') ? unescaped(found) : found;
    }
    this.#held = held.slice(at);
    return said;
  }

  /** The list of its sources. */
  end(): string {
    const found = list.exec(this.#held)?.[1] ?? '';
    const sources = Array.from(found.matchAll(listed), ([source, name]) => `[${name ?? source}]`);
    return sources.length === 0 ? '' : `\n\nSources: ${sources.join(', ')}`;
  }
}

/** A character that JSON has behind a backslash; what stands there where JSON knows none. */
function unescaped(found: string): string {
  try {
    return JSON.parse(`"${found}"`) as string;
  } catch {
    return found.slice(1);
  }
}
