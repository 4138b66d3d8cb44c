import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { type OpenFootnote, withFootnote } from '../app/with-footnote.ts';
import type { DocumentSummary } from '../contracts/document.ts';
import type { Follower } from '../contracts/job.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { makeFolder, readInputFile } from '../files/output-files.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { schemaProblem } from '../values/value-problem.ts';
import { type EvaluationCache, indexName, withOwnModels } from './evaluation-cache.ts';
import {
  type EvaluationQuestion,
  type EvaluationTarget,
  isAnswerable,
  type JudgedQuestion,
} from './evaluation-question.ts';
import type { Judgements } from './metrics/ranking-metrics.ts';

const ending = '.md';

/** Longest encoded id that is a file's name on every file system, with room for the ending. */
const maxNameLength = 200;

/**
 * Name of the file that a document of a set is written to. Ids may be addresses: what a name cannot hold is escaped,
 * and an id that is too long is told apart by its hash.
 */
export function documentFileName(id: string): string {
  const name = encodeURIComponent(id).replaceAll('*', '%2A');
  if (name.length <= maxNameLength) return name + ending;
  const hash = createHash('sha256').update(id).digest('hex');
  return `${name.slice(0, 100)}-${hash}${ending}`;
}

/** Stands for the files of a set's documents: SHA-256, hexadecimal. */
export function documentsHash(documents: readonly EvaluationDocument[]): string {
  const hash = createHash('sha256');
  for (const document of documents) hash.update(JSON.stringify([document.id, asMarkdown(document)]));
  return hash.digest('hex');
}

/**
 * Writes each document that has text, or a title, as a Markdown file. The folder appears when all are written,
 * so that one that is there is whole.
 */
export async function writeDocumentFiles(
  documents: readonly EvaluationDocument[],
  folder: string,
): Promise<void> {
  const staging = `${folder}.${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  makeFolder(staging);
  for (const document of documents) {
    const text = asMarkdown(document);
    if (text.trim() !== '') await writeFile(join(staging, documentFileName(document.id)), text);
  }
  await rename(staging, folder);
}

/**
 * A text whose first line is its title has that as its heading; else the heading is put above it. A document of a title
 * alone is that title.
 */
function asMarkdown({ title, text }: EvaluationDocument): string {
  if (title.trim() === '') return text;
  if (text.trim() === '') return title;
  const hasHeading = text.startsWith(title) && /^[^\S\n]*(?:\n|$)/.test(text.slice(title.length));
  return hasHeading ? `# ${text}` : `# ${title}\n\n${text}`;
}

/** A document of an evaluation set. */
export interface EvaluationDocument {
  readonly id: string;
  /** Empty where the set has none. */
  readonly title: string;
  readonly text: string;
}

export interface EvaluationSet {
  /** That of its folder. */
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
  /** In the order of the file. */
  readonly questions: readonly EvaluationQuestion[];
}

const documentLine = z.object({ _id: z.string().min(1), title: z.string().default(''), text: z.string() });
const questionLine = z.object({ _id: z.string().min(1), text: z.string() });
const answerLine = z.object({ _id: z.string().min(1), answers: z.array(z.string()).default([]) });

/**
 * Reads a folder in BEIR layout: `corpus.jsonl` (`_id`, `title`, `text`), `queries.jsonl` (`_id`, `text`),
 * `qrels/test.tsv` (question id, document id, score, below a header if there is one) and, where it exists,
 * `answers.jsonl` (`_id`, `answers`). Errors: `path_unreadable`; `file_malformed` with the line, also for a judgement
 * of a question or document that is not in the set and for an id or a judgement given twice; `evaluation_empty` where
 * one of the files is missing, and where there is no document, or no question with an answer. Source: Thakur et al.,
 * "BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of IR Models", 2021.
 */
export async function readBeir(folder: string): Promise<EvaluationSet> {
  const corpus = await readLines(folder, 'corpus.jsonl', documentLine);
  const queries = await readLines(folder, 'queries.jsonl', questionLine);
  const answers = await readLines(folder, 'answers.jsonl', answerLine, readIfThere);

  const documents = corpus.map(({ _id, title, text }) => ({ id: _id, title, text }));
  const judgements = new Map(queries.map(({ _id }) => [_id, new Map<string, number>()]));
  await readJudgements(folder, judgements, new Set(documents.map(({ id }) => id)));
  const answersById = new Map(answers.map((line) => [line._id, line.answers]));
  const questions = queries.map(({ _id, text }) => ({
    id: _id,
    text,
    judgements: judgements.get(_id) ?? new Map<string, number>(),
    answers: answersById.get(_id) ?? [],
  }));
  if (documents.length === 0) throw new FootnoteError('evaluation_empty', { path: folder, what: 'document' });
  if (!questions.some(isAnswerable)) {
    throw new FootnoteError('evaluation_empty', { path: folder, what: 'question with a judged document' });
  }
  return { name: basename(resolve(folder)), documents, questions };
}

async function readJudgements(
  folder: string,
  judgements: ReadonlyMap<string, Map<string, number>>,
  documents: ReadonlySet<string>,
): Promise<void> {
  const name = join('qrels', 'test.tsv');
  const path = join(folder, name);
  const lines = (await readPart(folder, name)).split('\n');
  for (const [place, line] of lines.entries()) {
    const [question = '', document = '', score = ''] = line.trimEnd().split('\t');
    const judged = judgements.get(question);
    const isHeader = place === 0 && !judged && !/\d/.test(score);
    if (line.trim() === '' || isHeader) continue;
    const malformed = (problem: string) =>
      new FootnoteError('file_malformed', { path, line: place + 1, problem });
    if (!line.includes('\t')) throw malformed('tabs must separate question, document and score');
    if (!judged) throw malformed(`there is no question "${question}"`);
    if (!documents.has(document)) throw malformed(`there is no document "${document}"`);
    if (!/^-?\d+$/.test(score)) throw malformed(`"${score}" is not a whole number`);
    if (judged.has(document)) throw malformed(`"${document}" is judged twice for "${question}"`);
    judged.set(document, Number(score));
  }
}

