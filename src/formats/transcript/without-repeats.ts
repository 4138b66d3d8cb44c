import type { Cue, CueLine } from './cue-lines.ts';

/** Captions roll where at least this share of the cues begin with what the one before ended with. */
const rollingShare = 1 / 4;

/** A cue that repeats lines of the one before follows it without a pause. */
const longestPauseMs = 500;

/** No screen holds more lines. */
const mostLines = 10;

/**
 * Rolling captions with each word once: they keep a line on the screen while the next appears below it, so that it
 * stands in two cues or three, or grow word by word. Where captions do not roll, what is said twice is kept.
 */
export function withoutRepeats(cues: readonly Cue[]): readonly Cue[] {
  const repeated = cues.map((cue, index) => repeatedLength(cues[index - 1], cue));
  const rolls = repeated.filter((length) => length > 0).length;
  if (rolls < 2 || rolls < (cues.length - 1) * rollingShare) return cues;
  return cues.flatMap((cue, index) => {
    const lines = linesFrom(cue.lines, repeated[index] as number);
    return lines.length === 0 ? [] : [{ ...cue, lines }];
  });
}

/** How many characters of a cue's lines, joined, stand at the end of the one before, as one or more of its lines. */
function repeatedLength(before: Cue | undefined, cue: Cue): number {
  if (!before || before.lines.length > mostLines || !followsAtOnce(before, cue)) return 0;
  const text = joined(cue.lines);
  for (const first of before.lines.keys()) {
    const shown = joined(before.lines.slice(first));
    if (text === shown || text.startsWith(`${shown} `)) return shown.length;
  }
  return 0;
}

function followsAtOnce(before: Cue, cue: Cue): boolean {
  if (before.endMs === undefined || cue.startMs === undefined) return false;
  return cue.startMs - before.endMs <= longestPauseMs;
}

function joined(lines: readonly CueLine[]): string {
  return lines.map(({ text }) => text).join(' ');
}

/** The lines without the first characters of them all; what is left of a line begins with a word. */
function linesFrom(lines: readonly CueLine[], length: number): readonly CueLine[] {
  const left: CueLine[] = [];
  let position = 0;
  for (const line of lines) {
    const text = line.text.slice(Math.max(0, length - position)).trim();
    if (text !== '') left.push({ ...line, text });
    position += line.text.length + 1;
  }
  return left;
}
