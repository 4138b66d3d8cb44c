import { fenceBehind } from '../../src/text/sentences/code-fence.ts';
import type { Leaf } from './answer-node.ts';

/** A block of code of an answer as long as its lines come. */
export class OpenCode {
  readonly #fence: string;
  readonly #leaf: Leaf;
  readonly #lines: string[] = [];

  /** `leaf` gets what is shown when the block ends. */
  constructor(fence: string, leaf: Leaf) {
    this.#fence = fence;
    this.#leaf = leaf;
  }

  /** Takes the next line. Returns whether the block goes on behind it: a fence ends it. */
  read(line: string): boolean {
    const goesOn = fenceBehind(line, this.#fence) !== undefined;
    if (goesOn) this.#lines.push(line);
    return goesOn;
  }

  end(): void {
    this.#leaf.text = withoutIndent(this.#lines);
  }
}

/** Without the white space that all lines begin with. */
function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(common)).join('\n');
}
