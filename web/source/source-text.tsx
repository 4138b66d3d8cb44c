import './source-text.css';
import { type MouseEvent, type ReactElement, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentText } from '../../src/contracts/document.ts';
import { getPlaces, pictureAddress } from '../api.ts';
import { pageLabel } from '../shell/place-words.ts';
import { useLanguage } from '../shell/use-language.ts';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';
import { SourceRunView } from './source-run-view.tsx';
import {
  isMarkdown,
  isSeparated,
  type Look,
  lookOf,
  outlineLevels,
  type RunWindow,
  type SourceRun,
  sourceRuns,
  windowAround,
} from './source-runs.ts';
import type { RowCells } from './table-view.tsx';

interface SourceTextProps {
  readonly collection: string;
  readonly document: DocumentText;
  /** What to mark; undefined shows the document from its beginning. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/**
 * A document's cleaned text, set as its format looks, with the cited span marked. Of a very long one, the part around
 * the span at first; what is shown above it later leaves the reader's place as it is.
 */
export function SourceText({ collection, document, span }: SourceTextProps) {
  const words = useWords();
  const { documentId, path, text, blocks, original } = document;
  const language = useLanguage(text);
  const look = useMemo(() => lookOf(document), [document]);
  const dialect = useMemo(() => (isMarkdown(document) ? 'markdown' : 'plain'), [document]);
  const runs = useMemo(() => sourceRuns(text, blocks, look), [text, blocks, look]);
  const [shown, setShown] = useState<RunWindow>(() => windowAround(runs, span?.start ?? 0));
  const shownRuns = useMemo(() => runs.slice(shown.from, shown.to), [runs, shown]);
  // What is not shown has no place in the outline of the page.
  const levels = useMemo(() => outlineLevels(shownRuns), [shownRuns]);
  const first = runs[shown.from];
  const last = runs[shown.to - 1];
  const cells = useRowCells(collection, document, look, { start: first?.start ?? 0, end: last?.end ?? 0 });
  const lines = useMemo(() => (look === 'code' ? firstLines(text, shownRuns) : []), [look, text, shownRuns]);
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
  const places = useMemo(() => new Map(shownRuns.map((run, index) => [run, index])), [shownRuns]);
  const render = (run: SourceRun): ReactElement => {
    const index = places.get(run) ?? 0;
    return (
      <SourceRunView
        key={run.start}
        text={text}
        run={run}
        look={look}
        dialect={dialect}
        outlineLevel={levels[index]}
        firstLine={lines[index]}
        cells={run.kind === 'table' ? cells : undefined}
        picture={
          run.picture === undefined || original === null
            ? undefined
            : pictureAddress(collection, documentId, run.picture)
        }
        markStart={Math.min(Math.max(markStart, run.start), run.end)}
        markEnd={Math.min(Math.max(markEnd, run.start), run.end)}
      />
    );
  };

  const renderAll = (some: readonly SourceRun[]): readonly ReactElement[] =>
    groupsOf(some).flatMap((group) =>
      group[0]?.kind === 'item'
        ? [
            <div key={`list ${group[0].start}`} role="list" className="run-list">
              {group.map(render)}
            </div>,
          ]
        : group.map(render),
    );

  return (
    <div className={`source-text source-look-${look}`} lang={language}>
      {shown.from > 0 && (
        <button type="button" className="source-more" onClick={showEarlier}>
          {words.source.earlier}
        </button>
      )}
      {pagesOf(shownRuns).flatMap(({ page, runs: onPage }) => {
        const label = page === undefined ? undefined : pageLabel(words, { path, headingPath: [], page });
        if (look === 'slides' && page !== undefined)
          return <Slide key={onPage[0]?.start} label={label} text={text} runs={onPage} render={renderAll} />;
        // A sheet has its name over it.
        const hasBreak = page !== undefined && look !== 'sheet';
        return [
          ...(hasBreak ? [<PageBreak key={`page ${onPage[0]?.start}`} label={label} />] : []),
          ...renderAll(onPage),
        ];
      })}
      {shown.to < runs.length && (
        <button type="button" className="source-more" onClick={() => showMore(last?.end ?? 0)}>
          {words.source.later}
        </button>
      )}
    </div>
  );
}

/** Where the rows of a workbook stand that are shown; undefined for any other document, or until it is known. */
function useRowCells(
  collection: string,
  { documentId, path, original }: DocumentText,
  look: Look,
  { start, end }: { readonly start: number; readonly end: number },
): RowCells | undefined {
  const hasCells = look === 'sheet' && !isSeparated(original?.name ?? path);
  const { value } = useResource(
    async (signal) => {
      if (!hasCells) return undefined;
      const places = await getPlaces(collection, documentId, { start, end }, signal);
      const rows = places.flatMap((place) => ('cells' in place ? [[place.start, place.cells] as const] : []));
      return rows.length > 0 ? new Map(rows) : undefined;
    },
    [collection, documentId, hasCells, start, end],
  );
  return value;
}

/** The number of the line that each run begins with. */
function firstLines(text: string, runs: readonly SourceRun[]): readonly number[] {
  let position = 0;
  let line = 1;
  return runs.map(({ start }) => {
    for (; position < start; position += 1) if (text.charCodeAt(position) === 10) line += 1;
    return line;
  });
}

interface RunsOfPage {
  /** Undefined for what comes before the first, and where the format has none. */
  readonly page: number | undefined;
  readonly runs: SourceRun[];
}

function pagesOf(runs: readonly SourceRun[]): readonly RunsOfPage[] {
  const pages: RunsOfPage[] = [];
  for (const run of runs) {
    if (run.page !== undefined || pages.length === 0) pages.push({ page: run.page, runs: [run] });
    else pages.at(-1)?.runs.push(run);
  }
  return pages;
}

/** Items that follow one another, with the code in them, together; all else by itself. */
function groupsOf(runs: readonly SourceRun[]): readonly (readonly SourceRun[])[] {
  const groups: SourceRun[][] = [];
  for (const run of runs) {
    const isInList = run.kind === 'item' || (run.kind === 'code' && run.level > 0);
    const group = groups.at(-1);
    if (isInList && group?.[0]?.kind === 'item') group.push(run);
    else groups.push([run]);
  }
  return groups;
}

interface SlideProps {
  readonly label: string | undefined;
  readonly text: string;
  readonly runs: readonly SourceRun[];
  readonly render: (runs: readonly SourceRun[]) => readonly ReactElement[];
}

/** A slide as a card, and below it what is said beside it: notes of the speaker, comments. */
function Slide({ label, text, runs, render }: SlideProps) {
  const firstBeside = runs.findIndex(({ start }) =>
    /^(?:Notes: |Comment(?: by [^:\n]*)?: )/.test(text.slice(start, start + 200)),
  );
  const count = firstBeside < 0 ? runs.length : firstBeside;
  return (
    <section className="slide" aria-label={label}>
      <div className="slide-card" data-label={label}>
        {render(runs.slice(0, count))}
      </div>
      {count < runs.length && <div className="slide-notes">{render(runs.slice(count))}</div>}
    </section>
  );
}

/** Where a page of the document begins. Its number is no text of the document. */
function PageBreak({ label }: { readonly label: string | undefined }) {
  return <div className="source-page" role="separator" aria-label={label} data-label={label} />;
}
