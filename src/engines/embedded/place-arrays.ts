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

/** Turns counts into running sums in place: with a leading 0, where the entries of each begin. */
export function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] as number) + (counts[at - 1] as number);
}

/** The array with room for `index`, and at least twice as long as it was. */
export function grown<T extends Uint8Array | Uint32Array>(array: T, index: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, index + 1));
  larger.set(array);
  return larger;
}

/** The values at these places, in their order. */
export function picked(values: Uint32Array, places: Uint32Array): Uint32Array {
  const result = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) result[at] = values[places[at] as number] as number;
  return result;
}
