import { introduces } from '../../answer/extract/passage-sentences.ts';
import { refersBack } from '../../answer/extract/unit-form.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { linkTarget } from '../../text/sentences/note-marks.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import {
  denseLetters,
  type GeneratedQuestion,
  interleave,
  lengthInLetters,
  type QuestionSource,
  shuffle,
} from './generated-question.ts';

/** Documents read for each question that is wanted: not each gives one. */
const documentsPerQuestion = 2;

/**
 * Makes up to `count` questions from a collection without a model, about half after headings and half clozes, spread
 * over its documents. Each is held to be answered by one passage alone: its quote stands in one document of those
 * read, once, and no other passage asks the same, as sections under like headings do. They are easier than what people
 * ask, since they share the words of the text. The same collection gives the same questions.
 * Errors: those of {@link Footnote.listDocuments}, `aborted`.
 */
export async function generateQuestions(
  footnote: Footnote,
  count: number,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<GeneratedQuestion[]> {
  const random = seededRandom(1);
  const documents = shuffle(await footnote.listDocuments(), random).slice(0, count * documentsPerQuestion);
  const perDocument: GeneratedQuestion[][] = [];
  const texts: string[] = [];
  for (const document of documents) {
    throwIfAborted(signal);
    const { text, questions } = await questionsOf(document, footnote, random);
    texts.push(text);
    perDocument.push(questions);
  }
  const isOnce = onceIn(texts);
  const isAskedOnce = singleOf(perDocument.flat(), ({ question }) => question);
  return interleave(perDocument)
    .filter(({ quote }) => isOnce(quote))
    .filter(isAskedOnce)
    .filter(firstOf(({ quote }) => quote))
    .slice(0, count);
}

async function questionsOf(
  { documentId, title, language }: DocumentSummary,
  footnote: Footnote,
  random: () => number,
): Promise<{ text: string; questions: GeneratedQuestion[] }> {
  const { text, blocks, path } = await footnote.getDocumentText(documentId);
  const source = { path, title, language, text };
  const kinds = [headingQuestions(source, blocks), clozeQuestions(source, blocks)];
  return { text, questions: interleave(shuffle(kinds, random).map((kind) => shuffle(kind, random))) };
}

function onceIn(texts: readonly string[]): (quote: string) => boolean {
  return (quote) => {
    let found = 0;
    for (const text of texts) {
      for (let at = text.indexOf(quote); at >= 0 && found < 2; at = text.indexOf(quote, at + 1)) found += 1;
    }
    return found === 1;
  };
}

/** Whether no other of some items has the same key. */
function singleOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): (item: Item) => boolean {
  const alike = Map.groupBy(items, keyOf);
  return (item) => alike.get(keyOf(item))?.length === 1;
}

function firstOf<Item>(keyOf: (item: Item) => string): (item: Item) => boolean {
  const seen = new Set<string>();
  return (item) => {
    const isFirst = !seen.has(keyOf(item));
    seen.add(keyOf(item));
    return isFirst;
  };
}

/**
 * What asks for a section, by language. Others are asked for by the heading's words alone. Without quotation marks,
 * between which words are taken for a phrase that must occur.
 */
const templates: Readonly<Record<string, (heading: string, title: string) => string>> = {
  en: (heading, title) => `What is said about ${heading} in ${title}?`,
  de: (heading, title) => `Was steht über ${heading} in ${title}?`,
  fr: (heading, title) => `Que dit-on de ${heading} dans ${title} ?`,
  es: (heading, title) => `¿Qué se dice sobre ${heading} en ${title}?`,
  it: (heading, title) => `Che cosa si dice di ${heading} in ${title}?`,
  pt: (heading, title) => `O que se diz sobre ${heading} em ${title}?`,
  ar: (heading, title) => `ماذا يقال عن ${heading} في ${title}؟`,
  zh: (heading, title) => `《${title}》中关于${heading}说了什么？`,
};

/** Counts the sections, and is no part of what one is about: `2.`, `3.1`, `4)`. */
const sectionNumber = /^(?:\p{N}+[.)]|\p{N}+(?:\.\p{N}+)+[.)]?)\s+/u;

const asksItself = /[?？؟]$/;

/** Words of a section that answer for it, in letters. */
const shortestSection = 60;

