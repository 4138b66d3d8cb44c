import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';
import { halved } from './halves.ts';
import { type QualityRow, qualityRow, suiteOutcome } from './measure-suite.ts';
import type { QualityOutcome } from './outcome.ts';

/** The languages of the documents and their questions. */
const languages = ['en', 'de', 'fr', 'es', 'zh'] as const;

type Language = (typeof languages)[number];

/** How a document says what it says of each name. */
const forms = ['heading', 'sentence', 'table', 'list', 'front matter'] as const;

type Form = (typeof forms)[number];

const wordingSchema = z.strictObject({
  title: z.string(),
  /** What stands at the beginning of the document. */
  about: z.string(),
  value: z.string(),
  /** What is said of one name, with it and under it. */
  sentence: z.string(),
  unnamed: z.string(),
  /** What introduces a list of names. */
  lead: z.string(),
  columns: z.tuple([z.string(), z.string()]),
  questions: z.tuple([z.string(), z.string()]),
});

const kindSchema = z.strictObject({
  /** Name of the metadata field. */
  field: z.string(),
  /** Eight names, by language or for `all`. */
  names: z.record(z.string(), z.array(z.string()).length(8)),
  /** How questions write them where that is otherwise. */
  asked: z.record(z.string(), z.array(z.string()).length(8)).optional(),
  numbers: z.array(z.number()).length(8),
  texts: z.record(z.enum(languages), wordingSchema),
});

type Kind = z.infer<typeof kindSchema>;

/** What is said of one name. */
interface Sibling {
  readonly name: string;
  readonly asked: string;
  readonly value: string;
}

/** A question with the value that answers it, and those of the other names. */
export interface SiblingQuestion {
  readonly kind: string;
  readonly language: Language;
  readonly form: Form;
  readonly question: string;
  readonly value: string;
  readonly others: readonly string[];
  /** The half of the set that it belongs to: rules are chosen on the first, 1, and reported on the second, 2. */
  readonly place: 1 | 2;
}

/** A collection of one language: its files by name, the fields they declare, and what is asked of them. */
export interface SiblingCollection {
  readonly language: Language;
  readonly files: ReadonlyMap<string, string>;
  readonly fields: Readonly<Record<string, 'string'>>;
  readonly questions: readonly SiblingQuestion[];
}

/** Names that one document tells of. */
const namesTold = 4;

/**
 * The collections of both halves in each language. In a language every kind takes another form, and in the other half
 * yet another, with other names.
 */
export async function siblingCollections(): Promise<readonly SiblingCollection[]> {
  const text = await readFile(new URL('siblings.yaml', import.meta.url), 'utf8');
  const kinds = Object.entries(z.record(z.string(), kindSchema).parse(parse(text)));
  return ([1, 2] as const).flatMap((place) =>
    languages.map((language, shift): SiblingCollection => {
      const files = new Map<string, string>();
      const questions: SiblingQuestion[] = [];
      for (const [position, [kind, described]] of kinds.entries()) {
        const form = forms[(position + shift + 2 * (place - 1)) % forms.length] as Form;
        const siblings = siblingsOf(described, language, place);
        for (const [name, content] of documentsOf(kind, described, { language, form, siblings }))
          files.set(name, content);
        questions.push(...asked(kind, described, { language, form, siblings, place }, position + shift));
      }
      const fields = Object.fromEntries(kinds.map(([, { field }]) => [field, 'string' as const]));
      return { language, files, fields, questions };
    }),
  );
}

function siblingsOf({ names, asked, numbers, texts }: Kind, language: Language, place: 1 | 2): Sibling[] {
  const first = (place - 1) * namesTold;
  const all = names[language] ?? names['all'] ?? [];
  return all.slice(first, first + namesTold).map((name, position) => ({
    name,
    asked: asked?.[language]?.[first + position] ?? name,
    value: filled(texts[language].value, { n: String(numbers[first + position]) }),
  }));
}

interface Told {
  readonly language: Language;
  readonly form: Form;
  readonly siblings: readonly Sibling[];
}

/** The files of one kind: one, or with front matter one for each name. */
function documentsOf(
  kind: string,
  { field, texts }: Kind,
  { language, form, siblings }: Told,
): readonly (readonly [string, string])[] {
  const { title, about, sentence, unnamed, lead, columns } = texts[language];
  const begun = `# ${title}\n\n${about}\n\n`;
  if (form === 'front matter')
    return siblings.map((one, position) => [
      `${kind}-${position}.md`,
      `---\n${field}: "${one.name}"\n---\n${begun}${filled(unnamed, one)}\n`,
    ]);
  const glue = language === 'zh' ? '' : ' ';
  const rows = siblings.map(({ name, value }) => `| ${name} | ${value} |`);
  const bodies: Readonly<Record<Exclude<Form, 'front matter'>, string>> = {
    heading: siblings.map((one) => `## ${one.name}\n\n${filled(unnamed, one)}`).join('\n\n'),
    sentence: siblings.map((one) => filled(sentence, one)).join(glue),
    table: [`| ${columns.join(' | ')} |`, '| --- | --- |', ...rows].join('\n'),
    list: [lead, '', ...siblings.map(({ name, value }) => `- ${name}: ${value}`)].join('\n'),
  };
  return [[`${kind}.md`, `${begun}${bodies[form]}\n`]];
}

