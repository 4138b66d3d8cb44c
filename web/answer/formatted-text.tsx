import { inlineMarkup } from '../source/inline-markup.ts';
import { InlineText } from '../source/inline-text.tsx';

/** Words of an answer. Markdown's inline marks are set instead of shown; the source shows them as they are. */
export function FormattedText({ text }: { readonly text: string }) {
  return <InlineText text={text} pieces={inlineMarkup(text)} renderMark={() => null} />;
}
