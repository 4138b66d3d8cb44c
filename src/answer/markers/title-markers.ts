import type { MarkerFormatFor } from './marker-formats.ts';
import { matchTitle } from './match-title.ts';
import { numberMarkers } from './number-markers.ts';

const onlyNumbers = /^[\d\s,;–-]+$/;

/** What stands between a title and a section. */
const separator = '>';

/**
 * `[Title]` and `[Title > Section]`: the best passage of the document of that title, and of the section where one is
 * named. Titles are matched as {@link matchTitle} says; a section that is not there leaves the document. `[1]`, as
 * models write out of habit, is the passage that was given first.
 */
export const titleMarkers: MarkerFormatFor = (passages) => {
  const titles = passages.map(({ hit }) => hit.title);
  const given = new Set(passages.map(({ passage }) => passage.number));
  const numbers = numberMarkers(passages);
  return {
    maxLength: 300,
    mayBeInParentheses: false,
    mayBegin: (text) => !text.includes('\n'),
    read(written) {
      if (written.trim() === '') return undefined;
      const counted = onlyNumbers.test(written) ? numbers.read(written) : undefined;
      if (counted?.every((number) => given.has(number))) return counted;
      const [title = '', ...section] = written.split(separator);
      const place = matchTitle(title, titles);
      if (place === undefined) return [];
      const ofTitle = passages.filter(({ hit }) => hit.title === titles[place]);
      const named = section.at(-1);
      const headings = ofTitle.map(({ hit }) => hit.headingPath.at(-1) ?? '');
      const ofSection = named === undefined ? undefined : matchTitle(named, headings);
      const cited = ofTitle[ofSection ?? 0];
      return cited ? [cited.passage.number] : [];
    },
  };
};
