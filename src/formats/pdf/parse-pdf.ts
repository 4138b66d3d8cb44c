import { setImmediate } from 'node:timers/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import type { TextPlace } from '../../contracts/text-place.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { DocumentBuilder, namesDocument } from '../document/document-builder.ts';
import { propertiesShown } from '../document/properties.ts';
import { groupNeighbours } from '../document/reading-order.ts';
import { readFacts } from './document-facts.ts';
import { placesOf } from './layout/drawn-lines.ts';
import type { PlacedPart } from './layout/going-on.ts';
import { HeadingLevels, type PlacedHeading } from './layout/heading-levels.ts';
import { PageLayout } from './layout/page-layout.ts';
import type { PagePart } from './layout/page-parts.ts';
import { damagedPdf, type PdfDocument, type PdfPage, withPdf } from './open-pdf.ts';
import { readOutline } from './outline.ts';
import { PageFonts } from './page-fonts.ts';
import { type ReadingContext, readPage } from './read-page.ts';

/** Reads a PDF as `pdfParser` says. */
export function parsePdf(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  return withPdf(file, (pdf) => readPdf(file, pdf, options));
}

/** pdf.js keeps what it has read of a document until it is told to forget it. */
const pagesPerCleanup = 200;

async function readPdf(file: SourceFile, pdf: PdfDocument, options: ParseOptions) {
  const { parts, gaps } = await readParts(file, pdf, options);
  const { path } = file;
  if (parts.length === 0 && gaps.unread.length + gaps.unreadFont.length > 0) {
    const pages = pageRanges([
      ...gaps.unread.map(({ page }) => page),
      ...gaps.unreadFont,
      ...gaps.withoutText,
    ]);
    throw new FootnoteError('text_layer_unreadable', { path, pages });
  }
  if (parts.length === 0 && gaps.withoutText.length > 0)
    throw new FootnoteError('text_layer_missing', { path, pages: pageRanges(gaps.withoutText) });
  const { isXfa, ...facts } = await readFacts(pdf);
  const headings = parts.flatMap(({ page, part }) => (part.kind === 'heading' ? [{ ...part, page }] : []));
  const levels = new HeadingLevels(headings, await readOutline(pdf));
  const builder = new DocumentBuilder();
  const places: TextPlace[] = [];
  for (const { page, part } of parts) {
    const before = builder.last?.start;
    builder.startPage(page);
    addPart(builder, part, page, levels);
    const { last } = builder;
    if (part.lines && last && last.start !== before)
      places.push(...placesOf(part.lines, { ...last, page, isTable: part.kind === 'table' }));
  }
  const title = facts.title ?? largestHeading(headings);
  const properties = propertiesShown(facts.metadata ?? {});
  const warnings = warningsOf(gaps, isXfa);
  return builder.finish(path, { ...facts, properties, title, warnings, places });
}

/** What pages show and their text does not say. */
interface Gaps {
  /** Pages that show something but have no text. */
  readonly withoutText: readonly number[];
  /** Pages with glyphs that have no Unicode value. */
  readonly unread: readonly { readonly page: number; readonly glyphs: number }[];
  /** Pages with text in a font that cannot be loaded. */
  readonly unreadFont: readonly number[];
}

function warningsOf({ withoutText, unread, unreadFont }: Gaps, isXfa: boolean): readonly string[] {
  const warnings: string[] = [];
  if (withoutText.length > 0)
    warnings.push(
      `no text layer on p. ${pageRanges(withoutText)}: run the file through OCR to make them searchable`,
    );
  if (unread.length > 0) {
    const glyphs = unread.reduce((sum, page) => sum + page.glyphs, 0);
    const pages = pageRanges(unread.map(({ page }) => page));
    warnings.push(
      `${glyphs} ${glyphs === 1 ? 'glyph' : 'glyphs'} without a Unicode value on p. ${pages}: what they show is missing or wrong in the text; run the file through OCR to have it read`,
    );
  }
  if (unreadFont.length > 0)
    warnings.push(
      `text in a font that cannot be loaded on p. ${pageRanges(unreadFont)} is missing: run the file through OCR to have it read`,
    );
  if (isXfa)
    warnings.push('the fields of its XFA form are not read: print the form to a PDF file and ingest that');
  return warnings;
}

/** Reads and lays out page by page. */
async function readParts(file: SourceFile, pdf: PdfDocument, { signal, onProgress }: ParseOptions) {
  const context = { fonts: new PageFonts(), isTagged: await isTagged(pdf) };
  const layout = new PageLayout();
  const parts: PlacedPart[] = [];
  const withoutText: number[] = [];
  const unread: { page: number; glyphs: number }[] = [];
  const unreadFont: number[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    throwIfAborted(signal);
    const { text, isSeen } = await readOne(file, pdf, number, context);
    if (text.unread > 0) unread.push({ page: number, glyphs: text.unread });
    if (text.hasUnreadFont) unreadFont.push(number);
    if (text.sheets.length === 0 && isSeen && text.unread === 0) withoutText.push(number);
    parts.push(...layout.add(text));
    onProgress?.({ done: number, total: pdf.numPages, unit: 'page' });
    await setImmediate();
  }
  parts.push(...layout.finish());
  return { parts, gaps: { withoutText, unread, unreadFont } };
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

/**
 * Whether a page without text shows something: an image, or shapes that may be letters. Images are not decoded;
 * what is left of one is its transformation.
 */
async function drawsSomething(page: PdfPage): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  const shown = new Set<number>([
    OPS.transform,
    OPS.constructPath,
    OPS.shadingFill,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintFormXObjectBegin,
  ]);
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => shown.has(operator));
}

function addPart(builder: DocumentBuilder, part: PagePart, page: number, levels: HeadingLevels): void {
  switch (part.kind) {
    case 'heading':
      builder.heading(levels.of({ ...part, page }), part.text);
      break;
    case 'table':
      builder.table(part.rows, part.headerRows, part);
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
  const sorted = [...new Set(pages)].toSorted((a, b) => a - b);
  const ranges = groupNeighbours(sorted, (range, page) => page === (range.at(-1) as number) + 1);
  return ranges
    .map((range) => (range.length === 1 ? `${range[0]}` : `${range[0]}–${range.at(-1)}`))
    .join(', ');
}
