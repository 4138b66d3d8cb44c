import type { MetadataValue } from '../../contracts/chunk.ts';
import { unnamed } from '../../text/heading-path.ts';
import type { ContextFormat } from './context-format.ts';
import { passageText } from './passage-text.ts';

/**
 * The passage, then the chapter and section it is from: the form of requirement row C5. The chapter is the passage's
 * field of that name, else the document's title; the section is the field, else the nearest heading.
 */
export const chaptersContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const { metadata } = passage.chunk;
    const chapter = nameIn(metadata.chapter, unnamed.chapter) ?? (hit.title || unnamed.chapter);
    const section = nameIn(metadata.section, unnamed.section) ?? hit.headingPath.at(-1) ?? unnamed.section;
    return `[${passage.number}] ${passageText(passage)}\nSource: ${chapter}, ${section}`;
  },
};

/** Undefined where the field is not there, or only stands for a name. */
function nameIn(field: MetadataValue | undefined, stand: string): string | undefined {
  const isName = typeof field === 'string' || typeof field === 'number';
  return isName && field !== stand ? String(field) : undefined;
}
