import type { z } from 'zod';
import { pageToName } from '../../contracts/page-unit.ts';
import type { answerOutput, listOutput, readOutput, searchOutput } from './mcp-schemas.ts';

interface Place {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
}

/** An answer with its footnotes, as a person reads it. */
export function answerText({ answer, citations, warnings }: z.output<typeof answerOutput>): string {
  const footnotes = citations.map(
    (citation) => `[${citation.number}] ${placeText(citation)}: “${citation.quote}”`,
  );
  return parts([answer, footnotes.join('\n'), ...warnings.map(warningText)]);
}

/** The passages of a search, numbered. */
export function searchText({ hits, warnings }: z.output<typeof searchOutput>): string {
  const found = hits.map((hit, index) => `${index + 1}. ${placeText(hit)}\n${hit.content.trim()}`);
  return parts([
    ...(found.length > 0 ? found : ['Nothing in the documents bears on this.']),
    ...warnings.map(warningText),
  ]);
}

/** A part of a document under the line that says which. */
export function readText({ text, length, nextStart, ...place }: z.output<typeof readOutput>): string {
  const rest = nextStart === null ? '' : `The document goes on: read from start ${nextStart}.`;
  return parts([`${placeText(place)} of ${length}`, text, rest]);
}

/** A line for each document. */
export function listText({ documents, matching, collections }: z.output<typeof listOutput>): string {
  const lines = documents.map(({ path, title, documentId }) => `- ${path} — ${title} (${documentId})`);
  const shown = `${documents.length} of ${matching} documents. Collections: ${collections.join(', ') || 'none yet'}.`;
  return parts([shown, lines.join('\n')]);
}

function placeText(place: Place): string {
  const page = pageToName(place);
  const steps = [place.path, ...place.headingPath].join(' › ');
  return `${steps}${page ? `, ${page.unit} ${page.number}` : ''}, characters ${place.start}–${place.end}`;
}

function warningText(warning: string): string {
  return `Warning: ${warning}`;
}

function parts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
