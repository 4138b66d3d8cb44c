import { basename, extname } from 'node:path';
import type { SourceFile } from '../contracts/parser.ts';
import { binaryContent, compoundFile } from '../text/decode/binary-content.ts';
import { latin1Text, looksLikeText } from './document/text-format.ts';
import { isZip } from './zip/zip-archive.ts';
import { packageKind } from './zip/zip-container.ts';

/** A kind of file that is not read, and what it can be made into. Both fit the message of `file_convertible`. */
interface Conversion {
  /** With its article: `a picture`. */
  readonly kind: string;
  /** What it should become, with how where that is not obvious. */
  readonly target: string;
  /**
   * Whether a folder may have thousands of them that nobody expects to be read. Default: it is a document, and missed.
   */
  readonly isCommon?: true;
}

const picture: Conversion = {
  kind: 'a picture',
  target: 'text with character recognition (OCR)',
  isCommon: true,
};
const transcript = 'a transcript (WebVTT, SubRip or text)';
const sound: Conversion = { kind: 'an audio recording', target: transcript, isCommon: true };
const film: Conversion = { kind: 'a video', target: transcript, isCommon: true };
const archive: Conversion = {
  kind: 'an archive that is not ZIP',
  target: 'a ZIP archive or a folder',
  isCommon: true,
};
const message: Conversion = {
  kind: 'an Outlook message',
  target: 'an .eml file (save or drag it out of the mail program)',
};
const mailbox: Conversion = {
  kind: 'an Outlook mailbox',
  target: 'an .mbox mailbox or one .eml file per message',
};
const oldWord: Conversion = { kind: 'an old Word document', target: 'DOCX' };
const oldExcel: Conversion = { kind: 'an old or binary Excel workbook', target: 'XLSX' };
const oldPowerPoint: Conversion = { kind: 'an old PowerPoint presentation', target: 'PPTX' };
const oldOffice: Conversion = { kind: 'an old Office document', target: 'DOCX, XLSX or PPTX' };
const oldOpenOffice: Conversion = { kind: 'an old OpenOffice document', target: 'ODT, ODS or ODP' };
const drawing: Conversion = { kind: 'an OpenDocument drawing or formula', target: 'PDF' };
const manual: Conversion = {
  kind: 'a manual page in troff',
  target: 'text (man -l FILE > FILE.txt) or HTML (mandoc -T html)',
  isCommon: true,
};
const kindle: Conversion = { kind: 'a Kindle book', target: 'EPUB' };
const page: Conversion = { kind: 'a fixed-page document that is not PDF', target: 'PDF' };
const table: Conversion = {
  kind: 'a table in a binary format',
  target: 'CSV or JSON Lines',
  isCommon: true,
};
const database: Conversion = {
  kind: 'a database',
  target: 'CSV or JSON Lines, one file per table',
  isCommon: true,
};

const byExtension: readonly (readonly [Conversion, string])[] = [
  [picture, '.png .jpg .jpeg .gif .tif .tiff .webp .bmp .heic .heif .avif .ico .svg .eps .psd .raw'],
  [sound, '.mp3 .wav .m4a .ogg .oga .opus .flac .aac .wma .aiff .amr'],
  [film, '.mp4 .mov .mkv .avi .webm .wmv .m4v .mpg .mpeg .flv'],
  [archive, '.tar .gz .tgz .bz2 .xz .7z .rar .zst .lz4'],
  [message, '.msg .oft'],
  [mailbox, '.pst .ost'],
  [oldWord, '.doc .dot'],
  [oldExcel, '.xls .xlt .xlsb'],
  [oldPowerPoint, '.ppt .pot .pps'],
  [oldOpenOffice, '.sxw .stw .sxc .stc .sxi .sti'],
  [drawing, '.odg .otg .fodg .odf'],
  [{ kind: 'a Pages document', target: 'DOCX or PDF' }, '.pages'],
  [{ kind: 'a Numbers spreadsheet', target: 'XLSX' }, '.numbers'],
  [{ kind: 'a Keynote presentation', target: 'PPTX or PDF' }, '.key .keynote'],
  [{ kind: 'an old word-processor document', target: 'DOCX' }, '.wpd .wps .lwp .hwp'],
  [{ kind: 'a OneNote notebook', target: 'PDF or DOCX' }, '.one .onepkg'],
  [{ kind: 'an Evernote export', target: 'HTML (in Evernote, export the notes as web pages)' }, '.enex'],
  [{ kind: 'a Visio drawing', target: 'PDF' }, '.vsd .vsdx'],
  [{ kind: 'a help file', target: 'HTML' }, '.chm .hlp'],
  [kindle, '.mobi .azw .azw3 .kfx .prc'],
  [page, '.djvu .djv .ps .xps .oxps .dvi'],
  [table, '.parquet .feather .arrow .avro .orc .dta .sav .sas7bdat'],
  [database, '.sqlite .sqlite3 .db .mdb .accdb'],
];