async function readLines<Line extends { readonly _id: string }>(
  folder: string,
  name: string,
  schema: z.ZodType<Line>,
  read: (folder: string, name: string) => Promise<string | undefined> = readPart,
): Promise<Line[]> {
  const path = join(folder, name);
  const refuse: RefuseLine = (problem, line) => {
    throw new FootnoteError('file_malformed', { path, line, problem });
  };
  const seen = new Set<string>();
  return jsonLines((await read(folder, name)) ?? '', refuse).map(({ value, line }) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (!parsed.success) return refuse(schemaProblem(parsed.error), line);
    const { _id: id } = parsed.data;
    if (seen.has(id)) refuse(`the _id "${id}" is used twice`, line);
    seen.add(id);
    return parsed.data;
  });
}

async function readPart(folder: string, name: string): Promise<string> {
  const text = await readIfThere(folder, name);
  if (text === undefined) throw new FootnoteError('evaluation_empty', { path: folder, what: name });
  return text;
}

async function readIfThere(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readInputFile(join(folder, name));
  } catch (error) {
    if (isFootnoteError(error) && error.code === 'path_not_found') return undefined;
    throw error;
  }
}

/** An entry of a file as it stands there, before it is checked, with its 1-based line. */
export interface RawEntry {
  readonly value: unknown;
  readonly line: number;
}

/** Refuses a file for what is wrong with a line of it. */
export type RefuseLine = (problem: string, line: number) => never;

/** The values of JSON lines; a blank line has none. */
export function jsonLines(text: string, refuse: RefuseLine): RawEntry[] {
  return text.split('\n').flatMap((source, position) => {
    if (source.trim() === '') return [];
    const line = position + 1;
    try {
      return [{ value: JSON.parse(source) as unknown, line }];
    } catch {
      return refuse('it is not valid JSON', line);
    }
  });
}

type PrepareOptions = Follower & { readonly open?: OpenFootnote | undefined };

/**
 * Brings a set in BEIR layout through the whole pipeline, each document as a file, into a store of the cache that
 * belongs to these documents; each choice of chunker and embedder is a collection in it, and all share its vectors.
 * What is there is not made again. A store that cannot be read any more is made anew: it is a cache.
 * Errors: those of {@link Footnote.ingest}; `evaluation_incomplete` where a document cannot be ingested.
 */
export async function prepareBeir(
  set: EvaluationSet,
  settings: Config,
  cache: EvaluationCache,
  { open, ...options }: PrepareOptions = {},
): Promise<EvaluationTarget> {
  const place = cache.folder(`${set.name}-${documentsHash(set.documents).slice(0, 12)}`);
  const config = { ...withOwnModels(settings), store: join(place, 'store'), collection: indexName(settings) };
  const files = join(place, 'files');
  const ingest = async (): Promise<EvaluationTarget> => {
    const startedMs = performance.now();
    if (!existsSync(files)) await writeDocumentFiles(set.documents, files);
    const ingested = await withFootnote(
      config,
      async (footnote) => {
        await bringUpToDate(footnote, files, options);
        return footnote.listDocuments();
      },
      open,
    );
    const indexSeconds = (performance.now() - startedMs) / 1000;
    const questions = judgeByDocument(set, ingested);
    return { dataset: set.name, documents: set.documents.length, questions, config, indexSeconds, notes: [] };
  };
  try {
    return await ingest();
  } catch (error) {
    if (!isFootnoteError(error) || (error.code !== 'store_corrupt' && error.code !== 'store_newer'))
      throw error;
    await rm(place, { recursive: true, force: true });
    return ingest();
  }
}

async function bringUpToDate(footnote: Footnote, files: string, options: Follower): Promise<void> {
  try {
    const { failures } = await footnote.ingest([files], options);
    const [failure] = failures;
    if (failure) {
      const { path, message: problem } = failure;
      throw new FootnoteError('evaluation_incomplete', { count: failures.length, path, problem });
    }
  } catch (error) {
    // What analyses or embeds has changed behind the same settings.
    if (!isFootnoteError(error) || error.code !== 'index_mismatch') throw error;
    await footnote.reindex(options);
  }
}

/**
 * Documents of equal content are one to the store: whichever of them is found, the first by path stands for all, in
 * rankings and in judgements.
 */
function judgeByDocument(set: EvaluationSet, documents: readonly DocumentSummary[]): JudgedQuestion[] {
  const idByFile = new Map(set.documents.map(({ id }) => [documentFileName(id), id]));
  const idOf = (path: string) => idByFile.get(basename(path)) ?? path;
  const standsFor = new Map(
    documents.flatMap(({ path, paths }) => paths.map((one) => [idOf(one), idOf(path)] as const)),
  );
  const judged = (judgements: Judgements) => {
    const merged = new Map<string, number>();
    for (const [id, gain] of judgements) {
      const item = standsFor.get(id) ?? id;
      merged.set(item, Math.max(gain, merged.get(item) ?? gain));
    }
    return merged;
  };
  return set.questions.map(({ id, text, answers, judgements }) => ({
    id,
    text,
    answers,
    judgements: judged(judgements),
    itemOf: ({ path }) => idOf(path),
  }));
}
