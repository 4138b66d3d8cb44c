import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FootnoteError } from '../errors.ts';
import { type EvaluationQuestion, isAnswerable } from './evaluation-question.ts';

/** A document of an evaluation set. */
export interface EvaluationDocument {
  readonly id: string;
  /** Empty where the set has none. */
  readonly title: string;
  readonly text: string;
}

export interface EvaluationSet {
  readonly documents: readonly EvaluationDocument[];
  /** In the order of the file. */
  readonly questions: readonly EvaluationQuestion[];
}

const documentLine = z.object({ _id: z.string().min(1), title: z.string().default(''), text: z.string() });
const questionLine = z.object({ _id: z.string().min(1), text: z.string() });
const answerLine = z.object({ _id: z.string().min(1), answers: z.array(z.string()).default([]) });

/**
 * Reads a folder in BEIR layout: `corpus.jsonl` (`_id`, `title`, `text`), `queries.jsonl` (`_id`, `text`),
 * `qrels/test.tsv` (a header line, then question id, document id, score) and, where it exists, `answers.jsonl`
 * (`_id`, `answers`). Errors: `path_not_found`; `file_malformed` with the line, also for a judgement of a question
 * or document that is not in the set; `evaluation_empty` where there is no document, or no question with an answer.
 * Source: Thakur et al., "BEIR: A Heterogeneous Benchmark for Zero-shot Evaluation of IR Models", 2021.
 */
export async function readBeir(folder: string): Promise<EvaluationSet> {
  const corpus = await readLines(join(folder, 'corpus.jsonl'), documentLine);
  const queries = await readLines(join(folder, 'queries.jsonl'), questionLine);
  const answers = await readLines(join(folder, 'answers.jsonl'), answerLine, { optional: true });

  const documents = corpus.map(({ _id, title, text }) => ({ id: _id, title, text }));
  const judgements = new Map(queries.map(({ _id }) => [_id, new Map<string, number>()]));
  await readJudgements(join(folder, 'qrels', 'test.tsv'), judgements, new Set(documents.map(({ id }) => id)));
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
  return { documents, questions };
}

async function readJudgements(
  path: string,
  judgements: ReadonlyMap<string, Map<string, number>>,
  documents: ReadonlySet<string>,
): Promise<void> {
  const [, ...lines] = (await readText(path)).split('\n');
  for (const [place, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const malformed = (problem: string) =>
      new FootnoteError('file_malformed', { path, line: place + 2, problem });
    const [question = '', document = '', score = ''] = line.trimEnd().split('\t');
    const judged = judgements.get(question);
    if (!judged) throw malformed(`there is no question "${question}"`);
    if (!documents.has(document)) throw malformed(`there is no document "${document}"`);
    if (!/^-?\d+$/.test(score)) throw malformed(`"${score}" is not a whole number`);
    judged.set(document, Number(score));
  }
}

async function readLines<Line>(
  path: string,
  schema: z.ZodType<Line>,
  options: { optional?: boolean } = {},
): Promise<Line[]> {
  const lines = (await readText(path, options)).split('\n');
  return lines.flatMap((line, place) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(parseJson(line));
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    const problem = `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'invalid'}`;
    throw new FootnoteError('file_malformed', { path, line: place + 1, problem });
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The schema refuses it with the line's number.
    return undefined;
  }
}

async function readText(path: string, options: { optional?: boolean } = {}): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (options.optional && (cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new FootnoteError('path_not_found', { path }, { cause });
  }
}
