import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
// The address that the build gives the file, not what is in it.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { folded } from '../../shell/folded.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** A PDF that is open in this page. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Width and height of each page in PDF units (1/72 inch), as it is shown. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** What the file has of headings to go to; empty where it has none. */
  readonly outline: readonly OutlineEntry[];
}

/** A heading of a PDF's own outline. */
export interface OutlineEntry {
  readonly title: string;
  readonly depth: number;
  /** Counted from 1; undefined where it leads nowhere in the document. */
  readonly page: number | undefined;
}

/** Longest outline that is read: of scripts' making there are some of a hundred thousand entries. */
const longestOutline = 2000;

/**
 * Opens the PDF at an address, of which only those parts are fetched that are shown. Errors: those of pdf.js, as
 * `PasswordException` and `InvalidPDFException`.
 */
export async function openPdf(address: string, signal: AbortSignal): Promise<OpenPdf> {
  const task = getDocument({
    url: address,
    cMapUrl: new URL('cmaps/', document.baseURI).href,
    // A policy forbids the page to compile any.
    useWasm: false,
    // Fonts that this machine does not have are no concern of the reader's.
    verbosity: 0,
  });
  // Also once it is open: it is looked at no more then.
  signal.addEventListener('abort', () => void task.destroy());
  const opened = await task.promise;
  // Most documents have pages of one size: the first says what is expected of those that are not looked at yet.
  const first = sizeOf(await opened.getPage(1));
  const sizes = Array.from({ length: opened.numPages }, () => first);
  return { document: opened, sizes, outline: await outlineOf(opened) };
}

/** Width and height of a page as it is shown, its rotation included. */
export function sizeOf(page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>) {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

type RawOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

async function outlineOf(opened: PDFDocumentProxy): Promise<readonly OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const add = async (items: RawOutline, depth: number): Promise<void> => {
    for (const { title, dest, items: below } of items ?? []) {
      if (entries.length === longestOutline) return;
      entries.push({ title, depth, page: await pageOf(opened, dest) });
      await add(below as RawOutline, depth + 1);
    }
  };
  await add(await opened.getOutline(), 0);
  return entries;
}

async function pageOf(
  opened: PDFDocumentProxy,
  destination: string | unknown[] | null,
): Promise<number | undefined> {
  try {
    const place = typeof destination === 'string' ? await opened.getDestination(destination) : destination;
    const [page] = place ?? [];
    if (typeof page === 'number') return page + 1;
    return (await opened.getPageIndex(page as Parameters<typeof opened.getPageIndex>[0])) + 1;
  } catch {
    return undefined;
  }
}

/** The words of a page, as they are searched: in one case, without accents, spaces as one. */
export async function searchableText(opened: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await opened.getPage(page)).getTextContent();
  return searchable(items.map((item) => ('str' in item ? item.str : '')).join(' '));
}

/** See `searchableText`. */
export function searchable(text: string): string {
  return folded(text).replaceAll(/\s+/g, ' ');
}
