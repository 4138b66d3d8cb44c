import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/use-words.tsx';
import { sizeOf } from './open-pdf.ts';

/** `[left, top, width, height]` from the upper left corner of a page as it is shown, in PDF units. */
export type Box = readonly [left: number, top: number, width: number, height: number];

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** Counted from 1. */
  readonly number: number;
  /** As it is expected until the page is looked at, in PDF units. */
  readonly size: { readonly width: number; readonly height: number };
  /** CSS pixels a PDF unit. */
  readonly scale: number;
  /** Boxes of what is cited on this page. */
  readonly boxes: readonly Box[];
}

/** How far beyond what is seen pages are drawn, so that they are there once they are scrolled to. */
const drawnAhead = '100%';

/** Most pixels of a page that are kept: beyond that it is drawn coarser. */
const mostPixels = 16_000_000;

/** A page of a PDF once it is near to what is seen, and whether it still is, by the place that it has on the page. */
function useNearPage<Place extends HTMLElement>(opened: PDFDocumentProxy, number: number) {
  const place = useRef<Place>(null);
  const [isNear, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy>();

  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: drawnAhead },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear || page) return undefined;
    let isWanted = true;
    opened.getPage(number).then(
      (loaded) => (isWanted ? setPage(loaded) : undefined),
      // A page that cannot be read stays white; the text beside it has what could be read.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isNear, page, opened, number]);
  return { place, page, isNear };
}

/** Width of a small picture of a page, in CSS pixels. */
const thumbnailWidth = 84;

interface PdfThumbnailProps extends Pick<PdfPageProps, 'document' | 'number' | 'size'> {
  readonly isCurrent: boolean;
  readonly isCited: boolean;
  readonly onPage: (page: number) => void;
}

/** A small picture of a page, which leads to it. */
export function PdfThumbnail(props: PdfThumbnailProps) {
  const { document: opened, number, size, isCurrent, isCited, onPage } = props;
  const words = useWords();
  const { place, page, isNear } = useNearPage<HTMLButtonElement>(opened, number);
  const { width, height } = page ? sizeOf(page) : size;
  return (
    <button
      ref={place}
      type="button"
      className={isCited ? 'pdf-thumbnail pdf-thumbnail-cited' : 'pdf-thumbnail'}
      aria-label={words.source.pageNumber(number)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onPage(number)}
    >
      <span style={{ width: thumbnailWidth, height: (thumbnailWidth * height) / width }}>
        {page && isNear && <Drawing page={page} scale={thumbnailWidth / width} />}
      </span>
      {number}
    </button>
  );
}

/** A page of a PDF, drawn while it is near to what is seen, with its words to select over it. */
export const PdfPage = memo(function PdfPage({ document: opened, number, size, scale, boxes }: PdfPageProps) {
  const words = useWords();
  const { place, page, isNear } = useNearPage<HTMLDivElement>(opened, number);
  const { width, height } = page ? sizeOf(page) : size;
  return (
    <div
      ref={place}
      className="pdf-page"
      role="region"
      aria-label={words.source.pageNumber(number)}
      data-page={number}
      style={{ width: width * scale, height: height * scale }}
    >
      {page && isNear && <DrawnPage page={page} scale={scale} />}
      {page && <Boxes width={width} height={height} boxes={boxes} />}
    </div>
  );
});

function DrawnPage({ page, scale }: DrawingProps) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = words.current;
    if (!container) return undefined;
    const viewport = page.getViewport({ scale });
    container.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    layer.render().catch(() => undefined);
    return () => {
      layer.cancel();
      container.replaceChildren();
    };
  }, [page, scale]);
  return (
    <>
      <Drawing page={page} scale={scale} />
      <div ref={words} className="pdf-words textLayer" />
    </>
  );
}

interface DrawingProps {
  readonly page: PDFPageProxy;
  readonly scale: number;
}

function Drawing({ page, scale }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return undefined;
    const viewport = page.getViewport({ scale });
    const density = Math.min(
      window.devicePixelRatio || 1,
      Math.sqrt(mostPixels / (viewport.width * viewport.height)),
    );
    target.width = Math.floor(viewport.width * density);
    target.height = Math.floor(viewport.height * density);
    const drawing: RenderTask = page.render({
      canvas: target,
      viewport,
      transform: density === 1 ? undefined : [density, 0, 0, density, 0, 0],
    });
    // Cancelled where the page leaves before it is drawn.
    drawing.promise.catch(() => undefined);
    return () => drawing.cancel();
  }, [page, scale]);
  return <canvas ref={canvas} className="pdf-canvas" aria-hidden="true" />;
}

function share(value: number, whole: number): string {
  return `${(value / whole) * 100}%`;
}

/** What is cited, marked where it stands. */
function Boxes({ width, height, boxes }: Record<'width' | 'height', number> & Pick<PdfPageProps, 'boxes'>) {
  return boxes.map(([left, top, wide, high], index) => (
    <mark
      key={index}
      className="pdf-mark"
      style={{
        left: share(left, width),
        top: share(top, height),
        width: share(wide, width),
        height: share(high, height),
      }}
    />
  ));
}
