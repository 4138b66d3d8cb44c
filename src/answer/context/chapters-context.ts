import type { ContextFormat } from './context-format.ts';
import { passageText } from './passage-text.ts';

/** What stands in for a chapter or section that is not known: requirement row C8. */
const unknown = 'Unknown';

/**
 * The passage, then the chapter and section it is from: the form of requirement row C5. The chapter is the document's
 * field of that name, else its title.
 */
export const chaptersContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const { chapter } = passage.chunk.metadata;
    const isNamed = typeof chapter === 'string' || typeof chapter === 'number';
    const place = isNamed ? String(chapter) : hit.title || unknown;
    return `[${passage.number}] ${passageText(passage)}\nSource: ${place}, ${hit.headingPath.at(-1) ?? unknown}`;
  },
};
