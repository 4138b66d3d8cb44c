import { withoutQuestionLabel } from './asked-questions.ts';
import { introduces, type Span } from './join-spans.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { endsSentence } from './sentence-end.ts';

/** Whether it is a line of bold print that says nothing, as a heading of what stands under it does. */
export function isBoldLine({ kind, text }: Pick<QuotableUnit, 'kind' | 'text'>): boolean {
  return kind === 'prose' && /^(\*\*|__)[^*_\n]+\1$/u.test(text) && !endsSentence(text) && !introduces(text);
}

/** A heading without the number of its section and without the label of a question. */
export function nameOfHeading(heading: string): string {
  return withoutQuestionLabel(heading.replace(/^(?:\p{N}+(?:\.\p{N}+)+[.)]?|\p{N}+[.)])\s+(?=\p{L})/u, ''));
}

const headingMark = /^(#+)\s+/;

/** The words of a heading in Markdown. */
export function withoutMark({ start, end, kind }: Span, content: string): Span {
  const mark = headingMark.exec(content.slice(start, end))?.[0] ?? '';
  return { start: start + mark.length, end, kind };
}

/** How deep a heading stands, from 1 on; undefined where it carries no mark. */
export function levelOf({ start, end }: Span, content: string): number | undefined {
  return headingMark.exec(content.slice(start, end))?.[1]?.length;
}
