/** A block of a part of a text, as one of the whole in which the part begins at `offset`. */
export function shiftBlock<Shifted extends { readonly start: number; readonly end: number }>(
  block: Shifted,
  offset: number,
): Shifted {
  const moved = { ...block, start: block.start + offset, end: block.end + offset };
  return 'headerEnd' in moved ? { ...moved, headerEnd: (moved.headerEnd as number) + offset } : moved;
}
