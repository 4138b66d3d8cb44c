import { setImmediate } from 'node:timers/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { TextPlace } from '../../contracts/document.ts';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import {
  DocumentBuilder,
  type DocumentFacts,
  type DocumentProperties,
  namesDocument,
} from '../document/document-builder.ts';
import { isCaption } from '../document/figures.ts';
import { propertiesShown } from '../document/properties.ts';
import { groupNeighbours } from '../document/reading-order.ts';
import { primarySubtag } from '../document/text-format.ts';
import { pictureBoxes } from '../ocr/page-picture.ts';
import { PdfScans } from '../ocr/pdf-scans.ts';
import { DrawnBoxes } from './drawn-boxes.ts';
import { placesOf } from './layout/drawn-lines.ts';
import type { PageText } from './layout/lines.ts';
import { PageLayout, type PagePart, type PlacedPart } from './layout/page-layout.ts';
import { HeadingLevels, type PlacedHeading } from './layout/text-parts.ts';
import { damagedPdf, type PdfDocument, type PdfPage, withPdf } from './open-pdf.ts';
import { PageFonts } from './page-fonts.ts';
import type { PageBox } from './placed-operators.ts';
import { type ReadingContext, readPage } from './read-page.ts';

/** Reads a PDF as `pdfParser` says. */
export function parsePdf(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  return withPdf(file, (pdf) => readPdf(file, pdf, options));
}

/** pdf.js keeps what it has read of a document until it is told to forget it. */
const pagesPerCleanup = 200;

async function readPdf(file: SourceFile, pdf: PdfDocument, options: ParseOptions) {
  const { parts, pictures, gaps } = await readParts(file, pdf, options);
  const { path } = file;
  if (parts.length === 0 && gaps.unread.length + gaps.unreadFont.length > 0) {
    const pages = pageRanges([
      ...gaps.unread.map(({ page }) => page),
      ...gaps.unreadFont,
      ...gaps.withoutText,
    ]);
    throw new FootnoteError('text_layer_unreadable', { path, pages });
  }
  if (parts.length === 0 && gaps.withoutText.length > 0) {
    const pages = pageRanges(gaps.withoutText);
    throw new FootnoteError('text_layer_missing', { path, pages, remedy: gaps.remedy });
  }
  const { isXfa, ...facts } = await readFacts(pdf);
  const properties = propertiesShown(facts.metadata ?? {});
  const warnings = warningsOf(gaps, isXfa);
  return documentOf(path, parts, await readOutline(pdf), { ...facts, properties, warnings }, pictures);
}

/** The document of what was laid out, with its places. Errors: `file_empty`. */
export function documentOf(
  path: string,
  parts: readonly PlacedPart[],
  outline: readonly OutlineEntry[],
  facts: DocumentFacts,
  pictures: PicturesByPage = new Map(),
): ParsedDocument {
  const headings = parts.flatMap(({ page, part }) => (part.kind === 'heading' ? [{ ...part, page }] : []));
  const levels = new HeadingLevels(headings, outline);
  const builder = new DocumentBuilder();
  const places: TextPlace[] = [];
  for (const { page, part } of parts) {
    const before = builder.last?.start;
    builder.startPage(page);
    const picture = pictureBeside(part, pictures.get(page));
    if (picture && 'text' in part) builder.figure(part.text);
    else addPart(builder, part, page, levels);
    const { last } = builder;
    if (!part.lines || !last || last.start === before) continue;
    const { start, text } = last;
    if (picture) places.push({ start, end: start + text.length, page, box: picture });
    places.push(...placesOf(part.lines, { ...last, page, isTable: part.kind === 'table' }));
  }
  return builder.finish(path, { ...facts, title: facts.title ?? largestHeading(headings), places });
}

/** Where the pictures of a page stand, of pages that have captions. */
type PicturesByPage = ReadonlyMap<number, readonly PageBox[]>;

function holdsCaption({ sheets }: PageText): boolean {
  return sheets.some(({ fragments }) => fragments.some(({ text }) => isCaption(text, { hasPicture: true })));
}

/** A caption stands above or below its picture, this many points away at most. */
const maxToPicture = 60;

/** The picture that a part is the caption of; undefined where it is none, or its picture is not known. */
function pictureBeside(part: PagePart, boxes: readonly PageBox[] = []): PageBox | undefined {
  const isText = part.kind === 'paragraph' || part.kind === 'figure';
  if (!isText || !part.lines || !isCaption(part.text, { hasPicture: true })) return undefined;
  const [left, top, right, bottom] = [
    Math.min(...part.lines.map(({ box }) => box[0])),
    Math.min(...part.lines.map(({ box }) => box[1])),
    Math.max(...part.lines.map(({ box }) => box[0] + box[2])),
    Math.max(...part.lines.map(({ box }) => box[1] + box[3])),
  ];
  const distanceTo = (box: PageBox): number => Math.max(top - (box[1] + box[3]), box[1] - bottom);
  return boxes
    .filter((box) => box[0] < right && box[0] + box[2] > left && Math.abs(distanceTo(box)) <= maxToPicture)
    .toSorted((one, other) => Math.abs(distanceTo(one)) - Math.abs(distanceTo(other)))[0];
}