/** Two questions of one kind, each about another name; which ones, turns with the document. */
function asked(
  kind: string,
  { texts }: Kind,
  { siblings, ...told }: Told & { readonly place: 1 | 2 },
  turn: number,
): SiblingQuestion[] {
  return texts[told.language].questions.map((question, position) => {
    const one = siblings[(turn + 2 * position) % namesTold] as Sibling;
    const others = siblings.filter((other) => other !== one).map(({ value }) => value);
    return { kind, ...told, question: filled(question, { name: one.asked }), value: one.value, others };
  });
}

function filled(template: string, places: Readonly<Record<string, string>> | Sibling): string {
  const values: Readonly<Record<string, string>> = { ...places };
  return template.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

/** What came of a question. */
export interface AskedSibling extends SiblingQuestion {
  readonly isRightFirst: boolean;
  readonly isOtherQuoted: boolean;
  readonly quotes: readonly string[];
}

/** Asks every question through the whole pipeline. */
export async function askSiblings(log: (line: string) => void): Promise<readonly AskedSibling[]> {
  const answered: AskedSibling[] = [];
  for (const collection of await siblingCollections()) {
    log(`siblings, ${collection.language}: ${collection.files.size} files`);
    answered.push(...(await inTemporaryFolder((folder) => askCollection(collection, folder))));
  }
  return answered;
}

async function askCollection(
  { files, fields, questions }: SiblingCollection,
  folder: string,
): Promise<readonly AskedSibling[]> {
  const documents = join(folder, 'documents');
  await mkdir(documents);
  for (const [name, content] of files) await writeFile(join(documents, name), content);
  const config = completeConfig({ store: join(folder, 'store'), metadata: { fields } });
  return withFootnote(config, async (footnote) => {
    await footnote.ingest([documents]);
    const answered: AskedSibling[] = [];
    for (const one of questions) answered.push({ ...one, ...judged(one, await footnote.ask(one.question)) });
    return answered;
  });
}

function judged({ value, others }: SiblingQuestion, { citations }: Answer) {
  const quotes = citations.map(({ quote }) => quote);
  const first = citations.find(({ kind, quote }) => kind !== 'table-header' && !introduces.test(quote));
  return {
    isRightFirst: holds(first?.quote ?? '', value),
    isOtherQuoted: quotes.some((quote) => others.some((other) => holds(quote, other))),
    quotes,
  };
}

/** The header of a table and what introduces a list are no sentences by themselves. */
const introduces = /[:：]$/u;

/** Whether a text holds a value and no other number that ends with it. */
function holds(text: string, value: string): boolean {
  return new RegExp(String.raw`(?<!\d)${value}(?!\d)`, 'u').test(text);
}

/** The run `siblings`: the same said of several names, one of which is asked for. */
export async function measureSiblings(
  log: (line: string) => void,
  { full }: { readonly full: boolean },
): Promise<QualityOutcome> {
  const answered = await askSiblings(log);
  const parts = (keyOf: (one: AskedSibling) => string) =>
    Array.from(Map.groupBy(answered, keyOf), ([key, some]) => rowsOf(`siblings: ${key}`, some)).flat();
  const rows = [
    ...rowsOf('siblings', answered, { atLeast: 0.95, atMost: 0.05 }),
    ...parts(({ language }) => language),
    ...parts(({ form }) => form),
    ...(full ? parts(({ kind }) => kind) : []),
  ];
  if (full) for (const one of answered) if (!one.isRightFirst || one.isOtherQuoted) log(shown(one));
  return suiteOutcome({ describe }, rows);
}

function rowsOf(
  set: string,
  some: readonly AskedSibling[],
  { atLeast, atMost }: Pick<QualityRow, 'atLeast' | 'atMost'> = {},
): QualityRow[] {
  const shareOf = (test: (one: AskedSibling) => boolean) =>
    halved(some, (part) => part.filter(test).length / part.length);
  const right = shareOf(({ isRightFirst }) => isRightFirst);
  const others = shareOf(({ isOtherQuoted }) => isOtherQuoted);
  return [
    qualityRow({
      set,
      measure: 'right value in the first sentence',
      ...right,
      ...(atLeast !== undefined && { atLeast }),
    }),
    qualityRow({
      set,
      measure: 'value of another name quoted',
      ...others,
      ...(atMost !== undefined && { atMost }),
    }),
  ];
}

const describe =
  'Two hundred questions over documents in which the same is said of four names, as headings, sentences, rows, items ' +
  'or metadata, in ten kinds and five languages. The odd half is the one that rules were chosen on; the even half has ' +
  'other names in other forms.';

function shown({ kind, language, form, question, value, quotes, place }: AskedSibling): string {
  return `${place} ${kind}, ${language}, ${form}: ${question} → ${value}; quoted: ${quotes.join(' / ')}`;
}
