import type { Cue, CueLine } from './cue-lines.ts';

/** `Anna Schmidt: Good morning`, as meetings are written down; broadcasters set `>>` before it. */
const named = /^(?:>>\s*)?([^\s:：][^:：]{0,59}?)\s*(?::(?:\s+|$)|：\s*)(.*)$/;

/** Beyond this many words it is a sentence. */
const maxNameWords = 6;

/** Where so many of the lines that begin a cue name someone, each of them does: `iPad (2): hello`. */
const conventionShare = 1 / 2;

/**
 * The cues with their speakers told from what they say. A name stands before a colon at the beginning of a line, in
 * most cues of the file or in several; so "The question is: why?" is nobody's. A line without a name goes on with what
 * the speaker before it says.
 */
export function withNamedSpeakers(cues: readonly Cue[]): readonly Cue[] {
  if (cues.some(({ lines }) => lines.some(({ speaker }) => speaker !== undefined))) return cues;
  const names = namesIn(cues);
  if (names.size === 0) return cues;
  let speaker: string | undefined;
  return cues.flatMap((cue) => {
    const lines = cue.lines.map((line): CueLine => {
      const [, name = '', text = ''] = named.exec(line.text) ?? [];
      if (!names.has(name)) return speaker === undefined ? line : { ...line, speaker };
      speaker = name;
      return { text, speaker };
    });
    const said = lines.filter(({ text }) => text !== '');
    return said.length === 0 ? [] : [{ ...cue, lines: said }];
  });
}

function namesIn(cues: readonly Cue[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  let naming = 0;
  for (const { lines } of cues) {
    for (const [index, { text }] of lines.entries()) {
      const name = named.exec(text)?.[1];
      if (name === undefined || name.split(/\s+/).length > maxNameWords) continue;
      times.set(name, (times.get(name) ?? 0) + 1);
      if (index === 0) naming += 1;
    }
  }
  const isAnyAgain = [...times.values()].some((count) => count > 1);
  const isConvention = isAnyAgain && naming >= cues.length * conventionShare;
  return new Set(
    [...times].filter(([name, count]) => isConvention || (count > 1 && isName(name))).map(([name]) => name),
  );
}

/** Words that begin with a capital, a figure or a letter of a script that has none. */
function isName(words: string): boolean {
  return words.split(/\s+/).every((word) => /^[^\p{L}\p{N}]*[\p{Lu}\p{Lo}\p{N}]/u.test(word));
}
