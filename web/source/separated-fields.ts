/** A place in a text, `[start, end)`. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A line of separated values: where its separators stand, and the quotes around its fields. */
interface SeparatedLine {
  readonly separators: readonly Place[];
  readonly quotes: readonly Place[];
}

/** In a file with semicolons commas are decimal points. */
const separators = ['\t', ';', ','];

/** A line that is not white space alone; looked for from its beginning only, so that a long one costs linear time. */
const filledLine = /(?<![^\n])[^\n]*\S[^\n]*/g;

const quotedField = /"(?:[^"]|"")*"/y;

/**
 * What in lines of separated values (https://www.rfc-editor.org/rfc/rfc4180) only means their form, in order; undefined
 * where no separator cuts all lines into equally many fields. A field of several lines is none here.
 */
export function separatedMarks(text: string): readonly Place[] | undefined {
  return linesOf(text)?.flatMap(({ separators, quotes }) =>
    [...separators, ...quotes].toSorted((a, b) => a.start - b.start),
  );
}

/** The fields of one line of separated values, without their quotes; none where it has no separator. */
export function separatedFields(line: string): readonly string[] {
  const [found] = linesOf(line) ?? [];
  if (!found) return [];
  const starts = [0, ...found.separators.map(({ end }) => end)];
  return starts.map((start, index) => {
    const field = line.slice(start, found.separators[index]?.start).trim();
    return field.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"');
  });
}

function linesOf(text: string): readonly SeparatedLine[] | undefined {
  let best: readonly SeparatedLine[] | undefined;
  for (const separator of separators) {
    const lines = [...text.matchAll(filledLine)].map(({ 0: line, index }) => lineOf(line, separator, index));
    const width = lines[0]?.separators.length ?? 0;
    const isTable = width > 0 && lines.every((line) => line?.separators.length === width);
    if (isTable && width > (best?.[0]?.separators.length ?? 0)) best = lines as readonly SeparatedLine[];
  }
  return best;
}

/** Undefined where a quote is not closed before the field ends. */
function lineOf(line: string, separator: string, offset: number): SeparatedLine | undefined {
  const found: { separators: Place[]; quotes: Place[] } = { separators: [], quotes: [] };
  const place = (at: number) => ({ start: offset + at, end: offset + at + 1 });
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      quotedField.lastIndex = at;
      const end = at + (quotedField.exec(line)?.[0].length ?? 0);
      if (end === at || (end < line.length && line[end] !== separator)) return undefined;
      found.quotes.push(place(at), place(end - 1));
      at = end;
    } else {
      const next = line.indexOf(separator, at);
      at = next < 0 ? line.length : next;
    }
    if (at >= line.length) return found;
    found.separators.push(place(at));
    at += 1;
  }
}
