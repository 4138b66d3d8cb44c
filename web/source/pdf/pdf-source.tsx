import '../../shell/button.css';
import './pdf-source.css';
import { type FormEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TextPlace } from '../../../src/contracts/document.ts';
import { ApiError, getPlaces, originalAddress } from '../../api.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Loading } from '../../shell/loading.tsx';
import { useResource } from '../../use-resource.ts';
import { useWords } from '../../words/use-words.tsx';
import { type OpenPdf, openPdf, searchable, searchableText } from './open-pdf.ts';
import { type Box, PdfPage, PdfThumbnail } from './pdf-page.tsx';

interface PdfSourceProps {
  readonly collection: string;
  readonly documentId: string;
  /** What is cited of its text; undefined shows the document from its beginning. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
  /** The page that this begins on, where known. */
  readonly page: number | undefined;
  /** Whether its words run from left to right over whole lines: then a part of a line is marked by its characters. */
  readonly isProse: boolean;
  /** Called where the file cannot be shown, for a password for instance. */
  readonly onUnreadable: () => void;
}

/** Zoom as a share of the width that there is. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Share of the height that stays above what is marked. */
const contextAbove = 0.3;

/** A PDF as it looks, with what is cited marked on its pages and scrolled to. */
export default function PdfSource(props: PdfSourceProps) {
  const { collection, documentId, span, page, isProse, onUnreadable } = props;
  const words = useWords();
  const address = originalAddress(collection, documentId);
  const { value: opened, error } = useResource((signal) => openPdf(address, signal), [address]);
  const { value: boxes } = useResource(
    async (signal) =>
      span
        ? boxesByPage(await getPlaces(collection, documentId, span, signal), isProse ? span : undefined)
        : new Map<number, Box[]>(),
    [collection, documentId, span?.start, span?.end, isProse],
  );
  if (error) {
    const notShown = new ApiError('pdf_not_shown', words.source.pdfNotDrawn(error.message));
    return <FailureNotice error={notShown} onRetry={onUnreadable} retryLabel={words.source.showText} />;
  }
  if (!opened || !boxes) return <Loading />;
  const [firstPage = page] = boxes.keys();
  return <PdfPages opened={opened} boxes={boxes} firstPage={firstPage} address={address} />;
}

interface PdfPagesProps {
  readonly opened: OpenPdf;
  readonly address: string;
  /** What is cited, by page. */
  readonly boxes: ReadonlyMap<number, readonly Box[]>;
  /** The page that is shown first. */
  readonly firstPage: number | undefined;
}

function PdfPages({ opened, boxes, firstPage, address }: PdfPagesProps) {
  const words = useWords();
  const body = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState<number>(1);
  const [page, setPage] = useState(1);
  const widest = useMemo(() => Math.max(...opened.sizes.map((size) => size.width)), [opened]);
  const scale = (width / widest) * zoom;
  const total = opened.sizes.length;

  useLayoutEffect(() => {
    if (!body.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(body.current);
    return () => observer.disconnect();
  }, []);

  const goTo = (number: number) => {
    const target = body.current?.querySelector(`[data-page="${number}"]`);
    target?.scrollIntoView({ block: 'start' });
    setPage(number);
  };
  useEffect(() => {
    if (scale === 0 || firstPage === undefined) return undefined;
    return scrollToBox(body.current, firstPage);
  }, [scale > 0, firstPage, boxes]);
  const followScroll = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const shown = [...(body.current?.querySelectorAll<HTMLElement>('.pdf-page') ?? [])].find(
      (element) => element.getBoundingClientRect().bottom > top + 40,
    );
    if (shown) setPage(Number(shown.dataset.page));
  };

  return (
    <div className="pdf-source">
      <div className="pdf-tools" role="toolbar" aria-label="PDF">
        <PageField page={page} total={total} onPage={goTo} />
        <span className="pdf-zoom">
          <button
            type="button"
            className="quiet-button"
            aria-label={words.source.smaller}
            disabled={zoom === zooms[0]}
            onClick={() => setZoom(zooms.findLast((one) => one < zoom) ?? zoom)}
          >
            −
          </button>
          <span className="small-print">{Math.round(zoom * 100)} %</span>
          <button
            type="button"
            className="quiet-button"
            aria-label={words.source.larger}
            disabled={zoom === zooms.at(-1)}
            onClick={() => setZoom(zooms.find((one) => one > zoom) ?? zoom)}
          >
            +
          </button>
        </span>
        <PdfSearch opened={opened} page={page} onPage={goTo} />
        <a className="small-print" href={address} target="_blank" rel="noreferrer">
          {words.source.openOriginal}
        </a>
      </div>
      {total > 1 && <PdfThumbnails opened={opened} page={page} cited={boxes} onPage={goTo} />}
      {opened.outline.length > 0 && <PdfOutline opened={opened} onPage={goTo} />}
      <div
        ref={body}
        className="pdf-body"
        tabIndex={0}
        role="region"
        aria-label={words.source.pages}
        onScroll={followScroll}
      >
        {scale > 0 &&
          opened.sizes.map((size, index) => (
            <PdfPage
              key={index}
              document={opened.document}
              number={index + 1}
              size={size}
              scale={scale}
              boxes={boxes.get(index + 1) ?? noBoxes}
            />
          ))}
      </div>
    </div>
  );
}

