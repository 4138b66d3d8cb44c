import type { Cue, CueLine } from './cue-lines.ts';

/** What one speaker says without a long break, from one moment on. */
export interface Turn {
  /** When it begins and who speaks, as far as the file says it, so that whatever is quoted of it names both. */
  readonly heading: string;
  readonly text: string;
}

/** A turn that lasts so long ends with its sentence: what is quoted of it is to be found in the recording. */
const longTurnMs = 45_000;

/** A turn ends after so long, though its sentence goes on; sooner where nobody set a full stop. */
const longestTurnMs = 90_000;
const longestUnpunctuatedMs = 20_000;

/** The same in characters, for cues whose times are not known. */
const longestTurn = 1500;

/** Silence that ends what one speaker says, where that has lasted a while. */
const pauseMs = 4000;
const whileMs = 15_000;

/** Where fewer cues than this share end a sentence, as speech recognition writes, nobody set full stops. */
const punctuatedShare = 0.05;

const endOfSentence = /[.!?…。！？؟।]["'”’»)\]]*$/;

/** A line of which only a dash says that someone else speaks. */
const dialogue = /^[-–—]\s*\S/;

/** Joins cues that follow one another into turns, in the order of the file. */
export function turnsOf(cues: readonly Cue[]): readonly Turn[] {
  const lines = cues.flatMap(({ startMs, endMs, lines: said }) =>
    said.map((line) => ({ ...line, startMs, endMs: endMs ?? startMs })),
  );
  const sentenceEnds = lines.filter(({ text }) => endOfSentence.test(text)).length;
  const maxMs = sentenceEnds < lines.length * punctuatedShare ? longestUnpunctuatedMs : longestTurnMs;
  const turns: Turn[] = [];
  let words: string[] = [];
  let length = 0;
  let first: (typeof lines)[number] | undefined;
  let last = first;
  const close = () => {
    if (first) turns.push({ heading: headingOf(first), text: words.join('') });
    words = [];
    length = 0;
    first = undefined;
  };
  for (const line of lines) {
    if (first && last) {
      const lasted = msBetween(first.startMs, line.startMs);
      const isLong = lasted >= longTurnMs && endOfSentence.test(last.text);
      const isTooLong = lasted >= maxMs || length + line.text.length > longestTurn;
      const isPause = lasted >= whileMs && msBetween(last.endMs, line.startMs) >= pauseMs;
      const isOther = line.speaker !== first.speaker;
      if (isOther || isPause || isLong || isTooLong || lasted < 0) close();
    }
    first ??= line;
    last = line;
    if (words.length > 0) words.push(dialogue.test(line.text) ? '\n' : ' ');
    words.push(line.text);
    length += line.text.length + 1;
  }
  close();
  return turns;
}

/** 0 where either is not known. */
function msBetween(from: number | undefined, to: number | undefined): number {
  return from === undefined || to === undefined ? 0 : to - from;
}

/** `00:12:31 Anna Schmidt`, with the time as players show it. */
function headingOf({ startMs, speaker = '' }: CueLine & Pick<Cue, 'startMs'>): string {
  if (startMs === undefined) return speaker;
  const seconds = Math.floor(startMs / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => `${part}`.padStart(2, '0')).join(':')} ${speaker}`;
}
