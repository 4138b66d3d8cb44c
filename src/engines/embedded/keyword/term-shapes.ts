import type { TermDictionary } from '../text/term-dictionary.ts';

/** What can be told of terms without comparing them: by place the characters that occur, and how many there are. */
export interface TermShapes {
  /** As {@link characterSet} folds them. */
  readonly sets: Int32Array;
  readonly lengths: Uint16Array;
}

/** Worked out when the terms of a dictionary are first looked through. */
const shapes = new WeakMap<TermDictionary, TermShapes>();

/** The shapes of all terms of a dictionary, by their places. */
export function termShapes(dictionary: TermDictionary): TermShapes {
  const known = shapes.get(dictionary);
  if (known !== undefined) return known;
  const { terms } = dictionary;
  const made = { sets: new Int32Array(terms.size), lengths: new Uint16Array(terms.size) };
  let characters = new Uint32Array(1024);
  for (let index = 0; index < terms.size; index++) {
    const bytes = terms.sizeOf(index);
    if (bytes > characters.length) characters = new Uint32Array(2 * bytes);
    const length = terms.charactersAt(index, characters);
    made.sets[index] = characterSet(characters, length);
    made.lengths[index] = Math.min(length, 0xffff);
  }
  shapes.set(dictionary, made);
  return made;
}

/** Which of the first `length` characters occur, folded into 32 bits. */
export function characterSet(codePoints: Uint32Array, length = codePoints.length): number {
  let set = 0;
  for (let at = 0; at < length; at++) set |= 1 << ((codePoints[at] as number) & 31);
  return set;
}