/** What pages show and their text does not say. */
interface Gaps {
  /** Pages that show something but have no text. */
  readonly withoutText: readonly number[];
  /** Pages with glyphs that have no Unicode value. */
  readonly unread: readonly { readonly page: number; readonly glyphs: number }[];
  /** Pages with text in a font that cannot be loaded. */
  readonly unreadFont: readonly number[];
  /** Pages with lines that were recognised, but not for sure. */
  readonly unsure: readonly { readonly page: number; readonly lines: number }[];
  /** What to tell of pages whose pictures were not read. */
  readonly notRead: readonly string[];
  /** What to do about pages without text; empty where there are none. */
  readonly remedy: string;
}

function warningsOf(
  { withoutText, unread, unreadFont, unsure, notRead, remedy }: Gaps,
  isXfa: boolean,
): readonly string[] {
  const warnings: string[] = [];
  if (withoutText.length > 0) warnings.push(`no text layer on p. ${pageRanges(withoutText)}. ${remedy}`);
  warnings.push(...notRead);
  if (unsure.length > 0) warnings.push(unsureWarning(unsure));
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

/** What is told of lines that were left out since nobody can be sure of what they say. */
export function unsureWarning(unsure: Gaps['unsure']): string {
  const lines = unsure.reduce((sum, page) => sum + page.lines, 0);
  const pages = pageRanges(unsure.map(({ page }) => page));
  return `${lines} ${lines === 1 ? 'line' : 'lines'} on p. ${pages} could not be recognised with confidence and ${lines === 1 ? 'is' : 'are'} left out: look at the pages themselves`;
}

/** Reads and lays out page by page. */
async function readParts(file: SourceFile, pdf: PdfDocument, options: ParseOptions) {
  const { signal, onProgress } = options;
  const scans = new PdfScans(file, options);
  const fonts = new PageFonts();
  const context = { fonts, boxes: new DrawnBoxes(fonts), isTagged: await isTagged(pdf) };
  const layout = new PageLayout();
  const parts: PlacedPart[] = [];
  const pictures = new Map<number, readonly PageBox[]>();
  const withoutText: number[] = [];
  const unread: { page: number; glyphs: number }[] = [];
  const unreadFont: number[] = [];
  const unsure: { page: number; lines: number }[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      throwIfAborted(signal);
      const { text: drawn, isPictured, boxes } = await readOne(file, pdf, number, { ...context, scans });
      if (boxes.length > 0) pictures.set(number, boxes);
      const scan = isPictured && scans.wants(drawn) ? await scans.read(drawn) : undefined;
      const text: PageText = scan?.text ?? drawn;
      if (scan && scan.unsure > 0) unsure.push({ page: number, lines: scan.unsure });
      if (text.unread > 0) unread.push({ page: number, glyphs: text.unread });
      if (text.hasUnreadFont) unreadFont.push(number);
      const isTold = [scans.late, scans.tooLarge].some((pages) => pages.at(-1) === number);
      if (text.sheets.length === 0 && isPictured && text.unread === 0 && !isTold) withoutText.push(number);
      parts.push(...layout.add(text));
      onProgress?.({ done: number, total: pdf.numPages, unit: 'page' });
      await setImmediate();
    }
  } finally {
    await scans.close();
  }
  parts.push(...layout.finish());
  // Where nothing at all was read, pages with pictures that are too large are the reason.
  if (parts.length === 0) withoutText.push(...scans.tooLarge);
  const remedy = withoutText.length > 0 ? scans.remedy : '';
  const notRead = scans.warnings(pageRanges);
  return { parts, pictures, gaps: { withoutText, unread, unreadFont, unsure, notRead, remedy } };
}

async function isTagged(pdf: PdfDocument): Promise<boolean> {
  const marks = await pdf.getMarkInfo().catch(() => null);
  return marks?.Marked === true;
}

/** A page's text, and whether it draws something else; of pages that are read without it, that is not looked for. */
async function readOne(
  file: SourceFile,
  pdf: PdfDocument,
  number: number,
  { scans, ...context }: ReadingContext & { readonly scans: PdfScans },
) {
  try {
    const page = await pdf.getPage(number);
    const text = await readPage(page, context);
    const isLookedAt = text.sheets.length === 0 || scans.wants(text);
    const isPictured = isLookedAt && (await drawsSomething(page));
    const boxes = holdsCaption(text) ? await pictureBoxes(page) : [];
    page.cleanup();
    if (number % pagesPerCleanup === 0) await pdf.cleanup(true);
    return { text, isPictured, boxes };
  } catch (error) {
    throw damagedPdf(file.path, `page ${number} cannot be read`, error);
  }
}

