import type { Container, Parser, SourceFile } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';
import { binaryContent } from '../text/decode/binary-content.ts';
import {
  conversionByBytes,
  conversionFor,
  fileEnding,
  isTextForReaders,
  isTextWithoutEnding,
} from './file-kinds.ts';
import { containerLoaders, formatsInBrief, parserLoaders } from './format-loaders.ts';
import { languageOfFile } from './source-code-parser.ts';

/** Every format that is read; where several take a file by its bytes, the first does. Pictures need a reader. */
export const parsers: readonly Parser[] = await Promise.all(
  Object.entries(parserLoaders)
    .filter(([name]) => name !== 'picture')
    .map(([, load]) => load()),
);

/** File name endings that some parser takes, lower case with their dot, in order. */
export const supportedExtensions: readonly string[] = [
  ...new Set(parsers.flatMap((parser) => parser.extensions)),
].toSorted();

/** Which of some parsers takes a file, by its bytes first, and its name second where they leave that open. */
export function takenBy(some: readonly Parser[], file: SourceFile): Parser | undefined {
  return (
    some.find((parser) => parser.recognise(file) === 'yes') ??
    named(some, file).find((parser) => parser.recognise(file) === 'maybe')
  );
}

function named(some: readonly Parser[], file: SourceFile): readonly Parser[] {
  const path = file.path.toLowerCase();
  return some.filter((parser) => parser.extensions.some((extension) => path.endsWith(extension)));
}

/**
 * The parser for a file: found from the bytes first, the name second. Errors: `file_binary` where the name promises
 * text, and `file_damaged` where it promises another format, that the bytes are not; `file_empty` where there are none;
 * `file_convertible` where no parser takes it and something can be made of it, `file_unsupported` else.
 * @param isNamed whether it was asked for by its name: then it is read as text, where it is one, whatever its ending
 * @param own parsers of the caller's own, which are asked before those that come with the package
 */
export function parserFor(
  file: SourceFile,
  { isNamed = false, own = [] }: { readonly isNamed?: boolean; readonly own?: readonly Parser[] } = {},
): Parser {
  const known = takenBy(own, file) ?? parsers.find((parser) => parser.recognise(file) === 'yes');
  if (known) return known;
  const suggested = namedParsers(file);
  const possible = suggested.find((parser) => parser.recognise(file) === 'maybe');
  if (possible) return possible;
  const promised = named(own, file)[0] ?? suggested[0];
  const conversion = promised ? conversionByBytes(file) : conversionFor(file);
  if (conversion) throw new FootnoteError('file_convertible', { path: file.path, ...conversion });
  if (promised) throw notAsNamed(file, promised);
  if (isNamed && isTextForReaders(file)) return textOf(file);
  throw new FootnoteError('file_unsupported', { path: file.path, supported: formatsInBrief });
}

/** Those that the name suggests. Without an ending, a text is source code where the name stands for a language. */
function namedParsers(file: SourceFile): readonly Parser[] {
  const byEnding = named(parsers, file);
  return byEnding.length > 0 || !isTextWithoutEnding(file) ? byEnding : [textOf(file)];
}

function textOf({ path }: SourceFile): Parser {
  const name = languageOfFile(path) === undefined ? 'text' : 'source-code';
  return parsers.find((parser) => parser.name === name) as Parser;
}

function notAsNamed({ path, bytes }: SourceFile, parser: Parser): FootnoteError {
  if (bytes.length === 0) return new FootnoteError('file_empty', { path });
  const reason = binaryContent(bytes);
  if (reason && readsText(parser, path)) return new FootnoteError('file_binary', { path, reason });
  const { name } = parser;
  const problem = reason ? `its content is not ${name} (${reason})` : `it is plain text, not ${name}`;
  return new FootnoteError('file_damaged', { path, problem });
}

/** Whether the files of a format are text: any text may then be one. */
function readsText(parser: Parser, path: string): boolean {
  return parser.recognise({ path, bytes: anyText }) !== 'no';
}

const anyText = new TextEncoder().encode('text');

/**
 * What all parsers do alike: raised when the same bytes would be cleaned otherwise, or their language or the header of
 * their tables told otherwise.
 */
const commonVersion = 6;

/** Name and version of a parser: what a document was made with. */
export function parserStamp(parser: Parser): string {
  return `${parser.name}@${parser.version}.${commonVersion}`;
}

/** Whether a document with this stamp would come out the same today. */
export function isCurrentStamp(stamp: string): boolean {
  return parsers.some((parser) => parserStamp(parser) === stamp);
}

/** Every kind of file that holds files. */
const containers: readonly Container[] = await Promise.all(
  Object.values(containerLoaders).map((load) => load()),
);

/** File name endings of containers, lower case with their dot, in order. */
export const containerExtensions: readonly string[] = containers
  .flatMap((container) => container.extensions)
  .toSorted();

/** Whether the name leaves it open that a file is a container: by its ending, or without one, as mailboxes may be. */
export function mayBeContainer(path: string): boolean {
  const name = path.toLowerCase();
  return fileEnding(path) === '' || containerExtensions.some((extension) => name.endsWith(extension));
}

/** The file that a source is a member of, by the ending of its name; undefined where none has such an ending. */
export function containerAround(source: string): string | undefined {
  for (let end = source.indexOf('/'); end > 0; end = source.indexOf('/', end + 1)) {
    const file = source.slice(0, end);
    if (containerExtensions.some((extension) => file.toLowerCase().endsWith(extension))) return file;
  }
  return undefined;
}

/** The container that a file is, found from the bytes first, the name second; undefined where it is none. */
export function containerFor(file: SourceFile): Container | undefined {
  const name = file.path.toLowerCase();
  return containers.find((container) => {
    const recognition = container.recognise(file);
    if (recognition === 'yes') return true;
    return recognition === 'maybe' && container.extensions.some((extension) => name.endsWith(extension));
  });
}
