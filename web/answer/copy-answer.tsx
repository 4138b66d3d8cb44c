import { useContext, useId, useState } from 'react';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { formatRoute, startOf } from '../route.ts';
import { IsOfSeveral } from '../shell/is-of-several.ts';
import { quotedSpan } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';
import { answerAsHtml } from './answer-as-html.ts';
import { answerAsText } from './answer-as-text.ts';
import { asBibtex, asCsl } from './references.ts';

/**
 * Copies an answer with its footnotes: set, for programs that set text, and as Markdown for all others; or in one of
 * its other forms. Not there where the browser keeps the clipboard from the page.
 */
export function CopyAnswer({ turn }: { readonly turn: Turn }) {
  const { answer: words } = useWords();
  const isOfSeveral = useContext(IsOfSeveral);
  const [isOpen, setOpen] = useState(false);
  const forms = useId();
  // A page without HTTPS from another machine has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  const { citations } = turn;
  const html = () => answerAsHtml(turn, { isOfSeveral, addressOf: sourceAddress });
  const markdown = () => `${answerAsText(turn, { isOfSeveral })}\n`;
  const hasSources = citations.some(({ quote }) => quote !== null);
  return (
    <>
      <CopyButton
        label={words.copy}
        onCopy={() =>
          clipboard.write([clipboardItem({ 'text/plain': markdown().trimEnd(), 'text/html': html() })])
        }
      />
      <button type="button" aria-expanded={isOpen} aria-controls={forms} onClick={() => setOpen(!isOpen)}>
        {words.otherForms}
      </button>
      <span id={forms} className="answer-forms" role="group" aria-label={words.otherForms} hidden={!isOpen}>
        <CopyButton label={words.copyMarkdown} onCopy={() => clipboard.writeText(markdown())} />
        <CopyButton label={words.copyHtml} onCopy={() => clipboard.writeText(html())} />
        {hasSources && (
          <>
            <CopyButton label={words.copyBibtex} onCopy={() => clipboard.writeText(asBibtex(citations))} />
            <CopyButton label={words.copyCsl} onCopy={() => clipboard.writeText(asCsl(citations))} />
          </>
        )}
        <CopyButton label={words.copyLink} onCopy={() => clipboard.writeText(window.location.href)} />
      </span>
    </>
  );
}

interface CopyButtonProps {
  readonly label: string;
  readonly onCopy: () => Promise<void>;
}

/** A button that says, until it is left, whether something was copied. */
function CopyButton({ label, onCopy }: CopyButtonProps) {
  const { answer: words } = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const forget = () => setOutcome(undefined);
  return (
    <button
      type="button"
      onClick={() =>
        void onCopy().then(
          () => setOutcome('copied'),
          () => setOutcome('notCopied'),
        )
      }
      onBlur={forget}
      onPointerLeave={forget}
    >
      <span aria-live="polite">{outcome ? words[outcome] : label}</span>
    </button>
  );
}

function clipboardItem(forms: Readonly<Record<string, string>>): ClipboardItem {
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
