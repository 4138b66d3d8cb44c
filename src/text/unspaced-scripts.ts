/** The letters of scripts that put no spaces between words, for within the brackets of a pattern with `u` or `v`. */
export const unspacedLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
