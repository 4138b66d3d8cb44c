import type { TextPlace } from '../../contracts/document.ts';
import type { ParseOptions, SourceFile } from '../../contracts/parser.ts';
import type { DocumentBuilder } from '../document/document-builder.ts';
import { placesOf } from '../pdf/layout/drawn-lines.ts';
import { PageLayout, type PagePart } from '../pdf/layout/page-layout.ts';
import { installedReader } from './installed-reader.ts';
import { isTooLarge, maxPixels, type PictureSize, pictureSize, ReadingTime } from './picture-limits.ts';
import { recognisedPage, scaledBox, textScale } from './recognised-page.ts';
import { type RecognisedPicture, TextReader } from './text-reader.ts';

/**
 * The pictures of a document by the names of their parts, or by their addresses: each is unpacked when it is asked for.
 */
export type PicturesByName = ReadonlyMap<string, () => Uint8Array | undefined>;

/** Fewer pixels on a side, or in all, are an icon, a rule or a logo: a line of text in a usual size needs more. */
const minSide = 32;
const minArea = 20_000;

/** Pictures of one document that are read; the others are told. */
const maxPictures = 500;

/**
 * Writes the pictures within one document, as they come by: that they are there, and, where that is wanted and a reader
 * is installed, what they say. That becomes blocks of the document at its place: tables and lists as such, all else as
 * paragraphs, since what is a heading in a picture heads nothing outside of it. Each line keeps where it stands in the
 * picture.
 */
export class EmbeddedPictures {
  readonly #options: ParseOptions;
  readonly #pictures: PicturesByName;
  #reader: TextReader | undefined;
  readonly #time: ReadingTime;
  readonly #seen = new Set<string>();
  /** The whole file, in which pictures may be written. */
  readonly #file: Buffer;
  /** Behind the last picture that was found there. */
  #position = 0;
  readonly #places = new Map<string, string | undefined>();
  /** Whether any is read. */
  readonly isReading: boolean;
  #read = 0;
  #unsure = 0;
  /** How many pictures each reason kept from being read. */
  readonly #unread = new Map<string, number>();

  private constructor(
    options: ParseOptions,
    pictures: PicturesByName,
    context: { readonly bytes: Uint8Array; readonly reader: TextReader | undefined },
  ) {
    const { bytes, reader } = context;
    this.#options = options;
    this.#pictures = pictures;
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#reader = reader;
    this.isReading = reader !== undefined;
    this.#time = new ReadingTime(options);
  }

  /** Without a picture to read among these no reader is started. */
  static async open(
    { bytes }: SourceFile,
    options: ParseOptions,
    pictures: PicturesByName,
  ): Promise<EmbeddedPictures> {
    const isWanted = (options.ocr ?? 'off') !== 'off' && installedReader() !== undefined;
    const reader = isWanted && hasReadable(pictures) ? await TextReader.open() : undefined;
    return new EmbeddedPictures(options, pictures, { bytes, reader });
  }

