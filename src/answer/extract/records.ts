import { isDelimiterRow, rowCells } from '../../text/sentences/row-cells.ts';

/** The fields of one thing that stand below each other, as in a form: “Full name | Ann Lee”, “Phone: 555 01”. */
export interface FieldRecord {
  /** `[start, end)` of the text. */
  readonly start: number;
  readonly end: number;
  /** What the fields say, without their names: what one of them names, all of them are of. */
  readonly values: string;
}

/** Characters of the name of a field, most, and of its value. */
const longestName = 60;
const longestValue = 100;

/** Fields of a record, fewest. */
const fewestFields = 3;

const named = new RegExp(
  String.raw`^\s{0,9}(?:[-*+•]\s+)?(?:\*\*|__)?(?<name>\p{L}[^:：|\n]{0,${longestName - 1}}?)\s?[:：](?:\*\*|__)?\s?(?<value>[^\s:：|][^|\n]{0,${longestValue}})$`,
  'u',
);

/**
 * The records of a text. A list of things by one measure, “K2 | 12 kg” over “K3 | 15 kg”, is none: of the values of a
 * record some have figures and some have none.
 */
export function recordsIn(text: string): readonly FieldRecord[] {
  const records: FieldRecord[] = [];
  let fields: { readonly start: number; readonly end: number; readonly value: string }[] = [];
  let isTable = false;
  const close = () => {
    const [first, last] = [fields[0], fields.at(-1)];
    const figures = fields.filter(({ value }) => /\p{Nd}/u.test(value)).length;
    if (first && last && fields.length >= fewestFields && figures > 0 && figures < fields.length)
      records.push({
        start: first.start,
        end: last.end,
        values: fields.map(({ value }) => value).join('\n'),
      });
    fields = [];
  };
  for (const { 0: line, index: start } of text.matchAll(/[^\n]*\S[^\n]*/gu)) {
    if (isDelimiterRow(line)) continue;
    const isRow = line.trimStart().startsWith('|');
    const value = isRow ? valueOfRow(line) : named.exec(line)?.groups?.['value'];
    if (isRow !== isTable || value === undefined || (isRow && isApart(text, fields.at(-1)?.end, start)))
      close();
    isTable = isRow;
    if (value !== undefined && !/[.!?。]$/u.test(value))
      fields.push({ start, end: start + line.length, value });
  }
  close();
  return records;
}

function valueOfRow(line: string): string | undefined {
  const [name = '', value, ...others] = rowCells(line);
  return others.length === 0 && name !== '' && value !== '' ? value : undefined;
}

/** Whether a blank line parts two rows: they are of two tables. */
function isApart(text: string, end: number | undefined, start: number): boolean {
  return end !== undefined && /\n\s*\n/u.test(text.slice(end, start));
}
