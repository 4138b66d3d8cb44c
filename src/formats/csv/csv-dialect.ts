import { type CsvDialect, csvRecords } from './csv-records.ts';

/** In the order that decides where two fit equally: a comma is also in decimals and prose. */
const delimiters = ['\t', ';', '|', ','] as const;

const sampleLength = 65_536;
const sampleRecords = 50;

/** Excel's own hint in the first line. */
const hint = /^sep=(.)[ \t]*(?:\n|$)/i;

/**
 * Finds how a delimited text is to be read and where its records begin. The delimiter is the one under which most of
 * the first records have the same number of fields, two at least; a comma where none divides.
 */
export function findDialect(text: string): CsvDialect & { readonly start: number } {
  const hinted = hint.exec(text);
  const start = hinted?.[0].length ?? 0;
  if (hinted?.[1]) return { delimiter: hinted[1], hasQuotes: true, start };
  let best = { delimiter: ',', share: 0 };
  const sample = text.slice(0, sampleLength);
  for (const delimiter of delimiters) {
    // None fits better than one that fits everywhere.
    if (best.share === 1) break;
    if (!sample.includes(delimiter)) continue;
    const share = evenShare(sample, delimiter);
    if (share > best.share) best = { delimiter, share };
  }
  return { delimiter: best.delimiter, hasQuotes: true, start };
}

/** The share of records that have the most common number of fields; 0 where that is one. */
function evenShare(sample: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let records = 0;
  for (const { fields } of csvRecords(sample, { delimiter, hasQuotes: true })) {
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    records += 1;
    if (records === sampleRecords) break;
  }
  let [width, most] = [1, 0];
  for (const [fields, count] of counts) if (count > most) [width, most] = [fields, count];
  return width > 1 ? most / records : 0;
}
