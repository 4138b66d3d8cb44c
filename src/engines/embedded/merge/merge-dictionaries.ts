import { StringTable } from '../text/string-table.ts';
import { TermDictionary } from '../text/term-dictionary.ts';

/** Above every hash: the dictionary has no more terms. */
const exhausted = 0xffff_ffff;

/** The distinct terms of several dictionaries, numbered in the order that a dictionary has them in. */
export interface MergedDictionaries {
  readonly size: number;
  /** For each dictionary the number of each of its terms. */
  readonly numbers: readonly Uint32Array[];
  /** The dictionary of the terms with these numbers, which ascend. */
  readonly pick: (numbers: Uint32Array) => TermDictionary;
}

/** Merges at most 256 dictionaries. */
export function mergeDictionaries(dictionaries: readonly TermDictionary[]): MergedDictionaries {
  const most = dictionaries.reduce((sum, { size }) => sum + size, 0);
  const numbers = dictionaries.map(({ size }) => new Uint32Array(size));
  /** By number: a dictionary that holds the term, and its place there. */
  const holders = new Uint8Array(most);
  const places = new Uint32Array(most);
  const cursors = new Uint32Array(dictionaries.length);
  const heads = Uint32Array.from(dictionaries, ({ hashes }) => hashes[0] ?? exhausted);
  const smallest = new Uint8Array(dictionaries.length);
  let size = 0;
  for (let count: number; (count = findSmallest(dictionaries, cursors, heads, smallest)) > 0; size++) {
    holders[size] = smallest[0] as number;
    places[size] = cursors[smallest[0] as number] as number;
    for (let at = 0; at < count; at++) {
      const holder = smallest[at] as number;
      const cursor = cursors[holder] as number;
      (numbers[holder] as Uint32Array)[cursor] = size;
      cursors[holder] = cursor + 1;
      heads[holder] = (dictionaries[holder] as TermDictionary).hashes[cursor + 1] ?? exhausted;
    }
  }
  return { size, numbers, pick: (wanted) => pickTerms(dictionaries, holders, places, wanted) };
}

/** Puts the dictionaries whose next term is the smallest of all into `smallest` and returns how many they are. */
function findSmallest(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  heads: Uint32Array,
  smallest: Uint8Array,
): number {
  let least = exhausted;
  let count = 0;
  for (let index = 0; index < heads.length; index++) {
    const head = heads[index] as number;
    if (head > least || head === exhausted) continue;
    if (head < least) count = 0;
    else {
      const order = compareNext(dictionaries, cursors, index, smallest[0] as number);
      if (order > 0) continue;
      if (order < 0) count = 0;
    }
    least = head;
    smallest[count++] = index;
  }
  return count;
}

function compareNext(
  dictionaries: readonly TermDictionary[],
  cursors: Uint32Array,
  left: number,
  right: number,
): number {
  const { terms } = dictionaries[left] as TermDictionary;
  const other = dictionaries[right] as TermDictionary;
  return terms.compare(cursors[left] as number, other.terms, cursors[right] as number);
}

function pickTerms(
  dictionaries: readonly TermDictionary[],
  holders: Uint8Array,
  places: Uint32Array,
  wanted: Uint32Array,
): TermDictionary {
  const hashes = new Uint32Array(wanted.length);
  const wantedHolders = new Uint8Array(wanted.length);
  const wantedPlaces = new Uint32Array(wanted.length);
  for (let at = 0; at < wanted.length; at++) {
    const number = wanted[at] as number;
    const holder = (wantedHolders[at] = holders[number] as number);
    const place = (wantedPlaces[at] = places[number] as number);
    hashes[at] = (dictionaries[holder] as TermDictionary).hashes[place] as number;
  }
  const tables = dictionaries.map(({ terms }) => terms);
  return new TermDictionary(hashes, StringTable.gather(tables, wantedHolders, wantedPlaces));
}
