import { z } from 'zod';
import {
  fenceFor,
  fillTemplate,
  type PromptTemplate,
  readPromptFile,
} from '../../answer/prompt/prompt-template.ts';
import type { DocumentText } from '../../contracts/document.ts';
import type { GenerateUsage, LanguageModel } from '../../contracts/generator.ts';
import { isFootnoteError, throwIfAborted } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { placeAt } from '../../text/heading-path.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import { parsedJson } from '../../values/own-value.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { type GeneratedQuestion, interleave, shuffle } from './generated-question.ts';

/** What a reader takes in at once, and a chunk of the default length holds, in characters. */
const wantedLength = 1200;

/** Shorter ones say too little to ask about. */
const shortest = 200;

/** Passages of a text, each of whole sentences: `[start, end)`, in order, without overlap. */
function cutPassages(text: string, language: string): { start: number; end: number }[] {
  const passages: { start: number; end: number }[] = [];
  for (const { start, end } of sentences(text, language)) {
    const last = passages.at(-1);
    if (last && end - last.start <= wantedLength) last.end = end;
    else passages.push({ start, end });
  }
  return passages.filter(({ start, end }) => end - start >= shortest);
}

/** Why a passage gave no question. */
export type DroppedQuestion =
  /** The model found nothing to ask, or its reply cannot be read. */
  | 'no-question'
  /** Its quote does not stand in the passage letter by letter, or stands in the document more than once. */
  | 'quote-not-found'
  /** It was asked before. */
  | 'repeated';

/** What asking about one passage came to. */
export interface AskedPassage {
  readonly outcome: GeneratedQuestion | DroppedQuestion;
  /** What it cost, where the provider counted. */
  readonly usage: GenerateUsage;
}

export interface AskForQuestionsOptions {
  readonly model: LanguageModel;
  /** Where `prompts/questions.md` is. */
  readonly packageRoot: string;
  readonly signal?: AbortSignal;
}

/** Passages asked about for each question that is wanted, at most: what a careless model can cost. */
const passagesPerQuestion = 2;
const atOnce = 4;
/** Tokens of question and quote, with some for a model that thinks first. */
const maxTokens = 2000;
/** A quote tells its place from here on, in characters. */
const shortestQuote = 15;

interface Passage extends Place {
  readonly document: DocumentText;
}

/**
 * Has a language model make up to `count` questions from a collection, one from a passage, spread over its documents.
 * Each is held to a quote that the passage has letter by letter; the others are dropped, and what they came to is
 * told all the same. The same collection gives the same passages.
 * Errors: those of {@link Footnote.listDocuments} and {@link LanguageModel}, after what was made until then; `aborted`.
 */
export async function* askForQuestions(
  footnote: Footnote,
  count: number,
  { model, packageRoot, signal }: AskForQuestionsOptions,
): AsyncGenerator<AskedPassage, void> {
  const placeholders = { required: ['passage', 'title'], optional: ['fence'] };
  const template = readPromptFile('questions', packageRoot, 'eval --generate', placeholders);
  const passages = await choosePassages(footnote, count * passagesPerQuestion, signal);
  const known = new Set<string>();
  for (let at = 0; at < passages.length && known.size < count; ) {
    const batch = passages.slice(at, at + Math.min(atOnce, count - known.size));
    at += batch.length;
    const replies = await Promise.allSettled(
      batch.map((passage) => askAbout(passage, template, model, signal)),
    );
    for (const reply of replies) if (reply.status === 'fulfilled') yield unrepeated(reply.value, known);
    for (const reply of replies) if (reply.status === 'rejected') throw reply.reason;
  }
}

/** One of as many documents as can be, then a second of each, and so on. */
async function choosePassages(
  footnote: Footnote,
  count: number,
  signal: AbortSignal | undefined,
): Promise<Passage[]> {
  const random = seededRandom(1);
  const perDocument: Passage[][] = [];
  for (const { documentId, language } of shuffle(await footnote.listDocuments(), random)) {
    throwIfAborted(signal);
    if (perDocument.length === count) break;
    const document = await footnote.getDocumentText(documentId);
    const passages = cutPassages(document.text, language).map((span) => ({ document, ...span }));
    if (passages.length > 0) perDocument.push(shuffle(passages, random));
  }
  return interleave(perDocument).slice(0, count);
}

async function askAbout(
  passage: Passage,
  template: PromptTemplate,
  model: LanguageModel,
  signal: AbortSignal | undefined,
): Promise<AskedPassage> {
  const { document, start, end } = passage;
  const text = document.text.slice(start, end);
  const fence = fenceFor(text + document.title);
  const messages = fillTemplate(template, { title: document.title, passage: text, fence });
  let usage: GenerateUsage = { promptTokens: null, completionTokens: null };
  const onUsage = (counted: GenerateUsage) => {
    usage = counted;
  };
  try {
    const reply = await model.complete(messages, { maxTokens, onUsage, signal });
    return { outcome: readReply(reply, passage), usage };
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'model_answer_invalid') throw error;
    return { outcome: 'no-question', usage };
  }
}

const replyShape = z.object({ question: z.string().trim().min(1), quote: z.string() });

/** The question of a reply, with the place of its quote; a fence around the JSON is none of it. */
function readReply(reply: string, { document, start, end }: Passage): GeneratedQuestion | DroppedQuestion {
  const read = replyShape.safeParse(parsedJson(reply.replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1')));
  if (!read.success) return 'no-question';
  const { text, blocks, path } = document;
  const quote = read.data.quote.trim();
  const at = text.indexOf(quote, start);
  const isThere = quote.length >= shortestQuote && at >= 0 && at + quote.length <= end;
  if (!isThere || text.indexOf(quote) !== text.lastIndexOf(quote)) return 'quote-not-found';
  const { page } = placeAt(blocks, at);
  const question = read.data.question.replace(/\s+/g, ' ');
  return { question, document: path, ...(page !== null && { page }), quote };
}

function unrepeated(asked: AskedPassage, known: Set<string>): AskedPassage {
  if (typeof asked.outcome === 'string') return asked;
  const { question } = asked.outcome;
  if (known.has(question)) return { ...asked, outcome: 'repeated' };
  known.add(question);
  return asked;
}
