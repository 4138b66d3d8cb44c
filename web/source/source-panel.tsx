import '../shell/button.css';
import './source-panel.css';
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DocumentText } from '../../src/contracts/document.ts';
import { getDocumentText } from '../api.ts';
import type { OpenSource } from '../route.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Loading } from '../shell/loading.tsx';
import { pathBelowTitle } from '../shell/path-below-title.ts';
import { useDocumentEvent } from '../use-document-event.ts';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';
import { findQuoted } from './quoted-span.ts';
import { scrollToMark } from './scroll-to-mark.ts';
import { SourceText } from './source-text.tsx';
import { useSelectedText } from './use-selected-text.ts';

/** Loaded with the first PDF that is looked at. */
const PdfSource = lazy(() => import('./pdf/pdf-source.tsx'));

/** Most characters that can be asked about at once: the address holds them, and of more no question is about all. */
const longestSelection = 4000;

interface SourcePanelProps {
  /** The collection of the document. */
  readonly collection: string;
  /** Whether it is said, since what is shown is of several. */
  readonly isOfSeveral: boolean;
  readonly source: OpenSource;
  /** Covers the page instead of standing beside it. */
  readonly isSheet: boolean;
  /** What opened the panel: where the focus goes back to. */
  readonly opener: RefObject<Element | null>;
  /** Goes to the next question, which is about these words of the document. */
  readonly onAskAbout: (words: string) => void;
  readonly onClose: () => void;
}

/**
 * A document beside the page, scrolled to the cited span. Words selected in it can be asked about; Escape closes it.
 */
export function SourcePanel(props: SourcePanelProps) {
  const words = useWords();
  const { collection, isOfSeveral, source, isSheet, opener, onAskAbout, onClose } = props;
  const { documentId, span } = source;
  const body = useRef<HTMLDivElement>(null);
  const {
    value: document,
    error,
    reload,
  } = useResource((signal) => getDocumentText(collection, documentId, signal), [collection, documentId]);
  const shown = document?.documentId === documentId ? document : undefined;
  const found = useMemo(() => (shown && span ? findQuoted(shown.text, span) : undefined), [shown, span]);
  const selected = useSelectedText(body);
  // Until it is known, there is room for it.
  const path = shown ? pathBelowTitle(shown) : '\u00A0';
  const [isText, setText] = useState(false);
  const hasPages = shown?.original?.mediaType === 'application/pdf';
  const isPages = hasPages && !isText;
  const place = `${documentId} ${span?.start} ${span?.end}`;

  useEffect(() => body.current?.focus({ preventScroll: true }), [place]);
  useLayoutEffect(() => (shown && body.current ? scrollToMark(body.current) : undefined), [shown, place]);
  useDocumentEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });
  useEffect(() => () => returnFocus(opener.current), [opener]);

  return (
    <section
      className={isSheet ? 'source-panel source-sheet' : 'source-panel'}
      aria-labelledby="source-title"
      role={isSheet ? 'dialog' : 'complementary'}
      aria-modal={isSheet || undefined}
    >
      <header className="source-head">
        <div>
          <h2 id="source-title" className="clamped">
            <bdi>{shown?.title ?? words.source.source}</bdi>
          </h2>
          {(path !== undefined || isOfSeveral) && (
            <p className="small-print clamped">
              {isOfSeveral && <bdi>{collection}</bdi>}
              {isOfSeveral && path !== undefined && ': '}
              {path !== undefined && <BreakingName name={path} />}
            </p>
          )}
        </div>
        <div className="source-acts">
          {hasPages && (
            <button
              type="button"
              className="quiet-button"
              aria-pressed={isText}
              onClick={() => setText(!isText)}
            >
              {words.source.textOnly}
            </button>
          )}
          <button type="button" className="quiet-button" onClick={onClose}>
            {words.shell.close}
          </button>
        </div>
      </header>
      <div
        className={isPages ? 'source-body source-pages' : 'source-body'}
        ref={body}
        tabIndex={isPages ? -1 : 0}
        role="region"
        aria-label={isPages ? words.source.source : words.source.text}
      >
        {error && <FailureNotice error={error} onRetry={reload} />}
        {!shown && !error && <Loading />}
        {shown && span && !found && (
          <p className="source-changed" role="status">
            {words.source.changed}
          </p>
        )}
        {shown && !isPages && <SourceText key={place} document={shown} span={found} />}
        {shown && isPages && (
          <Suspense fallback={<Loading />}>
            <PdfSource
              key={place}
              collection={collection}
              documentId={documentId}
              span={found}
              page={found && pageAt(shown, found.start)}
              onUnreadable={() => setText(true)}
            />
          </Suspense>
        )}
      </div>
      {selected !== '' && selected.length <= longestSelection && (
        <button
          type="button"
          className="strong-button source-ask"
          // Pressing it must not take the selection away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAskAbout(selected)}
        >
          {words.source.askAbout}
        </button>
      )}
    </section>
  );
}

/** The page on which a place of the text stands; undefined where the document does not say. */
function pageAt({ blocks }: DocumentText, start: number): number | undefined {
  return blocks.findLast((block) => block.start <= start && block.page !== undefined)?.page;
}

function returnFocus(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('question');
  if (target instanceof HTMLElement) target.focus({ preventScroll: target.id === 'question' });
}