  /** Writes a picture: its description, that it is there, and what it says; without a name the first of these alone. */
  write(builder: DocumentBuilder, name: string | undefined, description?: string): void {
    const writes = this.read(name, description);
    for (const write of writes) write(builder);
    if (writes.length === 0) builder.picture(this.#placeInFile(name));
  }

  /**
   * What writes the words of a picture: its description, and what it says; the latter not of decorations, and of one
   * that was there before.
   */
  read(name: string | undefined, description = ''): readonly ((builder: DocumentBuilder) => void)[] {
    const said = this.#textOf(name);
    const place = this.#placeInFile(name);
    const shows = (text: string) => (to: DocumentBuilder) => to.picture(place, text);
    if (said.length === 0) return description === '' ? [] : [shows(description)];
    // What it says stands between it and a caption below.
    return [shows(description), ...said, shows('')];
  }

  /** Where a picture lies in the file, as a figure has it; undefined of one that pages do not show. */
  #placeInFile(name: string | undefined): string | undefined {
    if (name === undefined || !this.#pictures.has(name)) return undefined;
    if (!this.#places.has(name)) this.#places.set(name, this.#findInFile(name));
    return this.#places.get(name);
  }

  #findInFile(name: string): string | undefined {
    const [head] = dataAddress.exec(name) ?? [];
    if (head === undefined) return shownName.test(name) ? name : undefined;
    const base64 = name.slice(head.length);
    // They are asked for in the order of the file, by and large.
    const ahead = this.#file.indexOf(base64, this.#position, 'latin1');
    const start = ahead === -1 ? this.#file.indexOf(base64, 0, 'latin1') : ahead;
    if (base64 === '' || start === -1) return undefined;
    this.#position = start + base64.length;
    return `${start}-${this.#position}`;
  }

  /** What writes the text of a picture. */
  #textOf(name: string | undefined): readonly ((builder: DocumentBuilder) => void)[] {
    if (name === undefined || !this.isReading || !this.#pictures.has(name) || this.#seen.has(name)) return [];
    this.#seen.add(name);
    this.#options.onProgress?.({ done: this.#seen.size, total: this.#pictures.size, unit: 'picture' });
    const bytes = unpacked(this.#pictures.get(name));
    const size = bytes && pictureSize(bytes);
    if (!bytes || !size || isDecoration(size)) return [];
    const problem = this.#problemOf(size);
    if (problem === undefined)
      return this.#partsOf(this.#placeInFile(name) ?? this.#numberOf(name), bytes, size);
    this.#leaveOut(problem);
    return [];
  }

  /** What has no place in the file that can be named, as in a message that is packed, has its number. */
  #numberOf(name: string): string {
    return dataAddress.test(name) ? `picture ${[...this.#pictures.keys()].indexOf(name) + 1}` : name;
  }

  #problemOf(size: PictureSize): string | undefined {
    if (isTooLarge(size))
      return `a picture may have no more than ${maxPixels / 1e6} million pixels. Make it smaller`;
    if (this.#read >= maxPictures) return `a document may have no more than ${maxPictures}. Split it`;
    if (this.#time.isOver) return outOfTime;
    return this.#reader ? undefined : 'the reader failed at one before';
  }

  #partsOf(picture: string, bytes: Uint8Array, { width, height }: PictureSize) {
    this.#read += 1;
    this.#options.onPicture?.();
    const read = this.#recognise(bytes);
    if (!read) {
      this.#leaveOut(this.#reader ? 'damaged, or of a kind that is not read' : 'the reader failed');
      return [];
    }
    const scale = textScale(read);
    const { text, lines, unsure, confidence } = recognisedPage(read, { page: 1, scale });
    // What is read into leaves and clouds is now and then taken for sure.
    const isText = lines >= unsure;
    this.#unsure += isText ? unsure : lines + unsure;
    if (!isText) return [];
    const layout = new PageLayout();
    const inPicture = ({ start, end, ...place }: TextPlace): TextPlace => {
      const pixels = 'box' in place ? scaledBox(place.box, scale) : ([0, 0, width, height] as const);
      return { start, end, picture, pixels, confidence };
    };
    return [...layout.add(text), ...layout.finish()].map(
      ({ part }) =>
        (builder: DocumentBuilder) =>
          writePart(builder, part, inPicture),
    );
  }

  /** Undefined where the picture cannot be decoded, or the engine fails: it is not asked again. */
  #recognise(bytes: Uint8Array): RecognisedPicture | undefined {
    try {
      const picture = this.#reader?.decode(bytes);
      return picture && this.#reader?.read(picture);
    } catch {
      this.#reader = undefined;
      return undefined;
    }
  }

  #leaveOut(reason: string): void {
    this.#unread.set(reason, (this.#unread.get(reason) ?? 0) + 1);
  }

  /** What was left out, and why. */
  get warnings(): readonly string[] {
    const unread = [...this.#unread].map(([reason, count]) => {
      const what = count === 1 ? '1 picture was' : `${count} pictures were`;
      return reason === outOfTime ? this.#time.warning(what) : `${what} not read: ${reason}`;
    });
    if (this.#unsure === 0) return unread;
    const [lines, are] = this.#unsure === 1 ? ['1 line', 'is'] : [`${this.#unsure} lines`, 'are'];
    return [
      `${lines} in pictures could not be recognised with confidence and ${are} left out: look at the pictures themselves`,
      ...unread,
    ];
  }
}

const outOfTime = 'time';

/** Of a picture that stands in a page itself (RFC 2397), up to its bytes. */
const dataAddress = /^data:image\/[\w.+-]+;base64,/i;

/** Parts that browsers show as pictures; an address, as `cid:` of an e-mail, is none. */
const shownName = /^[^:]+\.(?:png|jpe?g|gif|webp|bmp|svg)$/i;

/** Those that stand in a page itself, of all whose addresses it has: `data:image/png;base64,…` (RFC 2397). */
export function picturesInData(addresses: readonly string[]): PicturesByName {
  return new Map(
    addresses.flatMap((address) => {
      const head = dataAddress.exec(address)?.[0];
      return head === undefined
        ? []
        : [[address, () => Buffer.from(address.slice(head.length), 'base64')] as const];
    }),
  );
}

function hasReadable(pictures: PicturesByName): boolean {
  for (const picture of pictures.values()) {
    const bytes = unpacked(picture);
    const size = bytes && pictureSize(bytes);
    if (size && !isDecoration(size)) return true;
  }
  return false;
}

/** Undefined also where it is damaged: a document is read without it. */
function unpacked(picture: (() => Uint8Array | undefined) | undefined): Uint8Array | undefined {
  try {
    return picture?.();
  } catch {
    return undefined;
  }
}

function isDecoration({ width, height }: PictureSize): boolean {
  return Math.min(width, height) < minSide || width * height < minArea;
}

function writePart(
  builder: DocumentBuilder,
  part: PagePart,
  inPicture: (place: TextPlace) => TextPlace,
): void {
  const before = builder.last?.start;
  if (part.kind === 'table') builder.table(part.rows, part.headerRows);
  else if (part.kind === 'list') builder.list(part.items);
  else if (part.kind === 'code') builder.code(part.text);
  else builder.paragraph(part.text);
  const { last } = builder;
  if (!last || last.start === before || !part.lines) return;
  const isTable = part.kind === 'table';
  builder.place(placesOf(part.lines, { ...last, page: 1, isTable }).map(inPicture));
}