const noBoxes: readonly Box[] = [];

/** Boxes of lines by their pages, each cut to what of the line lies in `within` where that is given. */
function boxesByPage(
  places: readonly TextPlace[],
  within: PdfSourceProps['span'],
): ReadonlyMap<number, readonly Box[]> {
  const onPages = places.flatMap((place) => ('box' in place ? [place] : []));
  return new Map(
    [...Map.groupBy(onPages, ({ page }) => page)].map(([page, of]) => [
      page,
      of.map((line) => (within ? partOfLine(line, within) : line.box)),
    ]),
  );
}

/** Characters of a line are about equally wide; one more is marked at each side than there are. */
function partOfLine(
  {
    start,
    end,
    box: [left, top, width, height],
  }: { readonly start: number; readonly end: number; readonly box: Box },
  within: { readonly start: number; readonly end: number },
): Box {
  const from = Math.max(within.start - 1, start);
  const to = Math.min(within.end + 1, end);
  const ofOne = width / Math.max(1, end - start);
  return [left + (from - start) * ofOne, top, (to - from) * ofOne, height];
}

/** Scrolls to what is marked once it is there. Returns what gives it up. */
function scrollToBox(body: HTMLElement | null, page: number): () => void {
  const target = body?.querySelector(`[data-page="${page}"]`);
  if (!body || !target) return () => undefined;
  target.scrollIntoView({ block: 'start' });
  const scroll = (): boolean => {
    const mark = target.querySelector('.pdf-mark');
    if (!mark) return false;
    const offset = mark.getBoundingClientRect().top - body.getBoundingClientRect().top;
    body.scrollTop += offset - body.clientHeight * contextAbove;
    return true;
  };
  const observer = new MutationObserver(() => {
    if (scroll()) observer.disconnect();
  });
  if (!scroll()) observer.observe(target, { childList: true });
  return () => observer.disconnect();
}

interface PageFieldProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which page is seen, and where another is asked for. */
function PageField({ page, total, onPage }: PageFieldProps) {
  const { source: words } = useWords();
  const field = useId();
  const [written, setWritten] = useState<string>();
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(written);
    setWritten(undefined);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= total) onPage(wanted);
  };
  return (
    <form className="pdf-page-field small-print" onSubmit={go}>
      <label htmlFor={field}>{words.page}</label>
      <input
        id={field}
        inputMode="numeric"
        autoComplete="off"
        value={written ?? page}
        onChange={(event) => setWritten(event.target.value)}
        onBlur={() => setWritten(undefined)}
      />
      {words.ofPages(total)}
    </form>
  );
}

interface PdfPlacesProps {
  readonly opened: OpenPdf;
  readonly onPage: (page: number) => void;
}

/** Finds words on the pages behind the one that is seen, and goes on from the first one. */
function PdfSearch({ opened, page, onPage }: PdfPlacesProps & { readonly page: number }) {
  const { source: texts } = useWords();
  const [words, setWords] = useState('');
  const [found, setFound] = useState('');
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = searchable(words).trim();
    if (wanted === '') return;
    setFound(texts.searching);
    const total = opened.sizes.length;
    for (let step = 1; step <= total; step += 1) {
      const next = ((page - 1 + step) % total) + 1;
      if (!(await searchableText(opened.document, next)).includes(wanted)) continue;
      setFound(texts.onPage(next));
      onPage(next);
      return;
    }
    setFound(texts.onNoPage);
  };
  return (
    <form
      className="pdf-search"
      role="search"
      aria-label={texts.inPdf}
      onSubmit={(event) => void search(event)}
    >
      <input
        type="search"
        aria-label={texts.findInPdf}
        placeholder={texts.findWords}
        dir="auto"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setFound('');
        }}
      />
      <span className="small-print" role="status">
        {found}
      </span>
    </form>
  );
}

interface PdfThumbnailsProps extends PdfPlacesProps {
  readonly page: number;
  readonly cited: ReadonlyMap<number, unknown>;
}

/** All pages small, once they are asked for; those with something cited stand out. */
function PdfThumbnails({ opened, page, cited, onPage }: PdfThumbnailsProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="pdf-outline" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small-print">{words.source.thumbnails}</summary>
      {isOpen && (
        <div className="pdf-thumbnails">
          {opened.sizes.map((size, index) => (
            <PdfThumbnail
              key={index}
              document={opened.document}
              number={index + 1}
              size={size}
              isCurrent={page === index + 1}
              isCited={cited.has(index + 1)}
              onPage={onPage}
            />
          ))}
        </div>
      )}
    </details>
  );
}

function PdfOutline({ opened, onPage }: PdfPlacesProps) {
  return (
    <details className="pdf-outline">
      <summary className="small-print">{useWords().source.contents}</summary>
      <ul>
        {opened.outline.map(({ title, depth, page }, index) => (
          <li key={index} style={{ paddingInlineStart: `${depth}rem` }}>
            <button
              type="button"
              disabled={page === undefined}
              onClick={() => page !== undefined && onPage(page)}
            >
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
