import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Place } from '../../src/text/sentences/note-marks.ts';

/** Long documents, and questions with the spans of their evidence in one of them. */
export interface ChunkingSet {
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  /** In the order of the file. */
  readonly questions: readonly {
    readonly text: string;
    readonly documentId: string;
    readonly evidence: readonly Place[];
  }[];
}

const documentLine = z.object({ _id: z.string(), text: z.string() });
const questionLine = z.object({ _id: z.string(), text: z.string() });
const answerLine = z.object({
  _id: z.string(),
  evidence_doc: z.string(),
  evidence_spans: z.array(z.object({ start_index: z.int(), end_index: z.int() })),
});

/** Reads `corpus.jsonl`, `queries.jsonl` and `answers.jsonl`. Errors: any `Error`, its message for the user. */
export async function readChunkingSet(folder: string): Promise<ChunkingSet> {
  const documents = await readLines(join(folder, 'corpus.jsonl'), documentLine);
  const questions = await readLines(join(folder, 'queries.jsonl'), questionLine);
  const answers = await readLines(join(folder, 'answers.jsonl'), answerLine);
  const answerById = new Map(answers.map((answer) => [answer._id, answer]));
  return {
    documents: documents.map(({ _id, text }) => ({ id: _id, text })),
    questions: questions.map(({ _id, text }) => {
      const answer = answerById.get(_id);
      if (!answer) throw new Error(`${folder}: question ${_id} has no answer.`);
      const evidence = answer.evidence_spans.map((span) => ({
        start: span.start_index,
        end: span.end_index,
      }));
      return { text, documentId: answer.evidence_doc, evidence };
    }),
  };
}

async function readLines<Line>(file: string, line: z.ZodType<Line>): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((json) => line.parse(JSON.parse(json)));
}
