import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { PageLayout } from '../pdf/layout/page-layout.ts';
import { documentOf, unsureWarning } from '../pdf/parse-pdf.ts';
import { isTooLarge, maxPixels, pictureSize, ReadingTime } from './picture-limits.ts';
import { recognisedPage, scaledBox, textScale } from './recognised-page.ts';
import { TextReader } from './text-reader.ts';

/** Pages of one TIFF file. */
const maxPages = 10_000;

/** Reads a picture as `pictureParser` says. */
export async function parsePicture(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const { path, bytes } = file;
  const { signal, onPicture, onProgress } = options;
  const reader = await TextReader.open();
  if (!reader) throw withoutText(path);
  const layout = new PageLayout();
  const unsure: { page: number; lines: number }[] = [];
  const { pages, isWhole } = pagesOf(bytes);
  if (pages.length === 0)
    throw new FootnoteError('file_damaged', { path, problem: 'it says of no picture where it is' });
  const parts = [];
  const scales: number[] = [];
  const time = new ReadingTime(options);
  const warnings: string[] = [];
  for (const [index, bytesOfPage] of pages.entries()) {
    throwIfAborted(signal);
    if (index > 0 && time.isOver) {
      warnings.push(time.warning(`pages behind p. ${index} were`));
      break;
    }
    onPicture?.();
    const pageBytes = bytesOfPage();
    const size = pictureSize(pageBytes);
    if (size && isTooLarge(size)) {
      const pixels = `${size.width} × ${size.height} pixels`;
      throw new FootnoteError('picture_too_large', { path, page: index + 1, pixels, limit: maxPixels });
    }
    const picture = reader.decode(pageBytes);
    if (!picture) {
      const problem = `its picture ${index + 1} cannot be decoded`;
      throw new FootnoteError('file_damaged', { path, problem });
    }
    const page = index + 1;
    const read = reader.read(picture);
    const scale = textScale(read);
    scales.push(scale);
    const recognised = recognisedPage(read, { page, scale });
    if (recognised.unsure > 0) unsure.push({ page, lines: recognised.unsure });
    parts.push(...layout.add(recognised.text));
    onProgress?.({ done: page, total: pages.length, unit: 'page' });
  }
  parts.push(...layout.finish());
  if (parts.length === 0) throw withoutText(path);
  if (unsure.length > 0) warnings.unshift(unsureWarning(unsure));
  if (!isWhole)
    warnings.push(
      pages.length === maxPages
        ? `pages behind p. ${maxPages} were not read: split the file into parts of no more pages`
        : `pages behind p. ${pages.length} are missing: the file was cut off, or its list of pages is damaged`,
    );
  const document = documentOf(path, parts, [], { warnings });
  const { places = [] } = document;
  const inPixels = places.map((place) =>
    'box' in place ? { ...place, box: scaledBox(place.box, scales[place.page - 1] ?? 1) } : place,
  );
  return { ...document, places: inPixels };
}

/** A folder may have thousands of photographs, of which nobody expects text. */
function withoutText(path: string): FootnoteError {
  return new FootnoteError('file_empty', { path, isCommon: true });
}

/**
 * The pictures of a file: of a TIFF file the same bytes for each page, its directory made the first. Not whole where it
 * says that it has more.
 */
function pagesOf(bytes: Uint8Array): {
  readonly pages: readonly (() => Uint8Array)[];
  readonly isWhole: boolean;
} {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const order = view.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return { pages: [() => bytes], isWhole: true };
  const isLittle = order === 'II*\0';
  const short = (at: number): number => (isLittle ? view.readUInt16LE(at) : view.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? view.readUInt32LE(at) : view.readUInt32BE(at));
  const directories = new Set<number>();
  const [headerBytes, entryBytes] = [8, 12];
  let at = view.length < headerBytes ? 0 : long(4);
  while (at + 2 <= view.length && at > 0 && directories.size < maxPages && !directories.has(at)) {
    directories.add(at);
    const next = at + 2 + short(at) * entryBytes;
    at = next + 4 <= view.length ? long(next) : 0;
  }
  const pages = [...directories].map((directory) => () => {
    const page = Buffer.from(view);
    if (isLittle) page.writeUInt32LE(directory, 4);
    else page.writeUInt32BE(directory, 4);
    return page;
  });
  return { pages, isWhole: at === 0 };
}
