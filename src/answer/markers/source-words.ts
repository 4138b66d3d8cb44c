import { byLanguage } from '../../language/language-packs.ts';

/** What models call the sources of an answer, where they list them or name one, in lower case. */
export const sourceWords: readonly string[] = Object.values(
  byLanguage(({ telling }) => telling?.sourceNames),
).flatMap((names) => names.split(/,\s*/));
