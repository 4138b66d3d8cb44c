import type { Analyser } from '../contracts/analyser.ts';
import type { CheckedSentence, Citation } from '../contracts/generator.ts';
import { analyser as createAnalyser } from '../text/analyser/analyser.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import {
  requireFields,
  requireList,
  requireObject,
  requireOneOf,
  requireText,
} from '../values/require-arguments.ts';
import { Footnotes, type NamedPassage } from './compose/cite.ts';
import { AnswerComposer } from './compose/compose-answer.ts';
import { type CitationFormat, markerFormats } from './compose/markers.ts';
import { Speaker } from './wording/speaker.ts';

/** A text that an answer cites by its place in a list, from 1, or by its title. */
export interface CitableSource {
  readonly text: string;
  /** Default: none. */
  readonly title?: string;
}

export interface CheckAnswerOptions {
  /** How the answer writes its citations. Default `number`: `[1]`. */
  readonly citationFormat?: CitationFormat;
  /** BCP 47 primary subtag of the answer. Default: found from its words. */
  readonly language?: string;
  readonly analyser?: Analyser;
}

/** A footnote: `sources[source - 1].text.slice(start, end) === quote`. */
export interface SourceCitation extends Pick<Citation, 'number' | 'start' | 'end' | 'quote' | 'verdict'> {
  /** The source's place in the list, from 1. */
  readonly source: number;
}

/** An answer with every sentence checked against what it cites. */
export interface CheckedAnswer {
  /** The answer; its marks are the numbers of `citations`, and those that name no source are left out. */
  readonly text: string;
  /** In the order of `text`. */
  readonly sentences: readonly CheckedSentence[];
  /** Each narrowed to the one to three sentences of its source that bear out the claim before it. */
  readonly citations: readonly SourceCitation[];
  /** Marks that name none of the sources. */
  readonly unmatched: readonly string[];
}

/**
 * Checks an answer that anything has written against the sources it was given: which words of which source each
 * sentence rests on, and whether they bear it out. No model is asked; see `SentenceVerifier` for what the verdicts
 * prove. Time and memory are linear in answer and sources. Errors: `request_invalid` for what is no text, or no
 * option.
 */
export async function checkAnswer(
  answer: string,
  sources: readonly CitableSource[],
  options: CheckAnswerOptions = {},
): Promise<CheckedAnswer> {
  requireText('answer', answer);
  requireList('sources', sources);
  for (const [place, source] of sources.entries()) {
    requireText(`sources.${place}.text`, source?.text);
    requireText(`sources.${place}.title`, source.title ?? '');
  }
  requireObject('options', options);
  requireFields('options', options, ['citationFormat', 'language', 'analyser']);
  requireOneOf('citationFormat', options.citationFormat ?? 'number', Object.keys(markerFormats));
  const {
    citationFormat = 'number',
    language = detectLanguage(answer),
    analyser = createAnalyser(),
  } = options;
  const passages = sources.map(asPassage);
  const composer = new AnswerComposer({
    footnotes: new Footnotes(passages, async (documentId) => {
      const source = sources[Number(documentId) - 1];
      return source && { text: source.text, blocks: [] };
    }),
    markers: markerFormats[citationFormat](passages),
    analyser,
    language,
    speaker: new Speaker('en'),
  });
  for await (const _ of composer.take({ type: 'text', text: answer })) continue;
  for await (const _ of composer.end()) continue;
  const { text, sentences, citations, unmatched } = composer.result();
  return {
    text,
    sentences,
    citations: citations.map(({ documentId, number, start, end, quote, verdict }) => {
      return { number, source: Number(documentId), start, end, quote, verdict };
    }),
    unmatched,
  };
}

/** The whole text as one passage of a document that is named after its place in the list. */
function asPassage({ text, title }: CitableSource, place: number): NamedPassage {
  const number = place + 1;
  const documentId = String(number);
  const named = { documentId, title: title ?? '', headingPath: [] };
  const chunk = {
    ...named,
    id: documentId,
    version: 1,
    ordinal: 0,
    start: 0,
    end: text.length,
    content: text,
    tokens: 0,
    language: detectLanguage(text),
    metadata: {},
  };
  return { passage: { number, chunk, score: 0 }, hit: { ...named, collection: '', path: named.title } };
}
