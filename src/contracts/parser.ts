import type { FootnoteError } from '../errors.ts';
import type { Metadata } from './chunk.ts';
import type { TextPlace } from './document.ts';

/** A file as it was loaded: the parser finds everything in the bytes; the path only names it. */
export interface SourceFile {
  /** As the user knows it, with forward slashes. Never opened by a parser. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface BlockSpan {
  /** First UTF-16 code unit in the cleaned text. */
  readonly start: number;
  /** One past the last code unit. */
  readonly end: number;
  /** 1-based page, slide or sheet, if the format has one. */
  readonly page?: number;
}

/**
 * A piece of the document's structure over its cleaned text. Blocks are in order and do not overlap. Of two paragraphs
 * without a blank line between them the second goes on with the first on another page.
 */
export type Block =
  | (BlockSpan & {
      readonly kind: 'heading';
      /** 1–6. */
      readonly level: number;
      /** The heading's words without markup. */
      readonly title: string;
      /** URL fragment of this heading on a rendered page. */
      readonly anchor: string;
      /**
       * Where what it heads ends, if before the next heading of its level: that of a tab, or of what is folded, heads
       * its panel and nothing behind it.
       */
      readonly until?: number;
    })
  | (BlockSpan & {
      readonly kind: 'table';
      /** Where the header rows end; `start` if there are none. */
      readonly headerEnd: number;
      /** Of a table that goes on with one on an earlier page and has no header of its own: the rows of that one's. */
      readonly header?: { readonly start: number; readonly end: number };
    })
  | (BlockSpan & { readonly kind: 'code'; readonly language?: string })
  | (BlockSpan & {
      /** A caption, or what describes a picture. */
      readonly kind: 'figure';
      /** The block that names it first, where its caption has a number: “Figure 3 shows …”. */
      readonly mention?: { readonly start: number; readonly end: number };
      /**
       * Where its picture lies in the file, where it can be handed out: the name of its part, as in
       * `word/media/image1.png`; of one that is written into the file as Base64, the bytes of that, as in `1024-8200`.
       */
      readonly picture?: string;
    })
  | (BlockSpan & {
      readonly kind: 'paragraph' | 'list' | 'equation' | 'quote';
    });

/** What a block is. */
export type BlockKind = Block['kind'];

/** A file made into text and structure. */
export interface ParsedDocument {
  /** Cleaned text: every offset in the project refers to it. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Title found in the document; undefined where it has none. */
  readonly title?: string;
  /** BCP 47 primary subtag where the document or its words say so. */
  readonly language?: string;
  readonly metadata: Metadata;
  /** What was odd but did no harm, for the ingest report. */
  readonly warnings: readonly string[];
  /** Where the text stands in the file, in order, about a line each; where the format has places to point at. */
  readonly places?: readonly TextPlace[];
}

/**
 * What a file's bytes say about its format: `yes` where they settle it whatever the name says (a signature), `no`
 * where they rule it out, `maybe` where the name must decide.
 */
export type Recognition = 'yes' | 'maybe' | 'no';

/** What parsers and containers have in common: how a file is known to be theirs. */
export interface Format {
  readonly name: string;
  /** Lower-case file name endings with their dot that suggest this format. */
  readonly extensions: readonly string[];
  /** Looks at the first bytes and the structure, not at the name; cheap. */
  recognise(file: SourceFile): Recognition;
}

/** How far a parser is within one file. */
export interface ParseProgress {
  readonly done: number;
  readonly total: number;
  /** One of what is counted; a picture within the document, where those are read. */
  readonly unit: PageUnit | 'picture';
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  /** Called as often as it suits the parser; cheap. A format that has no such units never calls it. */
  readonly onProgress?: (progress: ParseProgress) => void;
  /**
   * Text in pictures: `auto` recognises what has no text otherwise, such as the pages of a scan; `always` every picture
   * that may hold some. Default: `off`.
   */
  readonly ocr?: 'off' | 'auto' | 'always';
  /** After this nothing more is recognised in a file, and what was stays. Default: no limit. */
  readonly ocrTimeoutMs?: number;
  /** Called before each picture whose text is recognised: the time limit begins anew. */
  readonly onPicture?: () => void;
}

/**
 * Makes one format into text and blocks. Deterministic and free of side effects. One that comes with the package may be
 * ended from outside at any moment, since it runs in a process with a time and a memory limit. One of the caller's own
 * runs in the caller's process, several files at once: it is given up, and its signal aborted, when its time is over.
 * Errors: `file_binary`, `file_empty`, `file_encrypted`, `file_malformed` with the line, `file_damaged`; never an empty
 * success.
 */
export interface Parser extends Format {
  /** Part of the stamp of what it parsed: raise it when the same bytes would give another text. */
  readonly version: number;
  parse(file: SourceFile, options?: ParseOptions): Promise<ParsedDocument>;
}

/** Bounds on what a container may unpack to. Beyond one of them it fails with `archive_refused`. */
export interface ContainerLimits {
  readonly maxMembers: number;
  /** Unpacked bytes in all. */
  readonly maxBytes: number;
  /** Unpacked bytes of one member; a larger one fails alone, with `file_too_large`. */
  readonly maxMemberBytes: number;
  /** Unpacked over packed size, for members over 1 MB. */
  readonly maxRatio: number;
  /** Containers within containers. */
  readonly maxDepth: number;
}

/** A member of a container, or why it alone cannot be read. */
export type ContainerMember = SourceFile | { readonly path: string; readonly error: FootnoteError };

/** A file that holds files, each of which becomes a document of its own: an archive, an e-mail with attachments. */
export interface Container extends Format {
  /** The file itself is a document as well, which a parser reads, beside its members. Default: it is not. */
  readonly isDocument?: boolean;
  /**
   * The members in order, each with the container's path, `/` and its own name as path; a name that climbs out
   * (`..`, absolute) fails with `archive_refused`, and so does a `maxDepth` below 1. Encrypted members fail with
   * `file_encrypted`. A member that is damaged, too large or packed in a way that is not read is handed out with its
   * error, and the others follow.
   */
  members(
    file: SourceFile,
    limits: ContainerLimits,
    options?: { signal?: AbortSignal },
  ): AsyncIterable<ContainerMember>;
}

/** What a format numbers. */
type PageUnit = 'page' | 'slide' | 'sheet';

const endings: readonly (readonly [PageUnit, RegExp])[] = [
  ['slide', /\.(?:pp[st][xm]|potx|o[dt]p|fodp)$/i],
  ['sheet', /\.(?:xl[st][xm]|o[dt]s|fods)$/i],
];

/** What the number of a document's page counts, by the ending of its path: what is recorded is the number alone. */
export function pageUnitOf(path: string): PageUnit {
  return endings.find(([, ending]) => ending.test(path))?.[0] ?? 'page';
}

/**
 * Which page, slide or sheet is to be named for a place: none where the format has none, nor a sheet by its number
 * where its name, which is a heading, is said before it.
 */
export function pageToName({
  path,
  headingPath,
  page,
}: {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}): { readonly unit: PageUnit; readonly number: number } | undefined {
  const unit = pageUnitOf(path);
  return page === null || (unit === 'sheet' && headingPath.length > 0) ? undefined : { unit, number: page };
}
