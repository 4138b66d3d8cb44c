import type { FieldType, FieldTypes } from '../../contracts/filter.ts';
import { didYouMean } from '../../values/closest-name.ts';
import type { FoundPassage } from '../passage.ts';
import type { MistakenCondition } from './field-conditions.ts';

/** What a question may write behind a field. */
const heldBy: Readonly<Record<FieldType, string>> = {
  string: 'text',
  number: 'a number, as in :3 or :3..5',
  boolean: 'true or false',
  date: 'a date, as in :2024, :2024-03-12 or :2023..2024-05',
  list: 'texts',
};

/**
 * Says of what is written like a condition that it was none, unless a passage that was found has it as it stands:
 * `node:fs` in a manual is a name, and no field was meant.
 */
export function mistakenConditions(
  mistaken: readonly MistakenCondition[],
  fields: FieldTypes,
  passages: readonly FoundPassage[],
): string[] {
  const isName = ({ text }: MistakenCondition) => passages.some(({ chunk }) => chunk.content.includes(text));
  return mistaken
    .filter((one) => !isName(one))
    .map(({ text, field, type }) => {
      const lookedFor = `“${text}” was searched for as words`;
      if (type) return `${lookedFor}: the field "${field}" holds ${heldBy[type]}.`;
      const names = ['path', 'title', ...Object.keys(fields)];
      return `${lookedFor}: there is no field "${field}"${didYouMean(field, names)}. The fields are ${names.join(', ')}; metadata.fields can declare others.`;
    });
}
