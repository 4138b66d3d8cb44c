import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { EvaluationDocument } from '../src/evaluate/beir.ts';

/** A question about a set of documents with what answers it. */
export interface AskedQuestion {
  readonly id: string;
  /** What is kept together when data is parted: the article, where there is one, else the set. */
  readonly group: string;
  readonly text: string;
  /** Ids of the documents that answer it; empty where none does. */
  readonly documents: readonly string[];
  /** Accepted answers as text. */
  readonly answers: readonly string[];
}

/** Documents with questions about them. */
export interface QuestionSet {
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
  readonly questions: readonly AskedQuestion[];
}

/** The layout of SQuAD 1.1 and 2.0, which other sets took over. */
const layout = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              id: z.union([z.string(), z.number()]).transform(String),
              question: z.string(),
              answers: z.array(z.object({ text: z.string() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Reads a file in SQuAD's layout, each paragraph a document, without the paragraphs and the questions that `excluded`
 * names: those that something is measured on.
 */
export async function readSquad(file: string, excluded: ReadonlySet<string>): Promise<QuestionSet> {
  const { data } = layout.parse(JSON.parse(await readFile(file, 'utf8')));
  const documents: EvaluationDocument[] = [];
  const questions: AskedQuestion[] = [];
  for (const { title, paragraphs } of data)
    for (const { context, qas } of paragraphs) {
      if (excluded.has(spelling(context))) continue;
      const document = `p${documents.length}`;
      documents.push({ id: document, title: '', text: context });
      for (const { id, question, answers } of qas) {
        if (excluded.has(spelling(question))) continue;
        const accepted = [...new Set(answers.map(({ text }) => text))];
        const answering = accepted.length > 0 ? [document] : [];
        questions.push({ id, group: title, text: question, documents: answering, answers: accepted });
      }
    }
  return { name: basename(file, '.json'), documents, questions };
}

/** Every paragraph and every question of sets in BEIR layout that something is measured on, as `readSquad` compares. */
export async function measuredTexts(folders: readonly string[]): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const folder of folders)
    for (const name of ['corpus.jsonl', 'queries.jsonl']) {
      const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '');
      for (const line of lines) texts.add(spelling((JSON.parse(line) as { text: string }).text));
    }
  return texts;
}

/** A text by its letters and digits alone. */
function spelling(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
