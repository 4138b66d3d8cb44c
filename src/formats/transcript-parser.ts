import { clockTime, type TextPlace } from '../contracts/document.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import { shiftBlock } from './document/properties.ts';
import { headText, looksLikeText, primarySubtag, textFormat } from './document/text-format.ts';
import { predefinedEntities } from './xml/xml.ts';

const webVtt = /^\s*WEBVTT(?=\s|$)/;

/** A number or none, and the first timing. */
const subRip = /^(?:\d+[ \t]*\r?\n)?\d{1,2}:\d\d:\d\d,\d{3} --> \d{1,2}:\d\d:\d\d,\d{3}/;

/**
 * Captions and transcripts of recordings, in WebVTT, SubRip and SubViewer (`.sbv`): what one speaker says is a
 * paragraph, under a heading with the time it begins at and the speaker's name. Captions that roll over the screen are
 * read once. Timings that are none are named in a warning, and their text is kept under the time before. Places are
 * times of the recording, some ten seconds each.
 */
export const transcriptParser = textFormat({
  name: 'transcript',
  extensions: ['.vtt', '.srt', '.sbv'],
  version: 2,
  recognise: (file) => {
    const head = headText(file.bytes, 100);
    if (webVtt.test(head) || subRip.test(head)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  write(builder, { text }) {
    const { cues, brokenTimings, language } = readCues(text, webVtt.test(text));
    for (const { heading, text: said, times } of turnsOf(withNamedSpeakers(withoutRepeats(cues)))) {
      builder.heading(2, heading);
      builder.paragraph(said);
      // The text is cleaned already: it stands there as it is.
      const { start = 0 } = builder.last ?? {};
      builder.place(times.map((time) => shiftBlock(time, start)));
    }
    return {
      language: primarySubtag(language) ?? languageOfCues(cues),
      warnings: [...brokenWarning(brokenTimings), ...orderWarning(cues)],
    };
  },
});

/** Of what is said, not of the names and times above it. */
function languageOfCues(cues: readonly Cue[]): string {
  return detectLanguage(cues.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n'));
}

function brokenWarning([first, ...others]: readonly number[]): readonly string[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? `, and ${others.length} more like it` : '';
  return [`line ${first} is not a timing${more}: its text was put under the time before it`];
}

function orderWarning(cues: readonly Cue[]): readonly string[] {
  const goesBack = cues.findIndex(({ startMs }, index) => {
    const before = cues[index - 1]?.startMs;
    return startMs !== undefined && before !== undefined && startMs < before;
  });
  return goesBack === -1 ? [] : ['its times are out of order: the order of the file was kept'];
}

/** What one speaker says without a long break, from one moment on. */
interface Turn {
  /** When it begins and who speaks, as far as the file says it, so that whatever is quoted of it names both. */
  readonly heading: string;
  readonly text: string;
  /** When parts of it are said, as far as that is known. */
  readonly times: readonly Timed[];
}

/** A part of what is said, and when. */
type Timed = Extract<TextPlace, { readonly time: unknown }>;

/** What is said within so long has one place. */
const placeMs = 10_000;

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
function turnsOf(cues: readonly Cue[]): readonly Turn[] {
  const lines = cues.flatMap(({ startMs, endMs, lines: said }) =>
    said.map((line) => ({ ...line, startMs, endMs: endMs ?? startMs })),
  );
  const sentenceEnds = lines.filter(({ text }) => endOfSentence.test(text)).length;
  const maxMs = sentenceEnds < lines.length * punctuatedShare ? longestUnpunctuatedMs : longestTurnMs;
  const turns: Turn[] = [];
  let words = '';
  let times: TimedMs[] = [];
  let first: (typeof lines)[number] | undefined;
  let last = first;
  const close = () => {
    if (first) turns.push({ heading: headingOf(first), text: words, times: times.map(inSeconds) });
    words = '';
    times = [];
    first = undefined;
  };
  for (const line of lines) {
    if (first && last) {
      const lasted = msBetween(first.startMs, line.startMs);
      const isLong = lasted >= longTurnMs && endOfSentence.test(last.text);
      const isTooLong = lasted >= maxMs || words.length + line.text.length > longestTurn;
      const isPause = lasted >= whileMs && msBetween(last.endMs, line.startMs) >= pauseMs;
      const isOther = line.speaker !== first.speaker;
      if (isOther || isPause || isLong || isTooLong || lasted < 0) close();
    }
    first ??= line;
    last = line;
    if (words !== '') words += dialogue.test(line.text) ? '\n' : ' ';
    const start = words.length;
    words += line.text;
    addTime(times, { ...line, start, end: words.length });
  }
  close();
  return turns;
}

type TimedMs = Record<'start' | 'end' | 'startMs' | 'endMs', number>;

/** Notes when a part of a turn is said: with the part before, where both are said within {@link placeMs}. */
function addTime(
  times: TimedMs[],
  { start, end, startMs, endMs }: Pick<TimedMs, 'start' | 'end'> & Pick<Cue, 'startMs' | 'endMs'>,
): void {
  if (startMs === undefined || endMs === undefined) return;
  const open = times.at(-1);
  if (open && startMs >= open.startMs && endMs - open.startMs <= placeMs)
    Object.assign(open, { end, endMs: Math.max(open.endMs, endMs) });
  else times.push({ start, end, startMs, endMs: Math.max(startMs, endMs) });
}

function inSeconds({ start, end, startMs, endMs }: TimedMs): Timed {
  return { start, end, time: [Math.floor(startMs / 1000), Math.ceil(endMs / 1000)] };
}

/** 0 where either is not known. */
function msBetween(from: number | undefined, to: number | undefined): number {
  return from === undefined || to === undefined ? 0 : to - from;
}

/** `00:12:31 Anna Schmidt`, with the time as players show it. */
function headingOf({ startMs, speaker = '' }: CueLine & Pick<Cue, 'startMs'>): string {
  if (startMs === undefined) return speaker;
  return `${clockTime(Math.floor(startMs / 1000))} ${speaker}`;
}

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
function withNamedSpeakers(cues: readonly Cue[]): readonly Cue[] {
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
function withoutRepeats(cues: readonly Cue[]): readonly Cue[] {
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

/** A file of captions as it was read. */
interface ReadCues {
  readonly cues: readonly Cue[];
  /** Numbers of the lines, from 1, that should be timings and are none. */
  readonly brokenTimings: readonly number[];
  /** What the header says: BCP 47, as written. */
  readonly language?: string;
}

const moment = String.raw`(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?`;

/** `00:01:02.345 --> 00:01:04.000 align:start`, with comma or point, with hours or without; SubViewer has no arrow. */
const timing = new RegExp(String.raw`^\s*${moment}(?:\s*-->\s*|,)${moment}(?:\s.*)?$`);

/** What was meant as one: at most a word, or a time, before the arrow. What stands in running text is none. */
const meantAsTiming = /^\s*(?:\S{0,20}\s*-->|\d+:[\d:.,]*\S{0,9}\s*->|\d+:\d\d:\d\d\.\d+,\d+:\d\d:\d\d)/;

/** Blocks of WebVTT that are not shown, to the next blank line. */
const aside = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Reads WebVTT, SubRip and SubViewer by their timings, line by line: what stands between two of them is the text of
 * the first, but for the number or name right above the second. A line that should be a timing and is none begins a
 * cue without a time. Linear.
 */
function readCues(text: string, isWebVtt: boolean): ReadCues {
  const lines = text.split('\n');
  const cues: Cue[] = [];
  const brokenTimings: number[] = [];
  let open = timesOf(null);
  let payload: string[] = [];
  const close = () => {
    const shown = cueLines(payload.join('\n'), isWebVtt);
    if (shown.length > 0) cues.push({ ...open, lines: shown });
    payload = [];
  };
  for (let index = isWebVtt ? endOfHeader(lines) : 0; index < lines.length; index++) {
    const line = lines[index] as string;
    if (isWebVtt && aside.test(line) && isBlank(lines[index - 1])) {
      while (index + 1 < lines.length && !isBlank(lines[index + 1])) index += 1;
    } else if (meantAsTiming.test(line)) {
      dropName(payload, lines, index);
      close();
      const found = timing.exec(line);
      if (!found) brokenTimings.push(index + 1);
      open = timesOf(found);
    } else {
      payload.push(line);
    }
  }
  close();
  const header = isWebVtt ? lines.slice(0, endOfHeader(lines)).join('\n') : '';
  const language = /^Language:[ \t]*([A-Za-z]{2,3}(?:-\w+)*)/m.exec(header)?.[1];
  return { cues, brokenTimings, ...(language && { language }) };
}

/** Takes the name of the cue that begins at a line off the text of the one before: a number, or what stands apart. */
function dropName(payload: string[], lines: readonly string[], index: number): void {
  const last = payload.at(-1);
  if (last === undefined || isBlank(last)) return;
  if (/^\s*\d+\s*$/.test(last) || isBlank(lines[index - 2])) payload.pop();
}

function timesOf(found: RegExpExecArray | null): Pick<Cue, 'startMs' | 'endMs'> {
  if (!found) return { startMs: undefined, endMs: undefined };
  const [, h1, m1, s1, f1, h2, m2, s2, f2] = found;
  return { startMs: toMs(h1, m1, s1, f1), endMs: toMs(h2, m2, s2, f2) };
}

function toMs(hours = '0', minutes = '0', seconds = '0', fraction = '0'): number {
  const ms = Number(fraction.padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + ms;
}

/** The line behind the header, which goes to the first blank line or, where there is none, to the first timing. */
function endOfHeader(lines: readonly string[]): number {
  const end = lines.findIndex((line) => isBlank(line) || meantAsTiming.test(line));
  return end === -1 ? lines.length : end;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || !/\S/.test(line);
}

/** What is said, or shown, from one moment on. */
interface Cue {
  /** From the beginning of the recording; undefined where the file does not say it. */
  readonly startMs: number | undefined;
  /** `startMs` where the file does not say it. */
  readonly endMs: number | undefined;
  /** Not blank, without markup; at least one. */
  readonly lines: readonly CueLine[];
}

/** A line of a cue. */
interface CueLine {
  readonly text: string;
  /** Who says it, where that is marked up. */
  readonly speaker?: string;
}

const voice = /<v(?:\.[^\s<>]*)?[ \t]([^<>]*)>/;
const voices = new RegExp(voice, 'g');

/** What WebVTT calls a tag: any pair of angle brackets, those of a time in the middle of a cue as well. */
const anyTag = /<[^<>]*>/g;

/** SubRip has no markup of its own: only what players know is no text, so that `a < b` and `<3` are. */
const knownTag = /<\/?(?:[biusv]|c|font|ruby|rt|lang)(?:[.\s][^<>]*)?>/gi;

/** Where on the screen a line stands, and how it looks, as SubStation Alpha writes it: `{\an8}`. */
const override = /\{\\[^{}]*\}/g;

/** What stands between two voices on one line. */
const seam = '\n';

/**
 * The lines of a cue's text as they are shown: markup gone, references to characters resolved. A voice (`<v Name>`)
 * holds until the next; each begins a line of its own.
 */
function cueLines(payload: string, isWebVtt: boolean): readonly CueLine[] {
  const lines: CueLine[] = [];
  let speaker: string | undefined;
  const parts = isWebVtt ? payload.replace(voices, (tag) => seam + tag) : payload;
  for (const raw of parts.split('\n')) {
    const name = isWebVtt ? voice.exec(raw)?.[1] : undefined;
    if (name !== undefined) speaker = shownText(name) || undefined;
    const text = shownText(raw.replace(override, '').replace(isWebVtt ? anyTag : knownTag, ''));
    if (text !== '') lines.push({ text, ...(speaker !== undefined && { speaker }) });
    if (raw.includes('</v>')) speaker = undefined;
  }
  return lines;
}

/** The references that captions are written with. */
const characters: ReadonlyMap<string, string> = new Map([
  ...predefinedEntities,
  ['nbsp', ' '],
  ['lrm', ''],
  ['rlm', ''],
]);

function shownText(raw: string): string {
  return raw
    .replace(/&(?:([a-z]{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (reference, name, decimal, hexadecimal) => {
      if (typeof name === 'string') return characters.get(name.toLowerCase()) ?? reference;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
}
