/** Beyond these edits two names are different words. */
const maxEdits = 3;

/**
 * The name that was probably meant, in any case: the one of fewest edits. Undefined where that takes more than 3, or
 * more than half of what stands behind the last dot: a setting shares what stands before it with its whole section.
 */
export function closestName(given: string, names: Iterable<string>): string | undefined {
  const target = codePoints(given);
  let best: string | undefined;
  const lastPart = given.slice(given.lastIndexOf('.') + 1);
  let least = Math.min(maxEdits, Math.floor(lastPart.length / 2)) + 1;
  for (const name of names) {
    const edits = editDistance(target, codePoints(name), maxEdits);
    if (edits >= least) continue;
    best = name;
    least = edits;
  }
  return best;
}

/** The question that a message may end with: ` (did you mean "list"?)`, or nothing. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const closest = closestName(given, names);
  return closest === undefined ? '' : ` (did you mean "${closest}"?)`;
}

function codePoints(text: string): Uint32Array {
  return Uint32Array.from(text.toLowerCase(), (character) => character.codePointAt(0) ?? 0);
}

let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Edits that make `right` of `left`, texts as code points: characters put in, taken out, replaced, or two neighbours
 * swapped; more than `max`, of which it does not matter how many, are `max + 1`. The Damerau–Levenshtein distance in
 * its restricted form (optimal string alignment): nothing is edited twice. Only the diagonals that can matter are
 * looked at (Ukkonen, Algorithms for Approximate String Matching, 1985).
 */
export function editDistance(left: Uint32Array, right: Uint32Array, max: number): number {
  const over = max + 1;
  if (Math.abs(left.length - right.length) > max) return over;
  if (right.length + 2 > rows[0].length) {
    const length = 2 * (right.length + 2);
    rows = [new Uint8Array(length), new Uint8Array(length), new Uint8Array(length)];
  }
  let [before, last, next] = rows;
  for (let column = 0; column <= right.length; column++) last[column] = Math.min(column, over);
  for (let row = 1; row <= left.length; row++) {
    const from = Math.max(1, row - max);
    const to = Math.min(right.length, row + max);
    const character = left[row - 1] as number;
    next[from - 1] = from === 1 ? Math.min(row, over) : over;
    // The row before ends one column earlier.
    if (row + max <= right.length) last[to] = over;
    let least = next[from - 1] as number;
    for (let column = from; column <= to; column++) {
      const other = right[column - 1] as number;
      const replaced = (last[column - 1] as number) + (character === other ? 0 : 1);
      let edits = Math.min(replaced, (last[column] as number) + 1, (next[column - 1] as number) + 1);
      if (column > 1 && row > 1 && character === right[column - 2] && left[row - 2] === other)
        edits = Math.min(edits, (before[column - 2] as number) + 1);
      next[column] = Math.min(edits, over);
      least = Math.min(least, edits);
    }
    if (least > max) return over;
    [before, last, next] = [last, next, before];
  }
  return last[right.length] as number;
}
