import { isAbsolute, relative } from 'node:path';
import type { Answer } from '../../answer/answer.ts';
import { needsNoSource } from '../../answer/compose/outline.ts';
import { clockTime, type TextPlace } from '../../contracts/document.ts';
import type { CheckedSentence, Citation, Verdict } from '../../contracts/generator.ts';
import { pageToName } from '../../contracts/parser.ts';
import type { Hit } from '../../retrieve/hit.ts';
import type { Style } from '../output.ts';
import { layOutAnswer } from './answer-layout.ts';
import { linksAsWords, printableLine, printableName, wrapLine } from './terminal-text.ts';

/** What stands before a place of a document to say its collection: nothing where all that was found is of one. */
export function collectionNames(
  hits: readonly Pick<Hit, 'collection'>[],
  style: Style,
): (collection: string) => string {
  const isOne = new Set(hits.map(({ collection }) => collection)).size < 2;
  return (collection) => (isOne ? '' : `${style('dim', `${collection}:`)} `);
}

/** Where something stands, as a person would say it: `path › Heading › Sub, page 3`, `path › Sheet, B2:D2`. */
export function formatPlace(place: {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly place?: TextPlace | undefined;
}): string {
  const steps = [printableName(fromHere(place.path)), ...place.headingPath.map(printableLine)].join(' › ');
  const page = pageToName(place);
  const within = place.place && nameWithin(place.place);
  return [steps, ...(page ? [`${page.unit} ${page.number}`] : []), ...(within ? [within] : [])].join(', ');
}

/** What a person looks for on a sheet or in a recording; nothing where the page is all. */
function nameWithin(place: TextPlace): string | undefined {
  if ('cells' in place) return place.cells;
  return 'time' in place ? clockTime(place.time[0]) : undefined;
}

/** A path as it is seen from the folder that the command runs in, where it lies below it. */
function fromHere(path: string): string {
  const seen = isAbsolute(path) ? relative('.', path) : path;
  return seen === '' || seen.startsWith('..') ? path : seen;
}

/** An answer as a person reads it: the sentences with their `[n]`, then what stands below them. */
export function formatAnswer(answer: Answer, width: number, style: Style): string {
  const numbers = new Set(answer.citations.map(({ number }) => number));
  const text = markNumbers(layOutAnswer(answer.answer, width), numbers, style);
  const footnotes = formatFootnotes(answer, width, style);
  return footnotes === '' ? text : `${text}\n\n${footnotes}`;
}

/** Sets the `[n]` of these footnotes off from the words of a text: a quote may hold numbers of its own. */
export function markNumbers(text: string, footnotes: ReadonlySet<number>, style: Style): string {
  return text.replace(/\[(\d+)\]/g, (mark, number) =>
    footnotes.has(Number(number)) ? style('cyan', mark) : mark,
  );
}

/**
 * What stands below an answer: its footnotes, the sentences that their sources do not bear out, and whether it broke
 * off. Empty where there is none of it.
 */
export function formatFootnotes(answer: Answer, width: number, style: Style): string {
  const footnotes = formatCitations(answer, width, style, ({ quote }, indent) =>
    wrapLine(`“${printableLine(linksAsWords(quote))}”`, width - indent.length).map(
      (line) => indent + style('dim', line),
    ),
  );
  const doubts = answer.sentences.flatMap((sentence) => formatDoubt(answer.answer, sentence, width, style));
  const end = answer.complete ? [] : [style('yellow', 'The answer broke off before it was complete.')];
  return [...footnotes, ...doubts, ...end].join('\n');
}

/** The sources of an answer with their quotes in full. */
export function formatSources(answer: Answer, width: number, style: Style): string {
  if (answer.citations.length === 0) return 'The last answer has no citations.';
  const sources = formatCitations(answer, width, style, ({ quote }) =>
    wrapLine(printableLine(quote), width - 4).map((line) => `    ${line}`),
  );
  return sources.join('\n\n');
}

/** `[1] place` for each citation, indented under its number, and below it what `quote` gives. */
function formatCitations(
  { citations, hits }: Answer,
  width: number,
  style: Style,
  quote: (citation: Citation, indent: string) => readonly string[],
): string[] {
  const nameCollection = collectionNames(hits, style);
  return citations.map((citation) => {
    const mark = `[${citation.number}]`;
    const indent = ' '.repeat(mark.length + 1);
    const place = nameCollection(citation.collection) + formatPlace(citation);
    const lines = wrapLine(place, width - indent.length).join(`\n${indent}`);
    return [`${style('cyan', mark)} ${lines}`, ...quote(citation, indent)].join('\n');
  });
}

/** What is wrong with a sentence, by what checking it came to; nothing where it is borne out. */
const doubts: Readonly<Partial<Record<Verdict, string>>> = {
  partial: 'Partly in its source:',
  unsupported: 'Not in its source:',
  uncited: 'Cites no source:',
};

function formatDoubt(answer: string, checked: CheckedSentence, width: number, style: Style): string[] {
  const { start, end, verdict, missing } = checked;
  const doubt = doubts[verdict];
  if (doubt === undefined || (verdict === 'uncited' && needsNoSource(answer, checked))) return [];
  const sentence = wrapLine(`“${printableLine(linksAsWords(answer.slice(start, end)))}”`, width - 4);
  const without =
    missing.length === 0 ? [] : wrapLine(printableLine(`without: ${missing.join(', ')}`), width - 4);
  return [
    `${style('yellow', '[?]')} ${doubt}`,
    ...[...sentence, ...without].map((line) => style('dim', `    ${line}`)),
  ];
}
