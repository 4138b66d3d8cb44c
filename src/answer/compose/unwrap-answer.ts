import { closesFence, fenceBehind, fenceOf, mayBecomeFence } from '../../text/sentences/code-fence.ts';

/** What some models put the whole of an answer into, though nobody asks them to. */
const elements: readonly string[] = ['<answer>', '<final_answer>', '<response>'];
/** A fence for Markdown, and what may become one. */
const markdownFence = /^(?:`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t\r]*\n/i;
const markdownFenceBegun = /^(?:`{0,2}|~{0,2}|(?:`{3,}|~{3,})[ \t]*\w{0,8}[ \t\r]*)$/;

/**
 * Takes a wrapping off an answer as it comes: a fence for Markdown around all of it, in which its citations would be
 * code, an element like `<answer>`, or JSON with an `answer`. Only what opens an answer is one. All else goes on at
 * once, but for what may open or close it.
 */
export class AnswerUnwrapper {
  #stage: 'opening' | 'fence' | 'element' | 'json' | 'none' = 'opening';
  #held = '';
  /** What opened it: a fence, or an element’s tag. */
  #opening = '';
  /** Whether what is held begins a line. */
  #beginsLine = true;
  /** The fence of the code that stands within the one for Markdown. */
  #codeFence: string | undefined;
  readonly #json = new JsonAnswer();
  #hasSaid = false;

  /** What of the answer goes on now. */
  push(text: string): string {
    if (this.#stage === 'none') return text;
    this.#held += text;
    if (this.#stage === 'opening') this.#open();
    return this.#goOn();
  }

  #goOn(): string {
    if (this.#stage === 'fence') return this.#trimmed(this.#lines());
    if (this.#stage === 'element') return this.#trimmed(this.#upToClosing());
    if (this.#stage === 'json') return this.#json.push(this.#rest());
    return this.#stage === 'none' ? this.#rest() : '';
  }

  /** The rest. */
  end(): string {
    if (this.#stage === 'json') return this.#json.end();
    const rest = this.#rest();
    return this.#stage === 'fence' && this.#beginsLine && this.#isClosedBy(rest) ? '' : rest;
  }

  #rest(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #open(): void {
    const said = this.#held.trimStart();
    const tag = elements.find((one) => said.toLowerCase().startsWith(one));
    const fence = markdownFence.exec(said)?.[0];
    const opening = tag ?? fence ?? jsonOpening(said);
    if (opening !== undefined) {
      this.#stage = tag !== undefined ? 'element' : fence !== undefined ? 'fence' : 'json';
      this.#opening = tag ?? fenceOf(said) ?? '';
      this.#held = said.slice(opening.length);
    } else if (!this.#mayOpen(said)) this.#stage = 'none';
  }

  #mayOpen(said: string): boolean {
    const begun = said.toLowerCase();
    return (
      markdownFenceBegun.test(said) || mayBecomeJson(said) || elements.some((one) => one.startsWith(begun))
    );
  }

  /** Whole lines, and the beginning of one that is no fence. */
  #lines(): string {
    let said = '';
    for (;;) {
      const end = this.#held.indexOf('\n');
      const line = end < 0 ? this.#held : this.#held.slice(0, end);
      if (end < 0 && this.#beginsLine && mayBecomeFence(line)) return said;
      this.#held = this.#held.slice(end < 0 ? line.length : end + 1);
      if (this.#beginsLine && this.#isClosedBy(line)) {
        this.#stage = 'none';
        return said + this.#rest();
      }
      if (this.#beginsLine) this.#codeFence = fenceBehind(line, this.#codeFence);
      said += end < 0 ? line : `${line}\n`;
      this.#beginsLine = end >= 0;
      if (end < 0) return said;
    }
  }

  /** Whether a line closes the fence for Markdown, and no code within it. */
  #isClosedBy(line: string): boolean {
    return this.#codeFence === undefined && closesFence(line, this.#opening);
  }

  #upToClosing(): string {
    const closing = this.#opening.replace('<', '</');
    const at = this.#held.toLowerCase().indexOf(closing);
    if (at >= 0) {
      this.#stage = 'none';
      const said = this.#held.slice(0, at) + this.#held.slice(at + closing.length);
      this.#held = '';
      return said;
    }
    const open = this.#held.lastIndexOf('<');
    const mayClose = open >= 0 && closing.startsWith(this.#held.slice(open).toLowerCase());
    const said = mayClose ? this.#held.slice(0, open) : this.#held;
    this.#held = this.#held.slice(said.length);
    return said;
  }

  /** Without the blanks between what opens the answer and its first word. */
  #trimmed(said: string): string {
    const words = this.#hasSaid ? said : said.trimStart();
    this.#hasSaid ||= words !== '';
    return words;
  }
}

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
function jsonOpening(text: string): string | undefined {
  return opening.exec(text)?.[0];
}

/** Whether a text that begins so may yet be JSON with an answer. */
function mayBecomeJson(text: string): boolean {
  const begun = text.replace(/\s+/g, '').toLowerCase();
  return openings.some((one) => one.startsWith(begun));
}

/**
 * Takes an answer out of JSON as it comes, `{"answer": "It rings [1].", "sources": [1]}`. What it lists as its sources
 * comes behind it, as others write such a list.
 */
class JsonAnswer {
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
