import './source-text.css';
import { Fragment, type MouseEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentText } from '../../src/contracts/document.ts';
import { pageLabel } from '../shell/page-label.ts';
import { useLanguage } from '../shell/use-language.ts';
import { useWords } from '../words/use-words.tsx';
import { outlineLevels } from './outline-levels.ts';
import { type RunWindow, windowAround } from './run-window.ts';
import { SourceRunView } from './source-run-view.tsx';
import { sourceRuns } from './source-runs.ts';

interface SourceTextProps {
  readonly document: DocumentText;
  /** What to mark; undefined shows the document from its beginning. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/**
 * A document's cleaned text with the cited span marked. Of a very long one, the part around the span at first; what is
 * shown above it later leaves the reader's place as it is.
 */
export function SourceText({ document: { path, text, blocks }, span }: SourceTextProps) {
  const words = useWords();
  const language = useLanguage(text);
  const runs = useMemo(() => sourceRuns(text, blocks), [text, blocks]);
  const [shown, setShown] = useState<RunWindow>(() => windowAround(runs, span?.start ?? 0));
  const shownRuns = useMemo(() => runs.slice(shown.from, shown.to), [runs, shown]);
  // What is not shown has no place in the outline of the page.
  const levels = useMemo(() => outlineLevels(shownRuns), [shownRuns]);
  const markStart = span?.start ?? 0;
  const markEnd = span?.end ?? 0;

  const showMore = (position: number) => {
    const more = windowAround(runs, position);
    setShown({ from: Math.min(shown.from, more.from), to: Math.max(shown.to, more.to) });
  };
  const showEarlier = ({ currentTarget: button }: MouseEvent) => {
    const scroller = button.closest('.source-body');
    const firstRun = button.nextElementSibling;
    const topOf = () => firstRun?.getBoundingClientRect().top ?? 0;
    const before = topOf();
    flushSync(() => showMore((first?.start ?? 1) - 1));
    // At its upper end a browser leaves the place to what comes in above it.
    if (scroller) scroller.scrollTop += topOf() - before;
  };
  const first = runs[shown.from];
  const last = runs[shown.to - 1];

  return (
    <div className="source-text" lang={language}>
      {shown.from > 0 && (
        <button type="button" className="source-more" onClick={showEarlier}>
          {words.source.earlier}
        </button>
      )}
      {shownRuns.map((run, index) => (
        <Fragment key={run.start}>
          {run.page !== undefined && (
            <PageBreak label={pageLabel(words, { path, headingPath: [], page: run.page })} />
          )}
          <SourceRunView
            text={text}
            run={run}
            outlineLevel={levels[index]}
            markStart={Math.min(Math.max(markStart, run.start), run.end)}
            markEnd={Math.min(Math.max(markEnd, run.start), run.end)}
          />
        </Fragment>
      ))}
      {shown.to < runs.length && (
        <button type="button" className="source-more" onClick={() => showMore(last?.end ?? 0)}>
          {words.source.later}
        </button>
      )}
    </div>
  );
}

/** Where a page of the document begins. Its number is no text of the document. */
function PageBreak({ label }: { readonly label: string | undefined }) {
  return <div className="source-page" role="separator" aria-label={label} data-label={label} />;
}
