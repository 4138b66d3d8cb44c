import { stringify } from 'yaml';

/** Scripts of which a character says about as much as three letters of others, for within the brackets of a pattern. */
export const denseLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`;

const denseLetter = new RegExp(`[${denseLetters}]`, 'gu');

/** The length of a text in characters, those that say as much as three counted so: what bounds on length hold for. */
export function lengthInLetters(text: string): number {
  return text.length + 2 * (text.match(denseLetter)?.length ?? 0);
}

const preface = `# Questions made from the documents themselves. They share the words of the text, so they are easier than
# what people ask: compare settings with them, but trust the figures less than those of your own questions.
# Change, add and remove what you like. Each needs "question" and any of "document", "page", "quote" and
# "answer"; a question that the documents do not answer has "answerable: false".
`;

/** The questions as a file that can be read, changed and asked. */
export function questionsAsYaml(questions: readonly GeneratedQuestion[]): string {
  return `${preface}${stringify(questions, { lineWidth: 110 })}`;
}

/** A question that was made from a collection, in the form of a file of questions. */
export interface GeneratedQuestion {
  readonly question: string;
  /** Path of the document that answers. */
  readonly document: string;
  readonly page?: number;
  /** Words of the document that answer. */
  readonly quote: string;
  /** What was left out of a cloze. */
  readonly answer?: string;
}

/** A document to make questions from. */
export interface QuestionSource {
  readonly path: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

/** The items in an order that `random` decides, in [0, 1). Source: Fisher and Yates; Knuth, TAOCP 3.4.2 P. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** The first of each list, then the second of each, and so on. */
export function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
