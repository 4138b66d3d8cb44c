import type { Answer } from '../answer/answer.ts';
import type { Footnote } from '../footnote.ts';

/** A question that the documents answer, to begin with. */
export interface FirstQuestion {
  readonly question: string;
  readonly answer: Answer;
}

const mostTried = 12;
const documentsRead = 4;
const headingsPerDocument = 3;

/** Headings that name a part of a document rather than what it says. */
const generic =
  /^(abstract|acknowledge?ments?|appendix|bibliography|changelog|conclusions?|contents|examples?|foreword|getting started|index|installation|introduction|license|notes|overview|preface|references|see also|setup|start|summary|table of contents|usage|use)$/i;

/**
 * The first of the candidates that is answered; undefined where none is. What nothing is found for is not asked: in the
 * log of questions it would stand as one that somebody did not get answered.
 */
export async function findFirstQuestion(
  footnote: Footnote,
  suggestions: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<FirstQuestion | undefined> {
  let tried = 0;
  for await (const question of candidates(footnote, suggestions)) {
    const answer = await answerFound(footnote, question, options);
    if (answer) return { question, answer };
    tried += 1;
    if (tried === mostTried) return undefined;
  }
  return undefined;
}

async function answerFound(
  footnote: Footnote,
  question: string,
  options: { readonly signal: AbortSignal },
): Promise<Answer | undefined> {
  const { hits } = await footnote.search(question, options);
  if (hits.length === 0) return undefined;
  const answer = await footnote.ask(question, options);
  return answer.abstained ? undefined : answer;
}

async function* candidates(footnote: Footnote, suggestions: readonly string[]): AsyncGenerator<string> {
  yield* suggestions;
  const documents = await footnote.listDocuments();
  const longest = documents.toSorted((a, b) => b.chunks - a.chunks).slice(0, documentsRead);
  for (const { documentId, language } of longest) {
    const { blocks } = await footnote.getDocumentText(documentId);
    const titles = blocks
      .filter((block) => block.kind === 'heading')
      .toSorted((a, b) => vagueness(a) - vagueness(b))
      .map((heading) => heading.title.replace(/^[\d.\s]+/, '').trim())
      .filter((title) => title.length >= 4 && title.length <= 60 && !generic.test(title));
    for (const title of titles.slice(0, headingsPerDocument)) yield asQuestion(title, language);
  }
}

/**
 * Headings of several words first, since one alone, as “History”, is mostly about the whole; then sections before their
 * parts, and the document's own title last.
 */
function vagueness({ level, title }: { readonly level: number; readonly title: string }): number {
  return (/\p{L}\P{L}+\p{L}/u.test(title) ? 0 : 10) + (level === 1 ? 7 : level);
}

/** How an English heading begins that is nearly a question, as “How money is paid back”. */
const asking = /^(?:how|what|when|where|which|who|whose|why)\b/i;

function asQuestion(title: string, language: string): string {
  if (title.endsWith('?') || language !== 'en') return title;
  return asking.test(title) ? `${title}?` : `What is ${title}?`;
}