const conversionByExtension = new Map(
  byExtension.flatMap(([conversion, endings]) => endings.split(' ').map((ending) => [ending, conversion])),
);

/** Endings of documents that are not read and would be missed, lower case with their dot. */
export const missedExtensions: readonly string[] = [...conversionByExtension]
  .filter(([, { isCommon }]) => !isCommon)
  .map(([ending]) => ending);

/**
 * Endings that kinds of plain text have as well: PEM keys, messages of ROS, graphs of Graphviz, templates of gettext.
 */
const alsoPlainText: ReadonlySet<string> = new Set(['.key', '.msg', '.dot', '.pot']);

/** Characters of Latin-1 at an offset by which files are known; the first that fits decides. */
const bySignature: readonly (readonly [Conversion, offset: number, signatures: readonly string[]])[] = [
  [picture, 0, ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*', '8BPS']],
  [picture, 4, ['ftypheic', 'ftypheix', 'ftypmif1', 'ftypavif']],
  [picture, 8, ['WEBP']],
  [sound, 0, ['ID3', 'OggS', 'fLaC', '\xff\xfb', '\xff\xf3', '\xff\xf2', '#!AMR']],
  [sound, 4, ['ftypM4A']],
  [sound, 8, ['WAVE']],
  [film, 0, ['\x1a\x45\xdf\xa3', 'FLV\x01']],
  [film, 4, ['ftyp']],
  [film, 8, ['AVI ']],
  [archive, 0, ['\x1f\x8b', '\xfd7zXZ', '7z\xbc\xaf', '\x28\xb5\x2f\xfd', 'Rar!\x1a', 'BZh']],
  [archive, 257, ['ustar']],
  [message, 0, ['\x78\x9f\x3e\x22']],
  [mailbox, 0, ['!BDN']],
  [kindle, 60, ['BOOKMOBI', 'TEXtREAd']],
  [page, 0, ['AT&TFORM', '%!PS']],
  [manual, 0, ['.TH ', '.Dd ', '.\\"', '\'\\"']],
  [database, 0, ['SQLite format 3\0']],
  [database, 4, ['Standard Jet DB', 'Standard ACE DB']],
  [table, 0, ['PAR1', 'ARROW1', 'Obj\x01']],
];

/** Names of streams in compound files (MS-CFB); a name is written in UTF-16, so every second byte is zero. */
const byStream: readonly (readonly [Conversion, string])[] = [
  [message, '__substg1.0_'],
  [oldWord, 'WordDocument'],
  [oldExcel, 'Workbook'],
  [oldPowerPoint, 'PowerPoint Document'],
];

/** What a file that no parser takes can be made into: found from its bytes, else from its name; else undefined. */
export function conversionFor(file: SourceFile): Conversion | undefined {
  const isText = alsoPlainText.has(fileEnding(file.path)) && binaryContent(file.bytes) === undefined;
  return conversionByBytes(file) ?? (isText ? undefined : conversionByName(file.path));
}

/** What the bytes alone say. */
export function conversionByBytes(file: SourceFile): Conversion | undefined {
  const head = Buffer.from(file.bytes.subarray(0, sniffLength)).toString('latin1');
  if (head.startsWith(String.fromCharCode(...compoundFile))) return oldOfficeKind(file);
  const found = bySignature.find(([, offset, signatures]) =>
    signatures.some((signature) => head.startsWith(signature, offset)),
  );
  if (found) return found[0];
  return isZip(file.bytes) ? packageConversion(file) : undefined;
}

const sniffLength = 300;

/** What files of this ending, lower case with its dot, can be made into. */
export function conversionByEnding(ending: string): Conversion | undefined {
  return conversionByExtension.get(ending);
}

/** What the name alone says. */
export function conversionByName(path: string): Conversion | undefined {
  return conversionByEnding(fileEnding(path));
}

function oldOfficeKind({ path, bytes }: SourceFile): Conversion {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = byStream.find(([, name]) => content.includes(Buffer.from(name, 'utf16le')));
  return found?.[0] ?? conversionByName(path) ?? oldOffice;
}

function packageConversion(file: SourceFile): Conversion | undefined {
  const kind = packageKind(file);
  if (kind === 'iwork') return conversionByName(file.path) ?? { kind: 'an iWork document', target: 'PDF' };
  if (kind?.includes('vnd.sun.xml')) return oldOpenOffice;
  // Texts, spreadsheets and presentations are read.
  return kind?.includes('opendocument.') ? drawing : undefined;
}

/** So many first bytes show whether a file is text. */
export const textSampleBytes = 4096;

/** Scripts are programs, what lies between such lines are keys, and pages of the manual are all requests to troff. */
const notForReaders = /^(?:#!|-----BEGIN |[.']\\"|\.(?:T[Hh]|Dd|so) )/;

const utf16Mark = /^(?:\xff\xfe|\xfe\xff)/;

/** Texts beside what they are about; what follows the dot says whose or which they are: `README.Debian`. */
const textNames = [
  /^(?:read[-_]?me|change[-_]?log|licen[cs]e|copyright)(?![a-z])/i,
  /^(?:AUTHORS|BUGS|CHANGES|CONTRIBUTORS|COPYING|CREDITS|FAQ|HACKING|HISTORY|INSTALL|NEWS|NOTICE|THANKS|TODO)(?![A-Za-z])/,
];

/**
 * Whether a name that no parser takes leaves it to the bytes what the file is: one without an ending that is not
 * hidden, or that of a text whatever its ending: `LICENSE-MIT`, `Apache-2.0`, `NEWS.Debian`.
 */
export function mayBeText(path: string): boolean {
  const name = basename(path);
  const ending = fileEnding(path);
  if (ending === '') return !name.startsWith('.');
  return conversionByEnding(ending) === undefined && textNames.some((one) => one.test(name));
}

/**
 * Whether a file is text for readers under a name that does not say so: neither blank nor a script nor a key, and
 * without any NUL. The first {@link textSampleBytes} bytes are looked at, and may be all that is handed in.
 */
export function isTextWithoutEnding({ path, bytes }: SourceFile): boolean {
  return mayBeText(path) && isTextForReaders({ path, bytes });
}

/** The same, whatever the name says. */
export function isTextForReaders({ path, bytes }: SourceFile): boolean {
  const sample = bytes.subarray(0, textSampleBytes);
  const start = latin1Text(sample, 0, 16);
  if (notForReaders.test(start) || !sample.some((byte) => byte > 0x20)) return false;
  return utf16Mark.test(start) || (!sample.includes(0) && looksLikeText({ path, bytes: sample }));
}

/** Letters with at most a figure before them: what follows the dot in `Apache-2.0` or `Minutes 3.5.2024` is no kind. */
const ending = /^\.\d?[a-z][\w+#~-]{0,15}$/;

/** What a name says of the kind of its file: its ending, lower case with its dot; empty where it has none. */
export function fileEnding(path: string): string {
  const last = extname(path).toLowerCase();
  return ending.test(last) ? last : '';
}
