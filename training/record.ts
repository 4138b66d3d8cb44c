/**
 * Asks the questions of sets through the whole pipeline and writes down what the generator is given for each: what
 * training and ablation start from, so that neither searches again.
 *
 *     node training/record.ts OUTPUT --squad dev-v2.0.json --beir ../shared/eval/xquad/en …
 *
 * `OUTPUT/NAME.jsonl` gets a {@link RecordedQuestion} a line. Paragraphs and questions of `--exclude` folders are left
 * out of `--squad` files.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AskedToQuote, questionToQuote } from '../src/answer/extract/quoting-request.ts';
import { createExtractiveGenerator } from '../src/answer/generate/extractive-generator.ts';
import type { GenerateRequest } from '../src/contracts/generator.ts';
import { documentFileName, prepareBeir, readBeir } from '../src/evaluate/beir.ts';
import { type EvaluationCache, keptCache } from '../src/evaluate/evaluation-cache.ts';
import { relevantDocuments } from '../src/evaluate/metrics/ranking-metrics.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { Relevance } from '../src/retrieve/hit.ts';
import { defaults } from '../src/settings/default-config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { type AskedQuestion, measuredTexts, type QuestionSet, readSquad } from './squad-set.ts';

/** What quoting is given, with the question as it was asked. */
type RecordedRequest = Omit<AskedToQuote, 'question' | 'signal'> &
  Pick<GenerateRequest, 'question' | 'language'>;

/** A question with what the generator was given to answer it from. */
export interface RecordedQuestion extends Omit<AskedQuestion, 'documents'> {
  /** As the store knows them. */
  readonly documents: readonly string[];
  /** Null where the question was refused before. */
  readonly request: RecordedRequest | null;
  readonly relevance: Relevance;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    squad: { type: 'string', multiple: true, default: [] },
    beir: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    cache: { type: 'string' },
  },
});
const [output = 'recorded'] = positionals;
await mkdir(output, { recursive: true });
const cache = keptCache(values.cache);
const excluded = await measuredTexts(values.exclude);
for (const file of values.squad) await record(await readSquad(file, excluded), cache);
for (const folder of values.beir) await record(await beirSet(folder), cache);

async function beirSet(folder: string): Promise<QuestionSet> {
  const { documents, questions } = await readBeir(folder);
  const name = folder.split('/').slice(-2).join('-');
  const asked = questions.map(({ id, text, answers, judgements }) => ({
    id,
    group: name,
    text,
    answers,
    documents: relevantDocuments(judgements),
  }));
  return { name, documents, questions: asked };
}

async function record(set: QuestionSet, kept: EvaluationCache): Promise<void> {
  const { config } = await prepareBeir({ ...set, questions: [] }, defaults, kept);
  let given: GenerateRequest | undefined;
  const quoting = createExtractiveGenerator({ analyser: analyser(), maxSentences: 3 });
  const generator = {
    name: 'recording',
    generate(request: GenerateRequest) {
      given = request;
      return quoting.generate(request);
    },
  };
  const footnote = await openFootnote(config, { generator });
  const idOfFile = new Map(
    (await footnote.listDocuments()).flatMap(({ documentId, paths }) =>
      paths.map((path) => [basename(path), documentId] as const),
    ),
  );
  const lines: string[] = [];
  for (const question of set.questions) {
    given = undefined;
    const { relevance } = await footnote.ask(question.text);
    const documents = question.documents.map((id) => idOfFile.get(documentFileName(id)) ?? id);
    const recorded: RecordedQuestion = { ...question, documents, request: slim(given), relevance };
    lines.push(JSON.stringify(recorded));
    if (lines.length % 500 === 0) process.stderr.write(`${set.name}: ${lines.length}\n`);
  }
  await footnote.close();
  await writeFile(join(output, `${set.name}.jsonl`), `${lines.join('\n')}\n`);
}

/** What is known of the whole message, all that it says taken for one question. */
function slim(request: GenerateRequest | undefined): RecordedRequest | null {
  if (!request) return null;
  const { question, signal: _, ...known } = questionToQuote(request, analyser());
  return { ...known, question: question.text, language: question.language };
}
