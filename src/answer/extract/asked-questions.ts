import { anyItemMark, itemMark } from '../../text/sentences/item-mark.ts';
import type { Sentence } from '../../text/sentences/sentences.ts';
import { followsMarker } from './join-spans.ts';

/** A sentence, or a question that the text asks itself and that stands over its answer as a heading does. */
export interface ReadSentence extends Pick<Sentence, 'start' | 'end'> {
  readonly kind: Sentence['kind'] | 'question';
}

/** A question with all that parts it from what stands around it. */
interface AskedQuestion {
  /** Of its words. */
  readonly start: number;
  readonly end: number;
  /** Where its line begins, and where the words of its answer do. */
  readonly from: number;
  readonly to: number;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
}

/** What says of words in a list of frequent questions that they ask, or answer: "Q:", "**A2:**", "Q.", "Frage:". */
function label(words: string): string {
  const end = String.raw`[*_]{0,3}(?:\s?[:：]|(?<=[qa]\p{N}{0,3})\.)[*_]{0,3}`;
  return String.raw`[*_]{0,3}(?:${words})\s?\p{N}{0,3}${end}(?=[\s\p{L}\p{P}])[^\S\n]*`;
}

const questionLabel = label(
  'q|question|frage|f|pregunta|p|domanda|d|pergunta|vraag|v|вопрос|в|问|問|问题|質問',
);
const answerLabel = label(
  'a|answer|antwort|réponse|r|respuesta|risposta|resposta|antwoord|ответ|о|答|回答|答え',
);

const lineStart = String.raw`^(?<before>[^\S\n]*(?:>\s?)?${itemMark}?)`;
const longestQuestion = 400;

/** A label, and words up to the stop of a question at the end of a line, or to the label of an answer. */
const labelled = new RegExp(
  String.raw`${lineStart}(?<mark>${questionLabel})(?<words>(?:(?!\n\s*\n)[^]){1,${longestQuestion}}?)(?:(?<=[?？؟])(?=[*_]{0,3}[^\S\n]*$)|(?=[*_]{0,3}\s+${answerLabel}))`,
  'gimu',
);
const boldLine = new RegExp(
  String.raw`${lineStart}(?<mark>\*\*|__)(?<words>[^*_\n]+[?？؟])(?=\k<mark>:?[^\S\n]*$)`,
  'gmu',
);

/** A sentence that asks, and is all of its line. */
const onlyQuestion = String.raw`(?<words>[\p{L}¿«“"](?:(?![.!?…]["'”’)\]]*\s|[。！？])[^\n]){4,200}?[?？؟])[^\S\n]*`;
/** Such a paragraph, with another behind it. */
const questionParagraph = new RegExp(
  String.raw`(?<![^\n]\n)^(?<before>[^\S\n]*)${onlyQuestion}(?=\n[^\S\n]*\n\s*\S)`,
  'gmu',
);
/** Such an item, with what belongs to it under it. */
const questionItem = new RegExp(
  String.raw`^(?<before>(?<indentation>[^\S\n]*)${itemMark})${onlyQuestion}(?=\n(?:[^\S\n]*\n)?\k<indentation>(?:\t|[^\S\n]{2,})(?!${anyItemMark})\S)`,
  'gmu',
);
const behindQuestion = new RegExp(String.raw`^[*_]{0,3}:?\s*(?:${answerLabel})?`, 'iu');
const headingLabel = new RegExp(String.raw`^${questionLabel}`, 'iu');

/**
 * Makes questions of what a text asks itself: behind a label, in bold print on a line of their own, or as all of a
 * paragraph or of an item that more stands under. The label of an answer is taken from it, and an item that holds both
 * a question and its answer is prose.
 */
export function withAskedQuestions(found: readonly Sentence[], content: string): readonly ReadSentence[] {
  const questions = questionsIn(content);
  if (questions.length === 0) return found;
  const isCode = ({ from }: AskedQuestion) =>
    found.some(({ kind, start, end }) => kind === 'code' && start <= from && from < end);
  const asked = questions.filter((question) => !isCode(question));
  const headings = asked.map(({ start, end }): ReadSentence => ({ start, end, kind: 'question' }));
  return [...withoutQuestions(found, asked, content), ...headings].toSorted((a, b) => a.start - b.start);
}

/** The words of a heading without the label of a question. */
export function withoutQuestionLabel(heading: string): string {
  return heading.replace(headingLabel, '');
}

function questionsIn(content: string): AskedQuestion[] {
  const forms = [labelled, boldLine, questionParagraph, questionItem];
  const matches = forms.flatMap((form) => [...content.matchAll(form)]);
  const questions = matches.map((match): AskedQuestion => {
    const { before = '', mark = '', words = '' } = match.groups ?? {};
    const start = match.index + before.length + mark.length;
    const end = start + words.trimEnd().length;
    const to = end + (behindQuestion.exec(content.slice(end))?.[0].length ?? 0);
    return { start, end, from: match.index, to, isItem: /\S/.test(before.replace('>', '')) };
  });
  // A labelled line in bold print is found twice: the label is no word of the question.
  const inOrder = questions.toSorted((a, b) => a.from - b.from || b.start - a.start);
  return inOrder.filter(({ from }, place) => from >= (inOrder[place - 1]?.to ?? 0));
}

/** What of the sentences is none of the questions. */
function withoutQuestions(
  found: readonly Sentence[],
  questions: readonly AskedQuestion[],
  content: string,
): ReadSentence[] {
  const rest: ReadSentence[] = [];
  let isInAnswer = false;
  for (const sentence of found) {
    const cuts = questions.filter(({ from, to }) => from < sentence.end && sentence.start < to);
    const isItem = sentence.kind === 'list-item';
    if (cuts.length > 0) isInAnswer = cuts.at(-1)?.isItem === true;
    else if (!isItem || followsMarker(content, sentence.start)) isInAnswer = false;
    const kind = isItem && isInAnswer ? 'prose' : sentence.kind;
    const ends = [sentence.start, ...cuts.map(({ to }) => to)];
    for (const [place, start] of ends.entries()) {
      const end = cuts[place]?.from ?? sentence.end;
      const words = content.slice(start, Math.max(start, end));
      const from = start + words.length - words.trimStart().length;
      if (words.trim() !== '') rest.push({ start: from, end: from + words.trim().length, kind });
    }
  }
  return rest;
}