/** Words, and no number or letter alone. */
const word = new RegExp(String.raw`\p{L}{3}|[${denseLetters}]{2}`, 'u');

/**
 * Questions after the headings of a document, each answered by the first sentence of its section that does not only
 * announce others. A heading that is a question is asked as it stands. The document's title is asked for by none: it
 * stands above everything.
 */
export function headingQuestions(source: QuestionSource, blocks: readonly Block[]): GeneratedQuestion[] {
  const headings = blocks.filter((block) => block.kind === 'heading');
  return headings.flatMap((heading, position) => {
    const end = headings[position + 1]?.start ?? source.text.length;
    const body = source.text.slice(heading.end, end);
    const first = sentences(body, source.language).find(
      (found) => found.kind === 'prose' && !introduces(body.slice(found.start, found.end)),
    );
    const isTelling = word.test(heading.title) && heading.title !== source.title;
    if (!first || !isTelling || lengthInLetters(body.trim()) < shortestSection) return [];
    const ask = templates[source.language];
    const topic = heading.title.replace(sectionNumber, '');
    return [
      {
        question: asksItself.test(topic)
          ? topic
          : (ask?.(topic, source.title) ?? `${source.title}: ${topic}`),
        document: source.path,
        ...(heading.page !== undefined && { page: heading.page }),
        quote: body.slice(first.start, first.end),
      },
    ];
  });
}

/** Stands for what was left out. */
const gap = '____';

/** Sentences that say enough to be found by and are still one thought, in letters. */
const shortest = 50;
const longest = 260;

/** What prose stands in: not front matter, code or tables. */
const proseBlocks: ReadonlySet<Block['kind']> = new Set(['paragraph', 'list', 'quote']);

/** Ends a sentence, before marks that close. A line without it is a title or a label. */
const wholeSentence = /[.!?…。！？؟।]["'”’»)\]*_]*$/u;

/**
 * Questions that leave a number or a name out of a sentence of the document: `The monthly rent is ____ euros and is
 * due on the third day.` One from each whole sentence of prose that has such words, is not about something before it
 * and does not only announce what follows.
 */
export function clozeQuestions(
  { path, language, text }: QuestionSource,
  blocks: readonly Block[],
): GeneratedQuestion[] {
  const prose = blocks.filter(({ kind }) => proseBlocks.has(kind));
  return prose.flatMap((block) => {
    const content = text.slice(block.start, block.end);
    return sentences(content, language).flatMap(({ start, end, kind }) => {
      const quote = content.slice(start, end);
      const sentence = withoutMarkup(quote);
      const length = lengthInLetters(sentence);
      if (kind !== 'prose' || length < shortest || length > longest) return [];
      if (refersBack(sentence, language) || introduces(sentence) || !wholeSentence.test(sentence)) return [];
      const answer = tellingWords(sentence);
      if (answer === undefined || sentence.split(answer).length !== 2) return [];
      return [{ question: sentence.replace(answer, gap), document: path, quote, answer }];
    });
  });
}

const link = new RegExp(String.raw`\[([^\][\n]+)\]${linkTarget}`, 'gu');

/** The words alone, on one line: nobody who asks writes Markdown's links, emphasis and code marks. */
function withoutMarkup(sentence: string): string {
  return sentence
    .replace(link, '$1')
    .replace(/(\*\*|__|`)(?=\S)([^\n]{1,200}?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,200})\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ');
}

/** What makes a number beside it part of a name; words that are written without spaces touch their numbers. */
const beside = String.raw`[[\p{L}--[${denseLetters}]]\p{N}_\-]`;

const numberAlone = new RegExp(
  String.raw`(?<!${beside}|\.)(?:\p{N}[\p{N}.,:]*\p{N}(?!${beside})|\p{N}(?!${beside}|[.,]))`,
  'v',
);

/** Capitalised words that do not open the sentence and that no number follows, as one follows "Chapter" or "Figure". */
const name = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]{2,}(?: \p{Lu}[\p{L}-]+)*(?=[ ,;:)]|\.(?!\S))(?! \p{N})/gu;

/** A number with its sign and decimals, else the longest name: in German every noun looks like one. */
function tellingWords(sentence: string): string | undefined {
  const number = numberAlone.exec(sentence);
  if (number) return number[0];
  return sentence.match(name)?.reduce((longest, one) => (one.length > longest.length ? one : longest));
}
