/** The letters of scripts that put no spaces between words, for within the brackets of a pattern with `u` or `v`. */
export const unspacedLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;

/** Languages that are written in them: a question is one word, to all that looks for spaces. */
const withoutSpaces: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);

/** Whether a language, a BCP 47 primary subtag, puts spaces between its words. */
export function writesSpaces(language: string): boolean {
  return !withoutSpaces.has(language);
}
