import type { Block } from '../contracts/parser.ts';

/** What stands for a chapter or section that has no name. Requirement row C8. */
export const unnamed = { chapter: 'Unknown', section: 'N/A' } as const;

/** Follows the headings of a document from block to block. */
export class HeadingTrail {
  readonly #open: { level: number; title: string }[] = [];
  #path: readonly string[] = [];

  /**
   * Headings above the blocks that follow, outermost first; untitled ones are left out. The same array until it
   * changes.
   */
  get path(): readonly string[] {
    return this.#path;
  }

  /** Goes past a block: a heading closes those of its level and below, and opens its own. */
  pass(block: Block): void {
    if (block.kind !== 'heading') return;
    while (this.#open.length > 0 && (this.#open.at(-1)?.level ?? 0) >= block.level) this.#open.pop();
    this.#open.push({ level: block.level, title: block.title });
    this.#path = this.#open.map(({ title }) => title).filter(Boolean);
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
