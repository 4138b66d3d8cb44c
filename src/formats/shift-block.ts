import type { Block } from '../contracts/parser.ts';

/** A block of a part of a text, as one of the whole in which the part begins at `offset`. */
export function shiftBlock<Shifted extends { readonly start: number; readonly end: number }>(
  block: Shifted,
  offset: number,
): Shifted {
  const moved = { ...block, start: block.start + offset, end: block.end + offset };
  if ('until' in moved) return { ...moved, until: (moved.until as number) + offset };
  if (!('headerEnd' in moved)) return moved;
  const { headerEnd, header } = moved as unknown as Extract<Block, { kind: 'table' }>;
  return {
    ...moved,
    headerEnd: headerEnd + offset,
    ...(header && { header: { start: header.start + offset, end: header.end + offset } }),
  };
}
