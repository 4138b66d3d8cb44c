import { predefinedEntities } from '../xml/xml.ts';

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
export function readCues(text: string, isWebVtt: boolean): ReadCues {
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
export interface Cue {
  /** From the beginning of the recording; undefined where the file does not say it. */
  readonly startMs: number | undefined;
  /** `startMs` where the file does not say it. */
  readonly endMs: number | undefined;
  /** Not blank, without markup; at least one. */
  readonly lines: readonly CueLine[];
}

/** A line of a cue. */
export interface CueLine {
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
