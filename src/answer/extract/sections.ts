import { closingFence } from '../../text/code-fence.ts';
import { asksForList } from './asks-for-list.ts';
import type { Span } from './join-spans.ts';
import { endsQuestion } from './sentence-end.ts';
import { isNote } from './unit-form.ts';

/** A heading with what stands under it, up to the next; what stands before the first has none. */
export interface Section {
  readonly heading: Span | undefined;
  readonly body: readonly Span[];
}

/** The sections of a text, from its spans in their order. */
export function sectionsOf(spans: readonly Span[]): Section[] {
  const sections: { heading: Span | undefined; body: Span[] }[] = [{ heading: undefined, body: [] }];
  for (const span of spans) {
    if (span.kind === 'heading' || span.kind === 'question') sections.push({ heading: span, body: [] });
    else sections.at(-1)?.body.push(span);
  }
  return sections;
}

/**
 * All that stands under a heading as one, like a list: code or a list with what is said of it between, as steps are
 * written down. Undefined where there is neither, or nothing else, and where the heading asks for something else.
 */
export function stepsUnder(
  heading: Span,
  body: readonly Span[],
  content: string,
  language: string,
): Span | undefined {
  if (asksOtherwise(content.slice(heading.start, heading.end), language)) return undefined;
  const [first] = body;
  const last = body.at(-1);
  const hasSteps = body.some(
    ({ kind, start, end }) =>
      kind === 'code' || (kind === 'list' && !isPropertyList(content.slice(start, end))),
  );
  if (!first || !last || body.length < 2 || !hasSteps) return undefined;
  const closing = last.kind === 'code' ? closingFence(content.slice(last.end)).length : 0;
  // The fence above code is no part of it.
  const text = content.slice(heading.end, last.end);
  const start = first.kind === 'code' ? heading.end + text.length - text.trimStart().length : first.start;
  return { start, end: last.end + closing, kind: 'list' };
}

/**
 * Whether a heading is a question that asks for no steps: "Does it send anything?" What stands under it answers that.
 */
function asksOtherwise(heading: string, language: string): boolean {
  return endsQuestion(heading.trimEnd()) && asksForList(heading, language) !== 'steps';
}

/** Whether all items of a list only name a value: "Default: null". */
function isPropertyList(list: string): boolean {
  return list.split('\n').every((line) => line.trim() === '' || isNote(line.replace(/^\s*[-*+•]\s+/u, '')));
}
