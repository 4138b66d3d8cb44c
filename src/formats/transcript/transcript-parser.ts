import { detectLanguage } from '../../text/language/detect-language.ts';
import { headText } from '../latin1-text.ts';
import { primarySubtag } from '../primary-subtag.ts';
import { looksLikeText } from '../read-text.ts';
import { textFormat } from '../text-format.ts';
import type { Cue } from './cue-lines.ts';
import { withNamedSpeakers } from './named-speakers.ts';
import { readCues } from './read-cues.ts';
import { turnsOf } from './turns.ts';
import { withoutRepeats } from './without-repeats.ts';

const webVtt = /^\s*WEBVTT(?=\s|$)/;

/** A number or none, and the first timing. */
const subRip = /^(?:\d+[ \t]*\r?\n)?\d{1,2}:\d\d:\d\d,\d{3} --> \d{1,2}:\d\d:\d\d,\d{3}/;

/**
 * Captions and transcripts of recordings, in WebVTT, SubRip and SubViewer (`.sbv`): what one speaker says is a
 * paragraph, under a heading with the time it begins at and the speaker's name. Captions that roll over the screen are
 * read once. Timings that are none are named in a warning, and their text is kept under the time before.
 */
export const transcriptParser = textFormat({
  name: 'transcript',
  extensions: ['.vtt', '.srt', '.sbv'],
  version: 1,
  recognise: (file) => {
    const head = headText(file.bytes, 100);
    if (webVtt.test(head) || subRip.test(head)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  write(builder, { text }) {
    const { cues, brokenTimings, language } = readCues(text, webVtt.test(text));
    for (const { heading, text: said } of turnsOf(withNamedSpeakers(withoutRepeats(cues)))) {
      builder.heading(2, heading);
      builder.paragraph(said);
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
