import { isDelimiterRow, isTableRow } from '../../text/sentences/table-row.ts';

/** A row of a table below its header. */
export interface ReadRow {
  /** The terms of its first cell, which names what it is about. */
  readonly label: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

/** The rows of the tables in a text, headers aside. `termsIn` and `numbersIn` read a part of it. */
export function tableRows(
  text: string,
  termsIn: (part: string) => readonly string[],
  numbersIn: (part: string) => Iterable<number>,
): readonly ReadRow[] {
  if (!text.includes('\n') || !text.includes('|')) return [];
  const lines = text.split('\n');
  const rows = lines.filter(
    (line, place) =>
      isTableRow(line, false) && !isDelimiterRow(line) && !isDelimiterRow(lines[place + 1] ?? ''),
  );
  return rows.map((row) => {
    const [label = ''] = row.trim().replace(/^\|/, '').split('|', 1);
    return { label: new Set(termsIn(label)), numbers: new Set(numbersIn(row)) };
  });
}

/**
 * Numbers that stand in rows of which a claim names none, where it names another: “The P-250 weighs 45 kg.” has the
 * number of the P-300. `terms` are those of the claim.
 */
export function numbersOfOtherRows(
  rows: readonly ReadRow[],
  terms: ReadonlySet<string>,
): ReadonlySet<number> {
  const isNamed = ({ label }: ReadRow) => label.size > 0 && label.isSubsetOf(terms);
  const named = rows.filter(isNamed);
  if (named.length === 0 || named.length === rows.length) return new Set();
  const own = new Set(named.flatMap(({ numbers }) => [...numbers]));
  const all = rows.flatMap(({ numbers }) => [...numbers]);
  return new Set(all).difference(own);
}
