import picomatch from 'picomatch';

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
