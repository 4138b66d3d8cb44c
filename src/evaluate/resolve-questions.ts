import { resolve } from 'node:path';
import type { DocumentSummary } from '../contracts/document.ts';
import type { Footnote } from '../footnote.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { EvaluationQuestion, ExpectedPlace } from './evaluation-question.ts';
import { findEvidence, sharesHalf } from './find-evidence.ts';
import type { JudgedQuestion } from './judged-question.ts';
import { containsAnswer } from './metrics/answer-containment.ts';
import { type QuestionFault, refuseFaults } from './refuse-faults.ts';

/** Questions of the user's own, ready to be asked. */
export interface ResolvedQuestions {
  readonly questions: readonly JudgedQuestion[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

/**
 * Ties questions of the user's own to the documents of a collection. A hit is at the expected place where it shares
 * half with the quote, or with the page where there is no quote, and, without a quote, holds an accepted answer where
 * there are any. Answers that no document has are noted. Errors: `file_malformed` with the lines of questions that
 * name a document or page, or quotes words, that the collection does not have, or the end of several paths;
 * `collection_unknown`.
 * @param file the questions' file, for messages
 */
export async function resolveQuestions(
  questions: readonly EvaluationQuestion[],
  footnote: Pick<Footnote, 'listDocuments' | 'getDocumentText'>,
  file: string,
): Promise<ResolvedQuestions> {
  const documents = await footnote.listDocuments();
  const faults: QuestionFault[] = [];
  const fault = ({ line = 1 }: EvaluationQuestion, problem: string) => faults.push({ line, problem });
  const findDocument = (question: EvaluationQuestion, name: string): DocumentSummary[] => {
    const [found, other] = documentsNamed(name, documents);
    if (found && !other) return [found];
    if (!found) fault(question, `there is no document "${name}" in the collection`);
    else fault(question, `"${name}" could be "${found.path}" or "${other?.path}": give more of the path`);
    return [];
  };
  const named = new Map(
    questions.map((question) => {
      const names = question.place ? question.place.documents : [...question.judgements.keys()];
      return [question, names?.flatMap((name) => findDocument(question, name))];
    }),
  );
  const documentsOf = (question: EvaluationQuestion) =>
    named.get(question)?.map(({ documentId }) => documentId);
  const evidence = await findEvidence(questions, documentsOf, documents, footnote);

  const unanswered: EvaluationQuestion[] = [];
  const resolved = questions.map((question): JudgedQuestion => {
    const { id, text, answers, place } = question;
    const paths = named.get(question)?.map(({ path }) => path);
    const found = evidence.get(question);
    if (!place || !found) {
      const judgements = new Map(paths?.map((path) => [path, 1]));
      return { id, text, answers, judgements, itemOf: ({ path }) => path };
    }
    const expected = describePlace({ ...place, documents: paths }, answers);
    const isSpan = place.quote !== undefined || place.page !== undefined;
    // Of a document that there is not, it was said already.
    const isNamed = place.documents === undefined || place.documents.length === paths?.length;
    if (isSpan && isNamed && found.spans.length === 0)
      fault(question, `there is no such place in the documents: ${expected}`);
    const isAnswer = place.quote === undefined && answers.length > 0;
    if (isAnswer && !found.hasAnswer) unanswered.push(question);
    const isExpected = (hit: Hit) =>
      (!isSpan || found.spans.some((span) => sharesHalf(hit, span))) &&
      (!isAnswer || containsAnswer(hit.content, answers));
    return {
      id,
      text,
      answers,
      judgements: new Map([[expected, 1]]),
      itemOf: (hit) => (isExpected(hit) ? expected : describeHit(hit)),
    };
  });
  refuseFaults(file, faults);
  return { questions: resolved, notes: unansweredNotes(unanswered) };
}

/** Questions that a note names. */
const mostNamed = 5;

function unansweredNotes(questions: readonly EvaluationQuestion[]): string[] {
  if (questions.length === 0) return [];
  const lines = questions.slice(0, mostNamed).map(({ line = 1 }) => `line ${line}`);
  const more = questions.length > mostNamed ? `, and ${questions.length - mostNamed} more` : '';
  return [`Counted as not found because no document contains the answer: ${lines.join(', ')}${more}.`];
}

/** The document of that path, however it is written from here, else those whose path ends with it. */
function documentsNamed(name: string, documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const end = name.replace(/^\.?\//, '');
  const whole = resolve(name);
  const exact = documents.filter(
    ({ paths }) =>
      paths.includes(name) || paths.includes(end) || paths.some((path) => resolve(path) === whole),
  );
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
    ...(words === undefined ? [] : [quoted(words)]),
  ].join(', ');
}

/** A passage that was found and not looked for: where it stands, and how it begins. */
function describeHit({ path, start, end, content }: Hit): string {
  return `${path} ${start}–${end}, ${quoted(content)}`;
}

function quoted(words: string): string {
  const text = words.trim().replace(/\s+/g, ' ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}
