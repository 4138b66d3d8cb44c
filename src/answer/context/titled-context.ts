import type { ContextFormat } from './context-format.ts';
import { passageText } from './passage-text.ts';

/** `[Title > Section]`, or `[Title]` where there is no section, then the passage: the form of requirement row D3. */
export const titledContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const section = hit.headingPath.at(-1);
    const place = section === undefined || section === hit.title ? hit.title : `${hit.title} > ${section}`;
    return `[${place}]\n${passageText(passage)}`;
  },
};
