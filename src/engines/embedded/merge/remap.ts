/** In a remap, which says where chunks or terms go in a merged segment: gone, without a place there. */
export const dropped = 0xffff_ffff;

/** Whether everything moves by the same number of places, and nothing is {@link dropped}. */
export function isShift(remap: Uint32Array): boolean {
  const first = remap[0];
  return first !== undefined && first !== dropped && (remap.at(-1) as number) - first === remap.length - 1;
}

/** Puts the values of each source where its remap says that they go in `target`, which it returns. */
export function moved<Values extends Uint32Array | Float64Array>(
  sources: readonly Values[],
  remaps: readonly Uint32Array[],
  target: Values,
): Values {
  for (const [index, source] of sources.entries()) {
    const remap = remaps[index] as Uint32Array;
    for (let place = 0; place < source.length; place++) {
      const to = remap[place] as number;
      if (to !== dropped) target[to] = source[place] as number;
    }
  }
  return target;
}
