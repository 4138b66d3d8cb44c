/** A record of a delimited text. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** Its span in the text, without the line end. */
  readonly start: number;
  readonly end: number;
}

/** How a delimited text is to be read. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Whether fields that begin with `"` end with the next single one and may hold delimiters and line ends. */
  readonly hasQuotes: boolean;
}

const quote = 0x22;

/**
 * The records of a text from `from` on, blank lines left out (RFC 4180, with any delimiter and lone line feeds).
 * A quote within a field that does not begin with one is a character like others. Where a quoted field is never
 * closed, the record that holds it goes on to the end, and the generator returns its start.
 */
export function* csvRecords(
  text: string,
  { delimiter, hasQuotes }: CsvDialect,
  from = 0,
): Generator<CsvRecord, number | undefined> {
  const separator = delimiter.charCodeAt(0);
  /** The next ones ahead. */
  let [separatorAt, lineFeedAt] = [-1, -1];
  let start = from;
  while (start < text.length) {
    const fields: string[] = [];
    let position = start;
    let end = -1;
    while (end < 0) {
      const isQuoted = hasQuotes && text.charCodeAt(position) === quote;
      const close = isQuoted ? closingQuote(text, position + 1) : position;
      if (close < 0) return start;
      if (separatorAt < close) separatorAt = indexOrEnd(text, delimiter, close);
      if (lineFeedAt < close) lineFeedAt = indexOrEnd(text, '\n', close);
      const next = Math.min(separatorAt, lineFeedAt);
      fields.push(isQuoted ? unquoted(text, position, close, next) : text.slice(position, next));
      position = next + 1;
      if (text.charCodeAt(next) !== separator) end = next;
    }
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { fields, start, end };
    start = end + 1;
  }
  return undefined;
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
}

/** One past the quote that ends a field; -1 where none does. */
function closingQuote(text: string, from: number): number {
  let position = text.indexOf('"', from);
  while (position >= 0 && text.charCodeAt(position + 1) === quote) position = text.indexOf('"', position + 2);
  return position < 0 ? -1 : position + 1;
}

function unquoted(text: string, open: number, close: number, end: number): string {
  return text.slice(open + 1, close - 1).replaceAll('""', '"') + text.slice(close, end);
}
