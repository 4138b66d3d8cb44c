import { editDistance } from './edit-distance.ts';

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