/**
 * Whether a page shows something besides text: an image, or shapes that may be letters. Images are not decoded;
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

const placeholder = /^[([]?(?:untitled|anonymous|unspecified|unknown|none|null)\d*[)\]]?$/i;
const fileName =
  /\.(?:pdf|docx?|pptx?|xlsx?|tex|dvi|ps|indd|qxd|odt|rtf|txt|html?)$|^microsoft \w+ -|^[\w-]*_[\w-]*$|^\S*[\\/]\S*$/i;

/**
 * What a PDF says of itself in its information dictionary and its XMP packet: a title unless a program made it up, the
 * language, and as metadata `authors`, `subject`, `keywords`, `created`, `modified` (ISO 8601) and `pages`. `isXfa`: it
 * has a form of XML (ISO 32000-1, 12.7.8) and none of its own.
 */
async function readFacts(pdf: PdfDocument): Promise<DocumentProperties & { readonly isXfa: boolean }> {
  const { info, xmp } = await readMetadata(pdf);
  const title = [info.Title, xmp('dc:title')].map(text).find((each) => isTitle(each));
  const language = primarySubtag(text(info.Language));
  const authors = authorsOf(xmp('dc:creator'), text(info.Author));
  const fields = {
    subject: named(text(info.Subject)),
    keywords: named(text(info.Keywords)),
    created: isoDate(text(info.CreationDate)),
    modified: isoDate(text(info.ModDate)),
  };
  const known = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return {
    title,
    language,
    isXfa: info.IsXFAPresent === true && info.IsAcroFormPresent !== true,
    metadata: { ...(authors.length > 0 && { authors }), ...Object.fromEntries(known), pages: pdf.numPages },
  };
}

async function readMetadata(pdf: PdfDocument) {
  try {
    const { info, metadata } = await pdf.getMetadata();
    const packet = metadata as { get(name: string): unknown } | null;
    return { info: info as Record<string, unknown>, xmp: (name: string) => packet?.get(name) };
  } catch {
    return { info: {} as Record<string, unknown>, xmp: () => undefined };
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}

function isTitle(title: string): boolean {
  return /\p{L}/u.test(title) && !placeholder.test(title) && !fileName.test(title);
}

function named(value: string): string | undefined {
  return value === '' || placeholder.test(value) ? undefined : value;
}

function authorsOf(creators: unknown, author: string): readonly string[] {
  const listed = (Array.isArray(creators) ? creators : []).map(text).filter((each) => named(each));
  if (listed.length > 0) return listed;
  return author.split(/\s*;\s*/).filter((each) => named(each));
}

/** `D:20190207161720-05'00'` as ISO 8601 with its own offset; undefined where it is no date. */
function isoDate(source: string): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(
    source,
  );
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', , sign, hours, minutes] =
    parts;
  const date = `${year}-${month}-${day}`;
  const offset = sign ? `${sign}${hours}:${minutes ?? '00'}` : 'Z';
  const iso = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** A bookmark that leads to a page. */
export interface OutlineEntry {
  readonly title: string;
  /** 1-based page. */
  readonly page: number;
  /** 1 for the outermost. */
  readonly level: number;
}

type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** More bookmarks than this are left alone. */
const maxEntries = 20_000;

/** The bookmarks in document order; none where there are none or they are damaged. */
async function readOutline(pdf: PdfDocument): Promise<readonly OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const pending = await topLevel(pdf);
  let seen = 0;
  while (pending.length > 0 && seen < maxEntries) {
    const { item, level } = pending.pop() as (typeof pending)[number];
    seen += 1;
    const page = await pageOf(pdf, item.dest);
    if (page !== undefined && item.title.trim() !== '') entries.push({ title: item.title, page, level });
    pending.push(
      ...item.items.toReversed().map((child: Outline[number]) => ({ item: child, level: level + 1 })),
    );
  }
  return entries;
}

async function topLevel(pdf: PdfDocument): Promise<{ item: Outline[number]; level: number }[]> {
  try {
    const outline = (await pdf.getOutline()) as Outline | null;
    return (outline ?? []).toReversed().map((item) => ({ item, level: 1 }));
  } catch {
    return [];
  }
}

async function pageOf(pdf: PdfDocument, dest: unknown): Promise<number | undefined> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : undefined;
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return undefined;
    return (await pdf.getPageIndex(target as Parameters<PdfDocument['getPageIndex']>[0])) + 1;
  } catch {
    return undefined;
  }
}
