import { setImmediate } from 'node:timers/promises';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { groupNeighbours } from '../group-neighbours.ts';
import { namesDocument } from '../names-document.ts';
import { readFacts } from './document-facts.ts';
import { FontStyles } from './font-styles.ts';
import type { PlacedPart } from './layout/going-on.ts';
import { HeadingLevels, type PlacedHeading } from './layout/heading-levels.ts';
import { PageLayout } from './layout/page-layout.ts';
import type { PagePart } from './layout/page-parts.ts';
import { damagedPdf, type PdfDocument, withPdf } from './open-pdf.ts';
import { readOutline } from './outline.ts';
import { drawsSomething } from './page-drawing.ts';
import { type ReadingContext, readPage } from './read-page.ts';
import { SoftHyphens } from './soft-hyphens.ts';

/** Reads a PDF as `pdfParser` says. */
export function parsePdf(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  return withPdf(file, (pdf) => readPdf(file, pdf, options));
}

/** pdf.js keeps what it has read of a document until it is told to forget it. */
const pagesPerCleanup = 200;

async function readPdf(file: SourceFile, pdf: PdfDocument, options: ParseOptions) {
  const { parts, withoutText } = await readParts(file, pdf, options);
  if (parts.length === 0 && withoutText.length > 0) {
    throw new FootnoteError('text_layer_missing', { path: file.path, pages: pageRanges(withoutText) });
  }
  const facts = await readFacts(pdf);
  const headings = parts.flatMap(({ page, part }) => (part.kind === 'heading' ? [{ ...part, page }] : []));
  const levels = new HeadingLevels(headings, await readOutline(pdf));
  const builder = new DocumentBuilder();
  for (const { page, part } of parts) {
    builder.startPage(page);
    addPart(builder, part, page, levels);
  }
  const title = facts.title ?? largestHeading(headings);
  const warnings =
    withoutText.length > 0
      ? [`no text layer on p. ${pageRanges(withoutText)}: run the file through OCR to make them searchable`]
      : [];
  return builder.finish(file.path, { ...facts, title, warnings });
}

/** Reads and lays out page by page. `withoutText` are the pages that show something but have no text. */
async function readParts(file: SourceFile, pdf: PdfDocument, { signal, onProgress }: ParseOptions) {
  const context = { fonts: new FontStyles(), hyphens: new SoftHyphens(), isTagged: await isTagged(pdf) };
  const layout = new PageLayout();
  const parts: PlacedPart[] = [];
  const withoutText: number[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    throwIfAborted(signal);
    const { text, isSeen } = await readOne(file, pdf, number, context);
    if (text.sheets.length === 0 && isSeen) withoutText.push(number);
    parts.push(...layout.add(text));
    onProgress?.({ done: number, total: pdf.numPages, unit: 'page' });
    await setImmediate();
  }
  parts.push(...layout.finish());
  return { parts, withoutText };
}

async function isTagged(pdf: PdfDocument): Promise<boolean> {
  const marks = await pdf.getMarkInfo().catch(() => null);
  return marks?.Marked === true;
}

/** A page's text, and whether anything is to be seen on one without text. */
async function readOne(file: SourceFile, pdf: PdfDocument, number: number, context: ReadingContext) {
  try {
    const page = await pdf.getPage(number);
    const text = await readPage(page, context);
    const isSeen = text.sheets.length > 0 || (await drawsSomething(page));
    page.cleanup();
    if (number % pagesPerCleanup === 0) await pdf.cleanup(true);
    return { text, isSeen };
  } catch (error) {
    throw damagedPdf(file.path, `page ${number} cannot be read`, error);
  }
}

function addPart(builder: DocumentBuilder, part: PagePart, page: number, levels: HeadingLevels): void {
  switch (part.kind) {
    case 'heading':
      builder.heading(levels.of({ ...part, page }), part.text);
      break;
    case 'table':
      builder.table(part.rows, part.headerRows);
      break;
    case 'list':
      builder.list(part.items);
      break;
    case 'quote':
    case 'equation':
    case 'figure':
      builder[part.kind](part.text);
      break;
    case 'code':
      builder.code(part.text);
      break;
    case 'paragraph': {
      if (part.gap !== undefined) {
        builder.goOn(part.text, part.gap);
        break;
      }
      const level = levels.bookmarked(part.text, page);
      if (level === undefined) builder.paragraph(part.text);
      else builder.heading(level, part.text);
    }
  }
}

/** The first of the largest headings of the first page, unless it is that of a part. */
function largestHeading(headings: readonly PlacedHeading[]): string | undefined {
  const onFirst = headings.filter(({ page }) => page === 1);
  const largest = Math.max(...onFirst.map(({ style }) => style.size));
  const first = onFirst.find(({ style }) => style.size === largest);
  return first && namesDocument(first.text) ? first.text : undefined;
}

/** `1, 3–5, 9`. */
function pageRanges(pages: readonly number[]): string {
  const ranges = groupNeighbours(pages, (range, page) => page === (range.at(-1) as number) + 1);
  return ranges
    .map((range) => (range.length === 1 ? `${range[0]}` : `${range[0]}–${range.at(-1)}`))
    .join(', ');
}
