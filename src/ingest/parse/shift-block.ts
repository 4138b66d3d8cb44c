import type { Block } from '../../contracts/parser.ts';

/** A block of a part of a text, as one of the whole in which the part begins at `offset`. */
export function shiftBlock(block: Block, offset: number): Block {
  const moved = { ...block, start: block.start + offset, end: block.end + offset };
  return moved.kind === 'table' ? { ...moved, headerEnd: moved.headerEnd + offset } : moved;
}
