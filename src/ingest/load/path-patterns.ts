import picomatch from 'picomatch';

/** Tells whether a path matches; it is relative to the folder that the patterns belong to, with forward slashes. */
export type PathTest = (relativePath: string) => boolean;

/**
 * Compiles globs. One without a slash matches a name at any depth, as in `.gitignore`; one with a slash matches
 * from the folder on. What matches a folder matches everything in it. No patterns match nothing.
 */
export function pathPatterns(globs: readonly string[]): PathTest {
  const expanded = globs.flatMap((glob) => {
    const bare = glob.replace(/^\.?\//, '').replace(/\/+$/, '');
    const anchored = /^\.?\/|\/./.test(glob) ? bare : `**/${bare}`;
    return [anchored, `${anchored}/**`];
  });
  return expanded.length === 0 ? () => false : picomatch(expanded, { dot: true });
}
