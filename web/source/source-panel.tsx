import './source-panel.css';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { getDocumentText } from '../api.ts';
import type { OpenSource } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FilePath } from '../shell/file-path.tsx';
import { useResource } from '../use-resource.ts';
import { scrollToMark } from './scroll-to-mark.ts';
import { SourceText } from './source-text.tsx';

interface SourcePanelProps {
  readonly collection: string;
  readonly source: OpenSource;
  /** Covers the page instead of standing beside it. */
  readonly isSheet: boolean;
  /** What opened the panel: where the focus goes back to. */
  readonly opener: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** A document beside the page, scrolled to the cited span. Escape closes it. */
export function SourcePanel({ collection, source, isSheet, opener, onClose }: SourcePanelProps) {
  const { documentId, span } = source;
  const body = useRef<HTMLDivElement>(null);
  const {
    value: document,
    error,
    reload,
  } = useResource((signal) => getDocumentText(collection, documentId, signal), [collection, documentId]);
  const shown = document?.documentId === documentId ? document : undefined;
  const place = `${documentId} ${span?.start} ${span?.end}`;

  useEffect(() => body.current?.focus({ preventScroll: true }), [place]);
  useLayoutEffect(() => (shown && body.current ? scrollToMark(body.current) : undefined), [shown, place]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.document.addEventListener('keydown', listener);
    return () => window.document.removeEventListener('keydown', listener);
  }, [onClose]);
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
          <h2 id="source-title">
            <bdi>{shown?.title ?? 'Source'}</bdi>
          </h2>
          <p>
            <FilePath path={shown?.path ?? '\u00A0'} />
          </p>
        </div>
        <button type="button" className="quiet-button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className="source-body" ref={body} tabIndex={0} role="region" aria-label="Text of the source">
        {error && <FailureNotice error={error} onRetry={reload} />}
        {shown && <SourceText key={place} document={shown} span={span} />}
      </div>
    </section>
  );
}

function returnFocus(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('question');
  if (target instanceof HTMLElement) target.focus({ preventScroll: target.id === 'question' });
}
