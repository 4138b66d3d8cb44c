import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';

/** What a heading that names nothing stands over: what is said of the subject above it, or what leads elsewhere. */
export type HeadingRole = 'overview' | 'navigation';

const headings = {
  overview: byLanguage(({ telling }) => telling?.overview),
  navigation: byLanguage(({ telling }) => telling?.navigation),
};

/**
 * Whether a heading stands over what a text says of its whole subject ("Description", "Overview"), or over what leads
 * elsewhere or tells what there is to learn ("Next steps", "See also", "Learning objectives").
 */
export function hasRole(heading: string, role: HeadingRole, language: string): boolean {
  const words = heading.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return ownValue(headings[role], language)?.test(words) === true;
}
