/** Makes `docs/languages.md` from the language packs: `node scripts/languages-page.ts`. A test holds it in step. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LanguagePack, none } from '../src/language/language-pack.ts';
import { languagePacks } from '../src/language/language-packs.ts';

/** What works in a language that has all of these parts, by the heading of its column. */
const columns: Readonly<Record<string, (pack: LanguagePack) => readonly unknown[]>> = {
  stems: ({ writing }) => [writing.stemmer],
  'question words': ({ asking }) => [asking?.questionWords],
  'function words': ({ writing }) => [writing.functionWords],
  months: ({ figures }) => [figures?.months],
  numbers: ({ figures }) => [figures?.numbers],
  units: ({ figures }) => [figures?.units],
  'kind of answer': ({ asking }) => [asking?.answerTypes],
  definitions: ({ telling }) => [telling?.definitions],
  lists: ({ asking }) => [asking?.lists],
  places: ({ asking }) => [asking?.places ?? asking?.placesWithin],
  'small talk': ({ talking }) => [talking?.smallTalk],
  'follow-ups': ({ talking }) => [talking?.pointers ?? talking?.pointersWithin],
  negation: ({ claiming }) => [claiming?.negations],
  hedges: ({ claiming }) => [claiming?.hedges],
  opposites: ({ claiming }) => [claiming?.opposites],
  speaks: ({ wording }) => [wording],
};

const introduction = `# Languages

What Footnote knows of each language, made from \`src/language/packs\` by \`node scripts/languages-page.ts\`. In every other language questions are found by their words as they are written, and Footnote speaks English.

| column | what works |
| --- | --- |
| stems | other forms of a word are found |
| question words, function words | they count neither in the search nor against a question |
| months, numbers, units | dates, numbers and amounts in words are compared |
| kind of answer | a sentence with a number, a date or a name is preferred where one is asked for |
| definitions, lists, places | "What is a …?", "How do I …?", "on page 3" |
| small talk, follow-ups | greetings are answered; "And how much is it?" is understood |
| negation, hedges, opposites | an answer that says otherwise than its source is told |
| speaks | refusals, warnings and replies are in this language |
`;

/** The page: a row for each language, those that have most first. */
export function languagesPage(): string {
  const names = Object.keys(columns);
  const rows = Object.entries(languagePacks)
    .map(([tag, pack]) => ({
      tag,
      name: pack.name,
      has: Object.values(columns).map((partsOf) => partsOf(pack).every((part) => (part ?? none) !== none)),
    }))
    .toSorted((a, b) => count(b.has) - count(a.has) || a.name.localeCompare(b.name, 'en'));
  const table = [
    cells(['language', ...names]),
    cells(['---', ...names.map(() => '---')]),
    ...rows.map(({ tag, name, has }) =>
      cells([`${name} (\`${tag}\`)`, ...has.map((it) => (it ? 'yes' : '–'))]),
    ),
  ];
  return `${introduction}\n${table.join('\n')}\n\nA language is recognised by its script or by its frequent words; how it is added: a file in \`src/language/packs\` with every part of \`LanguagePack\`, \`none\` for what is missing, and an entry in \`language-packs.ts\`.\n`;
}

function cells(all: readonly string[]): string {
  return `| ${all.join(' | ')} |`;
}

function count(has: readonly boolean[]): number {
  return has.filter(Boolean).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../docs/languages.md', import.meta.url), languagesPage());
