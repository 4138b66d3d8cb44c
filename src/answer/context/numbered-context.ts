import { pageUnitOf } from '../../contracts/page-unit.ts';
import type { ContextFormat } from './context-format.ts';
import { passageText } from './passage-text.ts';

/** `[1] Title > Section, page 3`, then the passage. */
export const numberedContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const place = [hit.title, ...hit.headingPath.filter((heading) => heading !== hit.title)].join(' > ');
    const page = hit.page === null ? '' : `, ${pageUnitOf(hit.path)} ${hit.page}`;
    return `[${passage.number}] ${place}${page}\n${passageText(passage)}`;
  },
};
