import type { DocumentSummary } from '../contracts/document.ts';
import { FootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { EvaluationQuestion, ExpectedPlace } from './evaluation-question.ts';
import type { JudgedQuestion } from './judged-question.ts';
import { containsAnswer } from './metrics/answer-containment.ts';

/** A quote where it stands in a document. */
interface QuoteSpan {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Ties questions of the user's own to the documents of a collection. A hit is at the expected place where document
 * and page are among those that were named and it holds half of the quote or more, or, without a quote, an accepted
 * answer. Errors: `file_malformed` with the line of a question that names a document, or quotes words, that the
 * collection does not have, or the end of several paths; `collection_unknown`.
 * @param file the questions' file, for messages
 */
export async function resolveQuestions(
  questions: readonly EvaluationQuestion[],
  footnote: Pick<Footnote, 'listDocuments' | 'getDocumentText'>,
  file: string,
): Promise<JudgedQuestion[]> {
  const documents = await footnote.listDocuments();
  const fail = ({ line = 1 }: EvaluationQuestion, problem: string): never => {
    throw new FootnoteError('file_malformed', { path: file, line, problem });
  };
  const findDocument = (question: EvaluationQuestion, name: string): DocumentSummary => {
    const [found, other] = documentsNamed(name, documents);
    if (!found) return fail(question, `there is no document "${name}" in the collection`);
    if (!other) return found;
    return fail(question, `"${name}" may be "${found.path}" or "${other.path}": give more of the path`);
  };
  const spans = await findQuotes(questions, documents, footnote, findDocument);

  return questions.map((question) => {
    const { id, text, answers, judgements, place } = question;
    if (!place) {
      const judged = [...judgements].map(
        ([name, gain]) => [findDocument(question, name).path, gain] as const,
      );
      return { id, text, answers, judgements: new Map(judged), itemOf: ({ path }) => path };
    }
    const named = place.documents?.map((name) => findDocument(question, name));
    const quoted = spans.get(question);
    if (quoted?.length === 0) fail(question, `no document says "${shortened(place.quote ?? '')}"`);
    const isExpected = (hit: Hit) =>
      (named === undefined || named.some(({ documentId }) => documentId === hit.documentId)) &&
      (place.page === undefined || hit.page === place.page) &&
      (quoted === undefined || quoted.some((span) => holdsHalf(hit, span))) &&
      (quoted !== undefined || answers.length === 0 || containsAnswer(hit.content, answers));
    const expected = describePlace({ ...place, documents: named?.map(({ path }) => path) }, answers);
    return {
      id,
      text,
      answers,
      judgements: new Map([[expected, 1]]),
      itemOf: (hit) => (isExpected(hit) ? expected : `${hit.path} ${hit.start}–${hit.end}`),
    };
  });
}

/** The spans of every quote, in one walk over the documents that may hold one. */
async function findQuotes(
  questions: readonly EvaluationQuestion[],
  documents: readonly DocumentSummary[],
  footnote: Pick<Footnote, 'getDocumentText'>,
  findDocument: (question: EvaluationQuestion, name: string) => DocumentSummary,
): Promise<ReadonlyMap<EvaluationQuestion, readonly QuoteSpan[]>> {
  const wanted = questions.flatMap((question) => {
    const { quote, documents: named } = question.place ?? {};
    if (quote === undefined) return [];
    const within = named?.map((name) => findDocument(question, name).documentId);
    return [{ question, within, pattern: anyWhiteSpace(quote), spans: [] as QuoteSpan[] }];
  });
  for (const { documentId } of documents) {
    const here = wanted.filter(({ within }) => within === undefined || within.includes(documentId));
    if (here.length === 0) continue;
    const { text } = await footnote.getDocumentText(documentId);
    for (const { pattern, spans } of here) {
      for (const match of text.matchAll(pattern)) {
        spans.push({ documentId, start: match.index, end: match.index + match[0].length });
      }
    }
  }
  return new Map(wanted.map(({ question, spans }) => [question, spans]));
}

function anyWhiteSpace(quote: string): RegExp {
  const words = quote.trim().split(/\s+/);
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'), 'gu');
}

function holdsHalf(hit: Hit, { documentId, start, end }: QuoteSpan): boolean {
  const shared = Math.min(hit.end, end) - Math.max(hit.start, start);
  return hit.documentId === documentId && shared * 2 >= end - start;
}

/** The document of that path, else those whose path ends with it. */
function documentsNamed(name: string, documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const end = name.replace(/^\.?\//, '');
  const exact = documents.filter(({ paths }) => paths.includes(name) || paths.includes(end));
  return exact.length > 0
    ? exact
    : documents.filter(({ paths }) => paths.some((path) => path.endsWith(`/${end}`)));
}

/** The item that every hit at the expected place stands for, in words. */
function describePlace({ documents, page, quote }: ExpectedPlace, answers: readonly string[]): string {
  const words = quote ?? answers[0];
  return [
    documents?.join(' or ') ?? 'any document',
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(words === undefined ? [] : [`“${shortened(words.replace(/\s+/g, ' '))}”`]),
  ].join(', ');
}

function shortened(quote: string): string {
  return quote.length > 60 ? `${quote.slice(0, 60)}…` : quote;
}
