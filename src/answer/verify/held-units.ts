import type { Quantity } from './quantities.ts';
import { hold, type ReadSource, type SourceReader } from './source-reader.ts';
import { formsOf, formsOfUnit, unitOf } from './units.ts';

/** Whether sources hold another way to write a word that is a unit beside a number of a claim, from `at` on. */
export function holdUnit(
  read: readonly ReadSource[],
  { word, claim, at }: { readonly word: string; readonly claim: string; readonly at: number },
  reader: SourceReader,
): boolean {
  return formsOfUnit(word, claim, at).some((form) => holdWord(read, form, reader));
}

/** Units of the numbers of a claim where its sources have other ones. */
export function otherUnits(
  claim: string,
  numbers: readonly Quantity[],
  read: readonly ReadSource[],
  reader: SourceReader,
): readonly string[] {
  const units = new Set(read.flatMap((source) => [...source.units]));
  if (units.size === 0) return [];
  return numbers.flatMap((number) => {
    const word = unitOf(claim, number) ?? '';
    const forms = formsOf(word);
    const isHeld = [word, ...forms].some((form) => units.has(form) || holdWord(read, form, reader));
    return forms.length === 0 || isHeld ? [] : [word];
  });
}

/** A sign is no word, and is held by none. */
function holdWord(read: readonly ReadSource[], word: string, reader: SourceReader): boolean {
  const terms = reader.termsOf(word);
  return terms.length > 0 && hold(read, terms);
}
