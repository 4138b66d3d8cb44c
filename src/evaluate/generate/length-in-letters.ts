/** Scripts of which a character says about as much as three letters of others, for within the brackets of a pattern. */
export const denseLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}`;

const denseLetter = new RegExp(`[${denseLetters}]`, 'gu');

/** The length of a text in characters, those that say as much as three counted so: what bounds on length hold for. */
export function lengthInLetters(text: string): number {
  return text.length + 2 * (text.match(denseLetter)?.length ?? 0);
}
