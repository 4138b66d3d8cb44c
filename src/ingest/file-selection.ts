import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import picomatch from 'picomatch';
import { noFileError } from '../files/path-error.ts';
import { decodeText } from '../text/decode/decode-text.ts';

/** There is no such file. */
const missing = new Set(['ENOENT', 'ENOTDIR']);

/** Files that say what to leave out of their folder, in the order in which they are read: later lines win. */
export const ignoreFileNames: readonly string[] = ['.gitignore', '.footnoteignore'];

/** As git has it where it makes a repository: by what file systems do there as a rule. */
const ignorecase = process.platform === 'win32' || process.platform === 'darwin';

/** An ignore file that cannot be read; in a folder that is shut, nobody knows whether it is there. */
interface UnreadIgnoreFile {
  readonly name: string;
  /** What the file system said. */
  readonly cause: unknown;
}

interface FolderRules {
  /** Those of the folder and of all above it, up to the root, from where their patterns start. */
  readonly rules: Ignore;
  readonly unread: UnreadIgnoreFile | undefined;
}

/**
 * What the ignore files of a folder and of those below it leave out. They are read when they are first needed. One that
 * cannot be read leaves nothing out: whoever walks the folder asks for it first.
 */
export class IgnoreRules {
  readonly #root: string;
  readonly #byFolder = new Map<string, FolderRules>();

  /** @param root absolute path; ignore files above it are not looked at */
  constructor(root: string) {
    this.#root = root;
  }

  /** Whether an entry below the root is left out, by itself or with a folder that it is in. */
  ignores(entry: string, isFolder = false): boolean {
    return this.ignoredBy(entry, isFolder) !== undefined;
  }

  /** The ignore file, by its path below the root, that leaves an entry out as {@link ignores} has it. */
  ignoredBy(entry: string, isFolder = false): string | undefined {
    const name = this.#below(entry);
    return this.#rulesOf(dirname(entry)).rules.test(isFolder ? `${name}/` : name).rule?.mark;
  }

  /** The first ignore file of a folder that cannot be read. */
  unreadIn(folder: string): UnreadIgnoreFile | undefined {
    return this.#rulesOf(folder).unread;
  }

  #below(path: string): string {
    return composed(relative(this.#root, path).split(sep).join('/'));
  }

  #rulesOf(folder: string): FolderRules {
    let known = this.#byFolder.get(folder);
    if (!known) {
      known = this.#read(folder);
      this.#byFolder.set(folder, known);
    }
    return known;
  }

