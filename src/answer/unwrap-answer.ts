/** What some models put the whole of an answer into, though nobody asks them to. */
const fences: readonly string[] = ['```markdown\n', '```md\n'];
const elements: readonly string[] = ['<answer>', '<final_answer>', '<response>'];
const openings = [...fences, ...elements];

/**
 * Takes a wrapping off an answer as it comes: a fence for Markdown around all of it, in which its citations would be
 * code, or an element like `<answer>`. Only what opens an answer is one. All else goes on at once, but for what may
 * open or close it.
 */
export class AnswerUnwrapper {
  #stage: 'opening' | 'fence' | 'element' | 'none' = 'opening';
  #held = '';
  /** What ends the element. */
  #closing = '';
  /** Whether what is held begins a line. */
  #beginsLine = true;
  /** Whether code stands within the fence. */
  #isInCode = false;
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
    return this.#stage === 'none' ? this.#rest() : '';
  }

  /** The rest. */
  end(): string {
    const rest = this.#rest();
    return this.#stage === 'fence' && this.#beginsLine && isBareFence(rest) && !this.#isInCode ? '' : rest;
  }

  #rest(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #open(): void {
    const said = this.#held
      .trimStart()
      .toLowerCase()
      .replace(/[ \t\r]+(?=\n|$)/, '');
    const opening = openings.find((one) => said.startsWith(one));
    if (!opening && openings.some((one) => one.startsWith(said))) return;
    this.#stage = opening === undefined ? 'none' : fences.includes(opening) ? 'fence' : 'element';
    if (opening === undefined) return;
    this.#closing = opening.replace('<', '</');
    const behind =
      this.#stage === 'fence' ? this.#held.indexOf('\n', this.#held.indexOf('`')) : this.#held.indexOf('>');
    this.#held = this.#held.slice(behind + 1);
  }

  /** Whole lines, and the beginning of one that is no fence. */
  #lines(): string {
    let said = '';
    for (;;) {
      const end = this.#held.indexOf('\n');
      const line = end < 0 ? this.#held : this.#held.slice(0, end);
      if (end < 0 && this.#beginsLine && (line === '' || line.startsWith('`'))) return said;
      this.#held = this.#held.slice(end < 0 ? line.length : end + 1);
      const isFence = this.#beginsLine && line.startsWith('```');
      if (isFence && !this.#isInCode && isBareFence(line)) {
        this.#stage = 'none';
        return said + this.#rest();
      }
      if (isFence) this.#isInCode = !this.#isInCode;
      said += end < 0 ? line : `${line}\n`;
      this.#beginsLine = end >= 0;
      if (end < 0) return said;
    }
  }

  #upToClosing(): string {
    const at = this.#held.toLowerCase().indexOf(this.#closing);
    if (at >= 0) {
      this.#stage = 'none';
      const said = this.#held.slice(0, at) + this.#held.slice(at + this.#closing.length);
      this.#held = '';
      return said;
    }
    const open = this.#held.lastIndexOf('<');
    const mayClose = open >= 0 && this.#closing.startsWith(this.#held.slice(open).toLowerCase());
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

function isBareFence(line: string): boolean {
  return /^```[ \t]*\r?$/.test(line);
}
