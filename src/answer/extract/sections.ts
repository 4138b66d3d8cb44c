import { closingFence } from '../../text/sentences/code-fence.ts';
import type { Span } from './join-spans.ts';

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
 * written down. Undefined where there is neither, or nothing else.
 */
export function stepsUnder(heading: Span, body: readonly Span[], content: string): Span | undefined {
  const [first] = body;
  const last = body.at(-1);
  const hasSteps = body.some(({ kind }) => kind === 'code' || kind === 'list');
  if (!first || !last || body.length < 2 || !hasSteps) return undefined;
  const closing = last.kind === 'code' ? closingFence(content.slice(last.end)).length : 0;
  // The fence above code is no part of it.
  const text = content.slice(heading.end, last.end);
  const start = first.kind === 'code' ? heading.end + text.length - text.trimStart().length : first.start;
  return { start, end: last.end + closing, kind: 'list' };
}
