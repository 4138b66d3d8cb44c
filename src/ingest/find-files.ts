import { type Dirent, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import type { Metadata } from '../contracts/chunk.ts';
import { type FootnoteError, throwIfAborted } from '../errors.ts';
import { ignoreFileError, isWithin, noFileError, pathError, storeFolderError } from '../files/path-error.ts';
import { startsAsMailbox } from '../formats/email/email-parser.ts';
import { fileEnding, isTextWithoutEnding, mayBeText, textSampleBytes } from '../formats/file-kinds.ts';
import { languageOfFile } from '../formats/source-code-parser.ts';
import { metadataFileName } from './document-metadata.ts';
import {
  displayPath,
  type FileSelection,
  fileSelection,
  IgnoreRules,
  relativePath,
  type SelectionOptions,
} from './file-selection.ts';

/** A file to ingest. */
export interface FoundFile {
  /** As the user knows it: relative where the given path was, normalised, with forward slashes. */
  readonly path: string;
  readonly absolutePath: string;
  /** Absolute path of the given folder that it was found in, or of its own where it was named itself. */
  readonly root: string;
  /** Whether it was given itself. */
  readonly isNamed: boolean;
  /** Size in bytes. */
  readonly bytes: number;
  /**
   * When its content, name or rights last changed, in milliseconds since 1970: a file that was moved over another, or
   * unpacked with an old date, is newer than that date.
   */
  readonly modifiedMs: number;
  /** What its server calls this state of it (`ETag`); absent where there is none. */
  readonly tag?: string;
  /** What was said of it when it was put in; absent where nobody could, as of files in folders. */
  readonly given?: GivenFacts;
}

/** What whoever puts a document in says of it. It goes before what is in the file. */
export interface GivenFacts {
  readonly metadata: Metadata;
  readonly title?: string;
}

/** What turned up on the way through the folders. */
export type Finding =
  | { readonly kind: 'file'; readonly file: FoundFile }
  /** Something that was asked for, or stands in a folder, and cannot be read. */
  | { readonly kind: 'failure'; readonly path: string; readonly error: FootnoteError }
  /** A link that was not followed, a pipe, socket or device, or a given folder that ignore files leave nothing of. */
  | { readonly kind: 'warning'; readonly message: string }
  /** A file in a folder that is not taken; its ending as {@link fileEnding} has it. */
  | { readonly kind: 'passed-over'; readonly ending: string };

export interface FindFilesOptions extends SelectionOptions {
  /**
   * Endings that are taken from folders, as {@link fileEnding} has them. Where a name has none, or is that of a text
   * like `README.Debian`, text up to 1 MiB is taken, and any mailbox. A file that is named needs none.
   */
  readonly extensions: ReadonlySet<string>;
  /** The store's directory, which is never walked into, and a failure where it is given itself. */
  readonly storeDirectory?: string;
  /** Told what is being looked at, where that takes a while each. */
  readonly onLook?: (address: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Finds the files behind paths: a file is itself, a folder is walked in order of name. Passed over in folders: names
 * that begin with a dot, what programs write for programs, the store, what `.gitignore` and `.footnoteignore` leave
 * out, files of metadata and settings, symbolic links (what they point to inside the folder is found in its own place).
 * Passed over and told are empty source files, as those that mark packages are, and all that is not taken. A file is
 * found once.
 * Failures: `path_not_found`, `path_unreadable`. Never throws but for `aborted`.
 */
export async function* findFiles(
  paths: readonly string[],
  options: FindFilesOptions,
): AsyncGenerator<Finding> {
  const store = options.storeDirectory && resolve(options.storeDirectory);
  const walk: Walk = {
    options,
    selection: fileSelection(options),
    seen: new Set(),
    storeDirectory: store && (await realpath(store).catch(() => store)),
    root: '',
    ignoreRules: new IgnoreRules(''),
    ignored: [],
  };
  for (const path of paths) {
    throwIfAborted(options.signal);
    yield* findPath(path, walk);
  }
}

interface Walk {
  readonly options: FindFilesOptions;
  readonly selection: FileSelection;
  /** Real paths of what was found. */
  readonly seen: Set<string>;
  /** Its real path. */
  readonly storeDirectory: string | undefined;
  /** The given folder that is being walked. */
  root: string;
  ignoreRules: IgnoreRules;
  /** What its ignore files leave out, each with the file that does. */
  ignored: { readonly path: string; readonly by: string }[];
}

async function* findPath(given: string, walk: Walk): AsyncGenerator<Finding> {
  const absolutePath = resolve(given);
  const path = displayPath(given);
  let stats: Stats;
  let real: string;
  try {
    stats = await stat(absolutePath);
    real = await realpath(absolutePath);
  } catch (cause) {
    yield failure(path, cause);
    return;
  }
  if (stats.isDirectory() && real === walk.storeDirectory) {
    yield { kind: 'failure', path, error: storeFolderError(path) };
  } else if (stats.isDirectory()) {
    walk.root = real;
    walk.ignoreRules = new IgnoreRules(real);
    walk.ignored = [];
    yield* walkDirectory(path, real, walk);
    yield* tellIgnored(path, walk);
  } else if (!walk.selection.takesNamed(path)) {
    return;
  } else if (!stats.isFile()) {
    yield { kind: 'failure', path, error: noFileError(path) };
  } else {
    yield* found({ path, absolutePath: real, root: dirname(real), isNamed: true }, stats, walk);
  }
}

async function* walkDirectory(path: string, absolutePath: string, walk: Walk): AsyncGenerator<Finding> {
  throwIfAborted(walk.options.signal);
  if (absolutePath === walk.storeDirectory) return;
  let entries: Dirent[];
  try {
    entries = await readdir(absolutePath, { withFileTypes: true });
  } catch (cause) {
    yield failure(path, cause);
    return;
  }
  const unread = walk.ignoreRules.unreadIn(absolutePath);
  if (unread && entries.some(({ name }) => name === unread.name)) {
    yield { kind: 'failure', path, error: ignoreFileError(posix.join(path, unread.name), unread.cause) };
    return;
  }
  // By code unit: the same order on every machine, whatever its locale.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isNeverRead(entry.name)) continue;
    const child = posix.join(path, entry.name);
    const absoluteChild = join(absolutePath, entry.name);
    const by = walk.ignoreRules.ignoredBy(absoluteChild, entry.isDirectory());
    if (by !== undefined) walk.ignored.push({ path: child, by });
    else if (entry.isSymbolicLink()) yield* passOverLink(child, absoluteChild, walk);
    else if (entry.isDirectory()) {
      if (walk.selection.entersFolder(relativePath(walk.root, absoluteChild)))
        yield* walkDirectory(child, absoluteChild, walk);
    } else if (entry.isFile()) yield* findInFolder(child, absoluteChild, walk);
    else if (
      walk.selection.takesFromFolder({ path: child, relativePath: relativePath(walk.root, absoluteChild) })
    )
      yield { kind: 'warning', message: `${child} is ${kindOf(entry)} and was not read` };
  }
}

/** What stands in a folder and is no file, no folder and no link. */
function kindOf(entry: Dirent): string {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return 'a device';
}

/** Warns where no file was found in a given folder, and ignore files have left something of it out. */
function* tellIgnored(folder: string, { ignored, options, root, seen }: Walk): Generator<Finding> {
  const [first, ...others] = ignored;
  if (!first || options.only || [...seen].some((file) => isWithin(file, root))) return;
  const rule = `${posix.join(folder, first.by)} leaves out ${first.path}`;
  const more = others.length === 0 ? '' : `, and ignore files leave out ${others.length} more`;
  const remedy = 'List what to read, with "!" before it, in a .footnoteignore next to it';
  yield { kind: 'warning', message: `${folder} has nothing left to read: ${rule}${more}. ${remedy}` };
}

async function* findInFolder(path: string, absolutePath: string, walk: Walk): AsyncGenerator<Finding> {
  const { options, root, seen, selection } = walk;
  const isWanted = selection.takesFromFolder({ path, relativePath: relativePath(root, absolutePath) });
  if (!isWanted || seen.has(absolutePath)) return;
  const ending = fileEnding(path);
  try {
    const isTaken = options.extensions.has(ending) || (await isTextToRead(path, absolutePath));
    const stats = isTaken ? await stat(absolutePath) : undefined;
    const isMark = stats?.size === 0 && languageOfFile(path) !== undefined;
    if (!stats || isMark) yield { kind: 'passed-over', ending };
    else yield* found({ path, absolutePath, root, isNamed: false }, stats, walk);
  } catch (cause) {
    // Gone since the folder was read, it is nobody's loss.
    if (!isGone(absolutePath, cause)) yield failure(path, cause);
  }
}

/** A name that is no UTF-8 belongs to no file either, and that one is there. */
function isGone(absolutePath: string, cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT' && !absolutePath.includes('\uFFFD');
}

function* found(
  place: Pick<FoundFile, 'path' | 'absolutePath' | 'root' | 'isNamed'>,
  { size, mtimeMs, ctimeMs }: Stats,
  { seen }: Walk,
): Generator<Finding> {
  if (seen.has(place.absolutePath)) return;
  seen.add(place.absolutePath);
  const modifiedMs = Math.trunc(Math.max(mtimeMs, ctimeMs));
  yield { kind: 'file', file: { ...place, bytes: size, modifiedMs } };
}

/** A link that stays inside the root hides nothing; one that leaves it may surprise the user. */
async function* passOverLink(path: string, absolutePath: string, walk: Walk): AsyncGenerator<Finding> {
  const target = await realpath(absolutePath).catch(() => undefined);
  if (target === undefined) yield { kind: 'warning', message: `${path} is a broken link` };
  else if (!isWithin(target, walk.root))
    yield {
      kind: 'warning',
      message: `${path} is a link that points outside the folder and was not followed`,
    };
}

/**
 * What programs write for programs: packages, lists of their versions, indexes of pages, code without its names, who
 * has a document open in Office, and what Windows remembers of a folder.
 */
const generated =
  /^(?:~\$.*|(?:[Ee]h)?[Tt]humbs\.db|[Dd]esktop\.ini|node_modules|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|search[-_]?index\.(?:js|json))$|\.min\.(?:js|mjs|css)$/;

/** What tells Footnote of documents, and its settings, which may hold keys. */
const ownFiles = new Set([metadataFileName, 'footnote.config.json']);

/** Entries of a folder that hold no documents by their name alone. */
export function isNeverRead(name: string): boolean {
  return name.startsWith('.') || ownFiles.has(name) || generated.test(name);
}

/** Larger files without an ending are data rather than texts, but for mailboxes. */
const maxBytesWithoutEnding = 2 ** 20;

/** Whether a file whose ending says nothing is a README, a licence or the like; its first bytes tell. */
async function isTextToRead(path: string, absolutePath: string): Promise<boolean> {
  if (!mayBeText(path)) return false;
  let file: FileHandle | undefined;
  try {
    file = await open(absolutePath);
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(new Uint8Array(textSampleBytes));
    const bytes = buffer.subarray(0, bytesRead);
    return (size <= maxBytesWithoutEnding || startsAsMailbox(bytes)) && isTextWithoutEnding({ path, bytes });
  } catch {
    // Nobody expects of a name without an ending that it can be read.
    return false;
  } finally {
    await file?.close();
  }
}

function failure(path: string, cause: unknown): Finding {
  return { kind: 'failure', path, error: pathError(path, cause) };
}

/** There is nothing, or nothing but a link that leads nowhere. */
const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * The file that a source is, or the archive that it is a member of; undefined where that is gone. Sources are real
 * paths: one that is reached by a link now, or under a name in other case, is not the file that it was. One that may
 * not be looked at may be there.
 */
export function fileOfSource(source: string): string | undefined {
  for (let path = source; path !== dirname(path); path = dirname(path)) {
    try {
      return realpathSync.native(path) === path && statSync(path).isFile() ? path : undefined;
    } catch (error) {
      if (!missing.has((error as NodeJS.ErrnoException).code ?? '')) return path;
    }
  }
  return undefined;
}

/** Whether a folder is there, and no link in its place. One that may not be looked at may be there. */
export function folderExists(folder: string): boolean {
  try {
    return realpathSync.native(folder) === folder && statSync(folder).isDirectory();
  } catch (error) {
    return !missing.has((error as NodeJS.ErrnoException).code ?? '');
  }
}
