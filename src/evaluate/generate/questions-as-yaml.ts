import { stringify } from 'yaml';
import type { GeneratedQuestion } from './generated-question.ts';

const preface = `# Questions made from the documents themselves. They share the words of the text, so they are easier than
# what people ask: compare settings with them, but trust the figures less than those of your own questions.
# Change, add and remove what you like. Each needs "question" and any of "document", "page", "quote" and
# "answer"; a question that the documents do not answer has "answerable: false".
`;

/** The questions as a file that can be read, changed and asked. */
export function questionsAsYaml(questions: readonly GeneratedQuestion[]): string {
  return `${preface}${stringify(questions, { lineWidth: 110 })}`;
}
