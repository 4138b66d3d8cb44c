import type { DocumentSummary } from '../../contracts/document.ts';
import { throwIfAborted } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { clozeQuestions } from './cloze-questions.ts';
import { type GeneratedQuestion, interleave, shuffle } from './generated-question.ts';
import { headingQuestions } from './heading-questions.ts';

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