  /** What an inner file says comes behind what the outer ones do: the last pattern that names an entry decides. */
  #read(folder: string): FolderRules {
    const isRoot = folder === this.#root;
    const rules = ignore({ ignorecase });
    if (!isRoot) rules.add(this.#rulesOf(dirname(folder)).rules);
    let unread: UnreadIgnoreFile | undefined;
    for (const name of ignoreFileNames) {
      try {
        const lines = composed(readFoundFile(join(folder, name))).split(/\r?\n/);
        const patterns = isRoot ? lines : patternsBelow(this.#below(folder), lines);
        const mark = this.#below(join(folder, name));
        rules.add(patterns.map((pattern) => ({ pattern, mark })));
      } catch (cause) {
        if (!missing.has((cause as NodeJS.ErrnoException).code ?? '')) unread ??= { name, cause };
      }
    }
    return { rules, unread };
  }
}

/** The patterns of an ignore file in a folder, as one above it would have them. */
function patternsBelow(folder: string, lines: readonly string[]): string[] {
  const place = folder.replace(/[\\*?[\]]/g, '\\$&');
  return lines.flatMap((line) => {
    const [, negation, slash, pattern = ''] = /^(!?)(\/?)(.*)$/.exec(line) ?? [];
    if (line.startsWith('#') || pattern.trim() === '') return [];
    // One with a slash before its end starts at the folder, any other matches a name at any depth.
    const isAnchored = slash || /\/./.test(pattern.trimEnd());
    return `${negation}/${place}/${isAnchored ? '' : '**/'}${pattern}`;
  });
}

/**
 * The text of a file that stands in a folder and was not asked for by name, in whatever encoding an editor gave it: a
 * pipe in its place would be waited for without end. Errors: those of the file system; `path_unreadable`.
 */
export function readFoundFile(file: string): string {
  const stats = statSync(file);
  if (!stats.isFile() && !stats.isDirectory()) throw noFileError(file);
  return decodeText(readFileSync(file)).text;
}

/** Limits what a run looks at. What it leaves out stays in the collection as it is. */
export interface SelectionOptions {
  /** Globs relative to each given folder; where there are any, only files that match one are taken. */
  readonly include?: readonly string[];
  /** Globs relative to each given folder; they win over `include`. */
  readonly exclude?: readonly string[];
  /** Files, and folders with all in them, as reports name them; an archive is taken where a member of it is named. */
  readonly only?: readonly string[];
}

/** {@link SelectionOptions} made ready to be asked. `relativePath` starts at the given folder. */
export interface FileSelection {
  entersFolder(relativePath: string): boolean;
  takesFromFolder(file: { readonly relativePath: string; readonly path: string }): boolean;
  /** Files that were named themselves are not held to the globs. */
  takesNamed(path: string): boolean;
}

/** Compiles the globs. */
export function fileSelection({ include, exclude, only }: SelectionOptions): FileSelection {
  const isIncluded = include && include.length > 0 ? pathPatterns(include) : () => true;
  const isExcluded = pathPatterns(exclude ?? []);
  const named = only && new NestedPaths(only);
  const takesNamed = (path: string) => !named || named.anyAround(path) || named.anyWithin(path);
  return {
    entersFolder: (relativePath) => !isExcluded(relativePath),
    takesFromFolder: ({ relativePath, path }) =>
      isIncluded(relativePath) && !isExcluded(relativePath) && takesNamed(path),
    takesNamed,
  };
}

/** Some paths, of which there may be thousands. Relative ones start at the working directory. */
export class NestedPaths {
  readonly #paths: ReadonlySet<string>;
  readonly #withFolders: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    const full = paths.map((path) => resolve(path));
    this.#paths = new Set(full);
    this.#withFolders = new Set(full.flatMap((path) => [...upwards(path)]));
  }

  /** Whether one of them is the path, or below it. */
  anyWithin(path: string): boolean {
    return this.#withFolders.has(resolve(path));
  }

  /** Whether one of them is the path, or above it. */
  anyAround(path: string): boolean {
    return upwards(resolve(path)).some((one) => this.#paths.has(one));
  }
}

/** An absolute path and the folders that it is in, from the inside out. */
export function* upwards(path: string): Generator<string> {
  yield path;
  for (let inner = path; inner !== dirname(inner); ) {
    inner = dirname(inner);
    yield inner;
  }
}

/** Tells whether a path matches; it is relative to the folder that the patterns belong to, with forward slashes. */
export type PathTest = (relativePath: string) => boolean;

/**
 * Compiles globs. Letters with accents match however they are put together, since programs and people write them
 * otherwise than macOS and its archives do. One without a slash matches a name at any depth, as in `.gitignore`; one
 * with a slash matches from the folder on. What matches a folder matches everything in it. No patterns match nothing.
 */
export function pathPatterns(globs: readonly string[]): PathTest {
  const expanded = globs.flatMap((glob) => {
    const bare = glob.replace(/^\.?\//, '').replace(/\/+$/, '');
    const anchored = /^\.?\/|\/./.test(glob) ? bare : `**/${bare}`;
    return [anchored, `${anchored}/**`];
  });
  if (expanded.length === 0) return () => false;
  const matches = picomatch(expanded.map(composed), { dot: true });
  return (relativePath) => matches(composed(relativePath));
}

/** A name with each letter and its accents as one character, where there is one. */
export function composed(name: string): string {
  return name.normalize('NFC');
}

/** A path as it was given, normalised, with forward slashes: as reports name it. */
export function displayPath(given: string): string {
  const path = posix.normalize(given.split(sep).join('/'));
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Where a file stands below a folder, with forward slashes. */
export function relativePath(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}
