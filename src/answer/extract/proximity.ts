/**
 * How close together terms that are looked for stand in a text: the number of different ones over the length of the
 * shortest run of the text's terms that holds them all. In [0, 1]; 0 where fewer than two are there.
 */
export function proximity(terms: readonly string[], wanted: Pick<ReadonlySet<string>, 'has'>): number {
  const found = terms.flatMap((term, place) => (wanted.has(term) ? [{ term, place }] : []));
  const different = new Set(found.map(({ term }) => term)).size;
  if (different < 2) return 0;
  const inside = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  let first = 0;
  for (const { term, place } of found) {
    inside.set(term, (inside.get(term) ?? 0) + 1);
    for (let left = found[first]; inside.size === different && left; left = found[first]) {
      shortest = Math.min(shortest, place - left.place + 1);
      const others = (inside.get(left.term) ?? 0) - 1;
      if (others === 0) inside.delete(left.term);
      else inside.set(left.term, others);
      first += 1;
    }
  }
  return different / shortest;
}
