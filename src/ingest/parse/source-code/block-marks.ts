import { wordSet } from '../../../text/word-set.ts';

/** What begins in one line and may end in another. */
export interface BlockMarks {
  /** What ends a comment that begins with a slash and a star; undefined where these begin none. */
  readonly commentEnd: '*/' | undefined;
  /** What stands at both ends of a string of several lines. */
  readonly strings: readonly string[];
}

const starComments = wordSet(
  'typescript tsx javascript jsx vue svelte java go rust c cpp csharp php swift kotlin scala dart groovy sql css scss ' +
    'less protobuf hcl',
);

/** The marks of such strings, and the languages that have them. Elsewhere they are odd only where they are named. */
const strings: readonly (readonly [mark: string, languages: ReadonlySet<string>])[] = [
  ['"""', wordSet('python java kotlin scala swift csharp julia graphql dart elixir toml groovy')],
  ["'''", wordSet('python dart elixir toml groovy')],
];

/** Of a language as highlighters name it; of one that is not known, all that there are. */
export function blockMarks(language: string | undefined): BlockMarks {
  const has = (languages: ReadonlySet<string>) => language === undefined || languages.has(language);
  return {
    commentEnd: has(starComments) ? '*/' : undefined,
    strings: strings.filter(([, languages]) => has(languages)).map(([mark]) => mark),
  };
}
