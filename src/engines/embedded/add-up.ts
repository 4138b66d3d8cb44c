/** Turns counts into running sums in place: with a leading 0, where the entries of each begin. */
export function addUp(counts: Uint32Array): void {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] as number) + (counts[at - 1] as number);
}
