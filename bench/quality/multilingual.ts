import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EvaluationSet, prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import { isAnswerable } from '../../src/evaluate/evaluation-question.ts';
import { addModel, multilingualModel } from '../../src/models/local/installed-models.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { AskedSet } from './asked-set.ts';
import { type QualityRow, qualityRow, type SuiteContext, suiteOutcome } from './measure-suite.ts';
import { measure } from './measures.ts';
import type { QualityOutcome } from './outcome.ts';

/** Languages of questions and documents of XQuAD, and the least nDCG@10. The first four are of one language. */
const pairs: readonly (readonly [question: string, documents: string, atLeast: number])[] = [
  ['en', 'en', 0.97],
  ['de', 'de', 0.97],
  ['zh', 'zh', 0.96],
  ['ar', 'ar', 0.95],
  ['de', 'en', 0.92],
  ['zh', 'en', 0.77],
  ['ar', 'en', 0.75],
  ['en', 'de', 0.87],
  ['en', 'zh', 0.8],
  ['en', 'ar', 0.8],
];

/** Of each pair, from the even lines. */
const mostQuestions = 300;

const describe = `XQuAD with \`${multilingualModel}\` added: questions in the documents' language, and in another one. \`shipped\` is the model of the package over the same. Questions of even lines, ${mostQuestions} of each pair.`;

/** Asks questions in four languages over documents in the same and in others; nothing where the model is not there. */
export async function measureMultilingual(
  context: SuiteContext & { readonly models: string },
): Promise<QualityOutcome> {
  const folder = join(context.models, multilingualModel);
  if (!existsSync(folder))
    return {
      describe,
      rows: [],
      table: `Skipped: there is no model in ${folder}; --models names another folder.`,
      ok: true,
    };
  const modelsDirectory = context.cache.folder('models');
  await addModel(folder, { store: '', modelsDirectory });
  const rows: QualityRow[] = [];
  for (const [asked, documents, atLeast] of pairs) {
    const set = await crossed(context.data, asked, documents);
    const name = asked === documents ? asked : `${asked} over ${documents}`;
    const figures = async (directory: string) => {
      const settings = completeConfig({ embedder: { kind: 'onnx', directory, modelsDirectory } });
      context.log(`${name}, ${directory || 'shipped'}`);
      const target = await prepareBeir(set, settings, context.cache);
      const answerable = target.questions.map((question, at) => ({ ...question, place: 2 * at + 2 }));
      const ranked = new AskedSet(target, answerable, []);
      try {
        return await measure('nDCG@10', ranked);
      } finally {
        await ranked.close();
      }
    };
    rows.push(qualityRow({ set: name, measure: 'nDCG@10, shipped', ...(await figures('')) }));
    rows.push(qualityRow({ set: name, measure: 'nDCG@10', ...(await figures(multilingualModel)), atLeast }));
  }
  return suiteOutcome({ describe }, rows);
}

/** The documents in one language with the questions in another: both have the same ids. */
async function crossed(data: string, asked: string, documents: string): Promise<EvaluationSet> {
  const [{ questions }, set] = [
    await readBeir(join(data, 'xquad', asked)),
    await readBeir(join(data, 'xquad', documents)),
  ];
  const even = questions.filter((question, at) => at % 2 === 1 && isAnswerable(question));
  return { ...set, questions: even.slice(0, mostQuestions) };
}
