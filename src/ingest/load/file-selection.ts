import { NestedPaths } from './nested-paths.ts';
import { pathPatterns } from './path-patterns.ts';

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
