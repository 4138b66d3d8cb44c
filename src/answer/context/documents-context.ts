import type { ContextFormat } from './context-format.ts';
import { passageText } from './passage-text.ts';

/** `[Document 1]`, title and content on lines of their own, with rules between: the form of requirement row B6. */
export const documentsContext: ContextFormat = {
  separator: '\n\n---\n\n',
  passage: ({ passage, hit }) =>
    `[Document ${passage.number}]\nTitle: ${hit.title}\nContent: ${passageText(passage)}`,
};
