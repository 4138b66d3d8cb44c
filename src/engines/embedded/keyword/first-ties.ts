import type { ScoredPlace } from './top-places.ts';

/**
 * Places of which the best `count`, equal scores in order of id, are among `places`: those that score least are
 * reduced to as many as can be among them. Where a title holds the word that was asked for, all chunks of a collection
 * may score alike, and sorting them takes longer than finding them. `idOf` is asked for once for each.
 */
export function withFirstTies(
  places: readonly ScoredPlace[],
  count: number,
  idOf: (place: ScoredPlace) => string,
): readonly ScoredPlace[] {
  if (places.length <= count) return places;
  let least = Number.POSITIVE_INFINITY;
  for (const { score } of places) least = Math.min(least, score);
  const better = places.filter(({ score }) => score > least);
  const room = count - better.length;
  const first: { readonly id: string; readonly place: ScoredPlace }[] = [];
  for (const place of places) {
    if (place.score > least) continue;
    const id = idOf(place);
    if (first.length === room && id >= (first.at(-1)?.id ?? '')) continue;
    first.splice(placeFor(id, first), 0, { id, place });
    if (first.length > room) first.pop();
  }
  return [...better, ...first.map(({ place }) => place)];
}

function placeFor(id: string, ascending: readonly { readonly id: string }[]): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle]?.id ?? '') < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
