import { proseSentences } from './prose-sentences.ts';

/** Characters of a snippet, where nothing else is asked for. Requirement row B7. */
const defaultCharacters = 200;

/** A snippet ends with a sentence where one ends past this share of its room. */
const sentenceShare = 0.7;

/**
 * The beginning of a text in at most so many UTF-16 code units: all of it where it fits, else up to the last end of a
 * sentence past 70 % of the room, else up to the last whole word.
 */
export function snippet(text: string, language: string, maxCharacters = defaultCharacters): string {
  if (text.length <= maxCharacters) return text;
  const room = text.slice(0, maxCharacters).toWellFormed();
  // The last is what the room cuts, unless the room ends where it does.
  const ends = proseSentences(text.slice(0, 2 * maxCharacters).toWellFormed(), language).map(
    ({ end }) => end,
  );
  const end = ends.findLast((place) => place <= maxCharacters && place > sentenceShare * maxCharacters);
  if (end !== undefined) return text.slice(0, end);
  const words = /^[\s\S]*\S(?=\s)/.exec(text.slice(0, maxCharacters + 1))?.[0];
  return words ?? room.slice(0, lastWhole(room));
}

/** Where the last character that is whole ends: a cut surrogate pair leaves a replacement character. */
function lastWhole(room: string): number {
  return room.endsWith('\uFFFD') ? room.length - 1 : room.length;
}
