import '../shell/button.css';
import './source-panel.css';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { clockTime, type DocumentText, type TextPlace } from '../../src/contracts/document.ts';
import { getDocumentText, getPlaces } from '../api.ts';
import type { ConversationStore } from '../conversation/conversation-store.ts';
import { useOpenedFootnote } from '../conversation/footnotes.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Loading } from '../shell/loading.tsx';
import { pathBelowTitle } from '../shell/place-words.ts';
import { useDocumentEvent } from '../use-document-event.ts';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { ChangedQuote, counterpart } from './changed-quote.tsx';
import { findQuoted } from './quoted-span.ts';
import { scrollToMark } from './scroll-to-mark.ts';
import { lookOf } from './source-runs.ts';
import { SourceText } from './source-text.tsx';
import { AskedCell } from './table-view.tsx';
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
  /** What was asked, of which a footnote may be opened; `home` keeps it. */
  readonly conversations: ConversationStore;
  readonly home: string;
  readonly onOpenSource: (source: OpenSource) => void;
  /** Goes to the next question, which is about these words of the document. */
  readonly onAskAbout: (words: string) => void;
  readonly onClose: () => void;
}

/**
 * A document beside the page, scrolled to the cited span. Words selected in it can be asked about; Escape closes it.
 */
export function SourcePanel(props: SourcePanelProps) {
  const words = useWords();
  const { collection, isOfSeveral, source, isSheet, conversations, home } = props;
  const { onOpenSource, onAskAbout, onClose } = props;
  const { documentId, span } = source;
  const body = useRef<HTMLDivElement>(null);
  const {
    value: document,
    error,
    reload,
  } = useResource((signal) => getDocumentText(collection, documentId, signal), [collection, documentId]);
  const shown = document?.documentId === documentId ? document : undefined;
  const footnote = useOpenedFootnote(conversations, home, source, onOpenSource);
  const quote = footnote.citation?.quote ?? undefined;
  const cited = useMemo(() => (shown && span ? findQuoted(shown.text, span) : undefined), [shown, span]);
  const hasChanged = shown !== undefined && span !== undefined && !cited;
  const instead = useMemo(
    () => (hasChanged && quote ? counterpart(shown.text, shown.blocks, quote, span.start) : undefined),
    [hasChanged, shown, quote, span],
  );
  const found = cited ?? instead;
  const version = footnote.citation?.version;
  const asked = useMemo(
    () => (cited && footnote.citation ? cellWithin(footnote.citation, cited.start) : undefined),
    [cited, footnote.citation],
  );
  const citedVersion = version === shown?.version ? undefined : version;
  const where = usePlaceInFile(collection, shown, found);
  const selected = useSelectedText(body);
  // Until it is known, there is room for it.
  const path = shown ? pathBelowTitle(shown) : '\u00A0';
  const [isText, setText] = useState(false);
  const hasPages = shown?.original?.mediaType === 'application/pdf';
  const isPages = hasPages && !isText;
  const isGone = error?.code === 'document_unknown' && quote !== undefined;
  const place = `${documentId} ${span?.start} ${span?.end}`;

  useEffect(() => {
    // Whoever goes on by the buttons stays there.
    if (!window.document.activeElement?.closest('.source-steps'))
      body.current?.focus({ preventScroll: true });
  }, [place]);
  useLayoutEffect(
    () => (shown && body.current ? scrollToMark(body.current) : undefined),
    [shown, place, instead],
  );
  useDocumentEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });

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
            <bdi>{shown?.title ?? footnote.citation?.title ?? words.source.source}</bdi>
          </h2>
          {(path !== undefined || isOfSeveral || where !== undefined) && (
            <p className="small-print clamped">
              {isOfSeveral && <bdi>{collection}</bdi>}
              {isOfSeveral && path !== undefined && ': '}
              {path !== undefined && (
                <bdi dir="ltr">
                  <BreakingName name={path} />
                </bdi>
              )}
              {where !== undefined && <bdi className="source-where">{where}</bdi>}
            </p>
          )}
          {cited && citedVersion !== undefined && (
            <p className="small-print">{words.source.sameInVersion(citedVersion, shown?.version ?? 0)}</p>
          )}
        </div>
        <div className="source-acts">
          {footnote.total > 1 && footnote.place > 0 && (
            <nav className="source-steps" aria-label={words.source.footnotes}>
              <button
                type="button"
                className="quiet-button"
                aria-label={words.source.previousFootnote}
                aria-disabled={footnote.place === 1}
                onClick={() => footnote.step(-1)}
              >
                ‹
              </button>
              <span className="small-print" aria-live="polite">
                {footnote.place} / {footnote.total}
              </span>
              <button
                type="button"
                className="quiet-button"
                aria-label={words.source.nextFootnote}
                aria-disabled={footnote.place === footnote.total}
                onClick={() => footnote.step(1)}
              >
                ›
              </button>
            </nav>
          )}
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
      {error && isGone && (
        <div className="source-changed" role="status" tabIndex={0}>
          {words.source.removed}
          <ChangedQuote quote={quote} now={undefined} />
        </div>
      )}
      {hasChanged && (
        <div className="source-changed" role="status" tabIndex={0}>
          {instead ? words.source.changedTo : words.source.changed}
          {citedVersion !== undefined && (
            <p className="small-print">{words.source.citedVersion(citedVersion, shown.version)}</p>
          )}
          {quote !== undefined && (
            <ChangedQuote quote={quote} now={instead && shown.text.slice(instead.start, instead.end)} />
          )}
        </div>
      )}
      <div
        className={isPages ? 'source-body source-pages' : 'source-body'}
        ref={body}
        tabIndex={isPages ? -1 : 0}
        role="region"
        aria-label={isPages ? words.source.source : words.source.text}
      >
        {error && !isGone && <FailureNotice error={error} onRetry={reload} />}
        {!shown && !error && <Loading />}
        {shown && !isPages && (
          <AskedCell value={asked}>
            <SourceText
              key={`${place} ${found?.start}`}
              collection={collection}
              document={shown}
              span={found}
            />
          </AskedCell>
        )}
        {shown && isPages && (
          <Suspense fallback={<Loading />}>
            <PdfSource
              key={place}
              collection={collection}
              documentId={documentId}
              span={found}
              page={found && pageAt(shown, found.start)}
              isProse={found !== undefined && isProse(shown.text.slice(found.start, found.end))}
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

/** Where the cell is by now that a row is cited for, where the row begins at `start`. */
function cellWithin(citation: Pick<ShownCitation, 'start' | 'cell'>, start: number) {
  const by = start - citation.start;
  return citation.cell && { start: citation.cell.start + by, end: citation.cell.end + by };
}

/** Whether words are no cells of a row, and of no script that runs from right to left. */
function isProse(words: string): boolean {
  return !/[|\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(words);
}

/** The page on which a place of the text stands; undefined where the document does not say. */
function pageAt({ blocks }: DocumentText, start: number): number | undefined {
  return blocks.findLast((block) => block.start <= start && block.page !== undefined)?.page;
}

/** Where a part of a text stands in its file, as its readers know it: `Water, C2`. Undefined where nobody does. */
function usePlaceInFile(
  collection: string,
  document: DocumentText | undefined,
  span: { readonly start: number; readonly end: number } | undefined,
): string | undefined {
  const words = useWords();
  const look = document && lookOf(document);
  const isKnown = look !== undefined && look !== 'code';
  const id = document?.documentId;
  const { value } = useResource(
    async (signal) =>
      id !== undefined && span && isKnown ? getPlaces(collection, id, span, signal) : undefined,
    [collection, id, isKnown, span?.start, span?.end],
  );
  return value && placeLabel(words, value);
}

function placeLabel(words: Words, places: readonly TextPlace[]): string | undefined {
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return undefined;
  if ('cells' in first && 'cells' in last) {
    const [from, to] = [first.cells.split(':')[0], last.cells.split(':').at(-1)];
    return `${first.sheet}, ${from === to || first.sheet !== last.sheet ? first.cells : `${from}:${to}`}`;
  }
  if ('picture' in first) return words.source.fromPicture(Math.round(100 * first.confidence));
  if ('time' in first && 'time' in last) return `${clockTime(first.time[0])}–${clockTime(last.time[1])}`;
  if ('shape' in first) return `${words.shell.slide(first.slide)}, ${first.shape}`;
  if ('part' in first && first.part !== 'HEADER') return words.source.part(first.part);
  return undefined;
}
