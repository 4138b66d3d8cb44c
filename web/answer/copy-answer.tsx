import { useContext, useState } from 'react';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { formatRoute, startOf } from '../route.ts';
import { IsOfSeveral } from '../shell/is-of-several.ts';
import { quotedSpan } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';
import { answerAsHtml } from './answer-as-html.ts';
import { answerAsText } from './answer-as-text.ts';

/**
 * Copies an answer with its footnotes: set, for programs that set text, and as Markdown for all others. Not there where
 * the browser keeps the clipboard from the page.
 */
export function CopyAnswer({ turn }: { readonly turn: Turn }) {
  const words = useWords();
  const isOfSeveral = useContext(IsOfSeveral);
  const [label, setLabel] = useState<'copy' | 'copied' | 'notCopied'>('copy');
  // A page without HTTPS from another machine has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  const copy = async () => {
    try {
      await clipboard.write([clipboardItem(turn, isOfSeveral)]);
      setLabel('copied');
    } catch {
      setLabel('notCopied');
    }
  };
  return (
    <button
      type="button"
      onClick={() => void copy()}
      onBlur={() => setLabel('copy')}
      onPointerLeave={() => setLabel('copy')}
    >
      <span aria-live="polite">{words.answer[label]}</span>
    </button>
  );
}

function clipboardItem(turn: Turn, isOfSeveral: boolean): ClipboardItem {
  const forms = {
    'text/plain': answerAsText(turn, { isOfSeveral }),
    'text/html': answerAsHtml(turn, { isOfSeveral, addressOf: sourceAddress }),
  };
  const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })] as const);
  return new ClipboardItem(Object.fromEntries(blobs));
}

/** Where the page opens what a citation quotes. */
function sourceAddress(citation: ShownCitation): string {
  const { collection, documentId, quote } = citation;
  const span = quotedSpan(citation, quote ?? '');
  const source = { collection: undefined, documentId, span };
  return new URL(formatRoute({ ...startOf('documents', [collection]), source }), window.location.href).href;
}
