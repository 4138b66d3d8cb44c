import { dirname, posix, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';

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
