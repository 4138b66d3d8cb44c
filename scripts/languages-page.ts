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
  amounts: ({ asking }) => [asking?.measures],
  lists: ({ asking }) => [asking?.lists],
  comparing: ({ comparing }) => [comparing],
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

## The embedding model
The model that comes with the package knows English. \`multilingual-e5-small\` knows about 100 languages, and finds documents in one language for questions in another. It is an 87 MB download of its own and no part of the package ([how to get it](models.md#models-that-can-be-added)). Add it to the store once:

\`\`\`
footnote models add downloads/multilingual-e5-small
\`\`\`

With \`embedder.kind\` \`auto\`, the default, a collection gets its model with its first documents:

| the first ingest sees | the model is added | it is not |
| --- | --- | --- |
| English, or less than a fifth of its text in other languages | the shipped model | the shipped model |
| a fifth or more of its text in other languages | \`multilingual-e5-small\` | the shipped model, with a warning that says how to add the other one: questions then find the text by its words alone |

The languages are told by 24 files, spread evenly over what is found; each counts by its length, up to 100 000 characters. From then on the index keeps its model. If later files bring a collection over a fifth, the ingest says so, and \`footnote reindex\` builds the index anew with the model that suits it then. Collections under different models can be asked together.

nDCG@10 on XQuAD, by words and vectors together (\`npm run quality -- multilingual\`):

| questions, documents | shipped model | \`multilingual-e5-small\` |
| --- | --- | --- |
| English | .988 | .992 |
| German | .980 | .988 |
| Chinese | .982 | .986 |
| Arabic | .961 | .972 |
| German, English | .606 | .928 |
| Chinese, English | .187 | .817 |
| Arabic, English | .130 | .792 |
| English, German | .767 | .923 |
| English, Chinese | .344 | .872 |
| English, Arabic | .175 | .851 |

On English the shipped model is better, and twice as fast: product documentation .838 and .813, Cranfield .440 and .423. So add the other one where you have documents in other languages, or questions in other languages than the documents.

## When a question is refused
In a language that the model of the collection does not know, words alone decide whether anything bears on a question, and some questions that the documents answer in other words are refused: about one of twenty to thirty to collections of five to 120 paragraphs, while one unrelated question of nine is answered. With \`multilingual-e5-small\` it is one of a hundred to thirty. [How it is decided, and the figures](decisions/2026-11-29-words-alone.md).

## What is known of each language
| column | what works |
| --- | --- |
| stems | other forms of a word are found |
| question words, function words | they count neither in the search nor against a question |
| months, numbers, units | dates, numbers and amounts in words are compared |
| kind of answer | a sentence with a number, a date or a name is preferred where one is asked for |
| amounts | a warning, where a price, a weight, a length, a speed, a temperature or a name is asked for and no quote has one |
| definitions, lists, places | "What is a …?", "How do I …?", "on page 3" |
| comparing | over a whole table: "Which pump is heaviest?", "How many cost more than 20?"; "cost" and "Price" are one |
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
