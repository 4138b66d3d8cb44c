import { setImmediate } from 'node:timers/promises';
import type { ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { characterCount, type Fragment, type PageText } from '../pdf/layout/lines.ts';
import { type PdfDocument, withPdf } from '../pdf/open-pdf.ts';
import type { GreyPicture } from './grey-picture.ts';
import { installedReader, readerRemedy } from './installed-reader.ts';
import { pageImages } from './page-picture.ts';
import { maxPixels, ReadingTime } from './picture-limits.ts';
import { type RecognisedPage, recognisedPage } from './recognised-page.ts';
import { type RecognisedPicture, TextReader } from './text-reader.ts';

/** What to do about pictures of more pixels than are decoded. */
const largePictures = `Make its pictures smaller: one may have no more than ${maxPixels / 1e6} million pixels`;

/** A page with fewer letters may be a scan with no more than a stamp or a page number on it. */
const minLetters = 100;

/**
 * The pages of a PDF that show text in pictures: `auto` reads those that have hardly any text of their own, `always`
 * all pictures of all pages. What is recognised where the page has text already is left out.
 */
export class PdfScans {
  readonly #file: SourceFile;
  readonly #mode: NonNullable<ParseOptions['ocr']>;
  readonly #onPicture: ParseOptions['onPicture'];
  #isInstalled: boolean | undefined;
  #reader: TextReader | undefined;
  #pictures: OpenPictures | undefined;
  readonly #time: ReadingTime;
  /** Pages that were to be read when the time was over. */
  readonly late: number[] = [];
  /** Pages with pictures of more pixels than are decoded. */
  readonly tooLarge: number[] = [];

  constructor(file: SourceFile, options: ParseOptions) {
    const { ocr = 'off', onPicture } = options;
    this.#time = new ReadingTime(options);
    this.#file = file;
    this.#mode = ocr;
    this.#onPicture = onPicture;
  }

  /** What to do about pages that show something and have no text. Fits behind a sentence. */
  get remedy(): string {
    if (this.tooLarge.length > 0) return largePictures;
    if (this.#canRead()) return 'Run it through another OCR program and ingest the result';
    if (this.#mode === 'off') return 'Set ingest.ocr to auto, or run it through OCR, and ingest the result';
    return readerRemedy;
  }

  /** Whether pictures of the page are to be read, should it have any. */
  wants(drawn: PageText): boolean {
    const fragments = drawn.sheets.flatMap((sheet) => sheet.fragments);
    return (this.#mode === 'always' || characterCount(fragments) < minLetters) && this.#canRead();
  }

  /** Looked for when a page may need it: most files have text, and a look goes through some fifty packages. */
  #canRead(): boolean {
    this.#isInstalled ??= this.#mode !== 'off' && installedReader() !== undefined;
    return this.#isInstalled;
  }

  /** The text of a page that it {@link wants}, with what its pictures say; undefined where they say nothing. */
  async read(drawn: PageText): Promise<RecognisedPage | undefined> {
    if (this.#reader && this.#time.isOver) {
      this.late.push(drawn.page);
      return undefined;
    }
    this.#onPicture?.();
    // What was sent on how far the parser is leaves before the engine takes the thread.
    await setImmediate();
    const { page } = drawn;
    this.#pictures ??= openPictures(this.#file);
    const shown = await (await this.#pictures.pdf).getPage(page);
    const { seen, hasTooLarge } = await pageImages(shown).finally(() => shown.cleanup());
    if (hasTooLarge) this.tooLarge.push(page);
    const read = seen && (await this.#recognise(seen.picture));
    if (!read) return undefined;
    const recognised = recognisedPage(read, { page, scale: seen.scale });
    return { ...recognised, text: merged(drawn, recognised.text) };
  }

  /** What is told of pages that were {@link late} or whose pictures were {@link tooLarge}. */
  warnings(shown: (pages: readonly number[]) => string): readonly string[] {
    const { late, tooLarge } = this;
    const was = late.length === 1 ? 'was' : 'were';
    return [
      ...(late.length > 0 ? [this.#time.warning(`p. ${shown(late)} ${was}`)] : []),
      ...(tooLarge.length > 0 ? [`pictures on p. ${shown(tooLarge)} were not read. ${largePictures}`] : []),
    ];
  }

  async close(): Promise<void> {
    await this.#pictures?.close();
  }

  /** Undefined where the engine fails: the next picture gets another one, and the page is told as one without text. */
  async #recognise(picture: GreyPicture): Promise<RecognisedPicture | undefined> {
    try {
      this.#reader ??= await TextReader.open();
      return this.#reader?.read(picture);
    } catch {
      this.#reader = undefined;
      return undefined;
    }
  }
}

/** The same PDF once more, this time with its images, for as long as its pages are read. */
interface OpenPictures {
  readonly pdf: Promise<PdfDocument>;
  readonly close: () => Promise<void>;
}

function openPictures(file: SourceFile): OpenPictures {
  const opened = Promise.withResolvers<PdfDocument>();
  const ended = Promise.withResolvers<void>();
  const use = (pdf: PdfDocument) => {
    opened.resolve(pdf);
    return ended.promise;
  };
  const closed = withPdf(file, use, { maxImageSize: maxPixels }).catch(opened.reject);
  return {
    pdf: opened.promise,
    close() {
      ended.resolve();
      return closed;
    },
  };
}

/** The text of a page and what was recognised on it, but for what it has already. */
function merged(drawn: PageText, recognised: PageText): PageText {
  if (drawn.sheets.length === 0) return { ...drawn, sheets: recognised.sheets };
  const known = drawn.sheets.flatMap(({ fragments }) => fragments);
  const [first, ...others] = drawn.sheets;
  const [sheet] = recognised.sheets;
  const added = sheet?.fragments.filter((fragment) => !known.some((one) => overlap(one, fragment))) ?? [];
  if (!first || !sheet || added.length === 0) return drawn;
  if (first.angle !== sheet.angle)
    return { ...drawn, sheets: [first, ...others, { ...sheet, fragments: added }] };
  // Read by its tags alone, the page would lack what is in its pictures.
  const { tagged: _, ...page } = drawn;
  return { ...page, sheets: [{ ...first, fragments: [...first.fragments, ...added] }, ...others] };
}

/** Whether two fragments stand on the same line, and one on the other. */
function overlap(one: Fragment, other: Fragment): boolean {
  const isSameLine = Math.abs(one.baseline - other.baseline) < Math.max(one.size, other.size) / 2;
  return isSameLine && one.left < other.right && other.left < one.right;
}
