import { predefinedEntities } from '../xml/xml-scanner.ts';

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
export function cueLines(payload: string, isWebVtt: boolean): readonly CueLine[] {
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
