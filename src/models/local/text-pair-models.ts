import type { AnswerReader } from '../../contracts/answer-reader.ts';
import type { CitedClaim, ClaimVerdict, ClaimVerifier } from '../../contracts/claim-verifier.ts';
import { FootnoteError } from '../../errors.ts';
import { requireFields } from '../../values/require-arguments.ts';
import { type ClassPairTask, InferencePool, type ReadPassageTask } from './inference-pool.ts';
import { type ModelFolder, modelMissing, readModelFolder, shippedModelDirectory } from './model-folder.ts';

/**
 * The reader that comes with the package, of English: an ONNX model in a worker thread of this process. Nothing is
 * loaded before the first question. Errors: `model_missing`; of reading those of {@link AnswerReader}.
 */
export async function englishAnswerReader(): Promise<AnswerReader> {
  const folder = await readModelFolder(shippedModelDirectory('answer-reader'));
  const pool = new InferencePool<ReadPassageTask>(
    { type: 'read-passage', folder },
    { threads: 1, isBackground: false },
  );
  return {
    language: 'en',
    read: (question, passages, signal) =>
      pool.run(
        passages.map((passage) => ({ question, passage })),
        signal,
      ),
    async warmUp() {
      const passage = { headings: [], text: 'ready', units: [{ start: 0, end: 5 }] };
      await pool.run([{ question: 'ready', passage }]);
    },
    close: () => pool.close(),
  };
}

/** Settings of {@link entailmentVerifier}. */
export interface EntailmentVerifierOptions {
  /**
   * A folder in the layout of {@link readModelFolder}, of a sequence-classification model whose `config.json` names
   * its labels: `entailment`, with `neutral` and `contradiction` or with `not_entailment`.
   */
  readonly directory: string;
  /** Threads, each with a copy of the model. Default 1. */
  readonly threads?: number;
}

type Label = 'entailment' | 'neutral' | 'contradiction';

/** Labels as models spell them, in small letters. */
const labelsBySpelling: ReadonlyMap<string, Label> = new Map([
  ['entailment', 'entailment'],
  ['neutral', 'neutral'],
  ['contradiction', 'contradiction'],
  ['not_entailment', 'neutral'],
]);

/**
 * A verifier that recognises textual entailment (Bowman et al., "A large annotated corpus for learning natural language
 * inference", EMNLP 2015): whether the claim, the hypothesis, follows from its sources, the premise. An ONNX model in a
 * worker thread of this process; the sources are cut where the model reads no further. `neutral` weakens what the words
 * came to and never strengthens it, and `entailment` does not where the sources lack facts of the claim. Nothing is
 * loaded before the first claim.
 * Errors: `model_missing`, also where the labels are others; `request_invalid`; of verifying those of {@link
 * ClaimVerifier}.
 */
export async function entailmentVerifier(options: EntailmentVerifierOptions): Promise<ClaimVerifier> {
  requireFields('options', options, ['directory', 'threads']);
  const { directory, threads = 1 } = options;
  const folder = await readModelFolder(directory);
  const labels = labelsOf(folder);
  const pool = new InferencePool<ClassPairTask>(
    { type: 'class-pair', folder, kept: 'second' },
    { threads, isBackground: false },
  );
  return {
    name: `entailment ${folder.name}`,
    async verify(claim, { signal } = {}) {
      const pair = { first: claim.sources.join('\n'), second: claim.text };
      const [logits = []] = await pool.run([pair], signal);
      if (logits.length === labels.length) return verdictOf(labels[indexOfMost(logits)] as Label, claim);
      const reason = `its graph has ${logits.length} labels, but its config.json has ${labels.length}`;
      const remedy = 'Fix config.json, or use another model';
      throw new FootnoteError('model_rejected', { model: folder.name, reason, remedy });
    },
    close: () => pool.close(),
  };
}

function labelsOf({ directory, labels }: ModelFolder): Label[] {
  const known = labels.map((label) => labelsBySpelling.get(label.toLowerCase()));
  if (known.includes('entailment') && known.length > 1 && !known.includes(undefined)) return known as Label[];
  const problem = `id2label names ${labels.join(', ') || 'no labels'}; it must name entailment, neutral and contradiction, or entailment and not_entailment`;
  throw modelMissing(`${directory}/config.json`, problem);
}

function verdictOf(label: Label, { first, lacksFacts }: CitedClaim): ClaimVerdict {
  if (label === 'entailment') return lacksFacts ? first : 'supported';
  return label === 'contradiction' || first === 'unsupported' ? 'unsupported' : 'partial';
}

function indexOfMost(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
