import type { Block } from '../contracts/parser.ts';

/** What stands for a chapter or section that has no name. Requirement row C8. */
export const unnamed = { chapter: 'Unknown', section: 'N/A' } as const;

/** Follows the headings of a document from block to block. */
export class HeadingTrail {
  readonly #open: { level: number; title: string; until: number }[] = [];
  #path: readonly string[] = [];

  /**
   * Headings above the blocks that follow, outermost first; untitled ones are left out. The same array until it
   * changes.
   */
  get path(): readonly string[] {
    return this.#path;
  }

  /**
   * Goes past a block: a heading closes those of its level and below, and opens its own; one that heads no more than
   * its panel ends there with all below it.
   */
  pass(block: Block): void {
    const ended = this.#open.findIndex(({ until }) => until <= block.start);
    if (ended >= 0) this.#open.length = ended;
    if (block.kind === 'heading') {
      const { level, title, until = Number.POSITIVE_INFINITY } = block;
      while (this.#open.length > 0 && (this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
      this.#open.push({ level, title, until });
    } else if (ended < 0) return;
    this.#path = this.#open.map(({ title: name }) => name).filter(Boolean);
  }
}

/** Where a character stands: the headings above it, a heading's own included, and its page where there is one. */
export function placeAt(
  blocks: readonly Block[],
  offset: number,
): { headingPath: readonly string[]; page: number | null } {
  const trail = new HeadingTrail();
  let page: number | null = null;
  for (const block of blocks) {
    if (block.start > offset) break;
    trail.pass(block);
    page = block.page ?? page;
  }
  return { headingPath: trail.path, page };
}
