/** In a remap, which says where chunks or terms go in a merged segment: gone, without a place there. */
export const dropped = 0xffff_ffff;

/** Whether everything moves by the same number of places, and nothing is {@link dropped}. */
export function isShift(remap: Uint32Array): boolean {
  const first = remap[0];
  return first !== undefined && first !== dropped && (remap.at(-1) as number) - first === remap.length - 1;
}
