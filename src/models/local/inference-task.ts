import type { PassageToRead } from '../../contracts/answer-reader.ts';
import type { TextEmbedding } from '../../contracts/embedder.ts';
import type { ModelFolder } from './model-folder.ts';
import type { WindowSettings } from './windows.ts';

/** Two texts that a model reads together. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** What to do where a model that runs here fails for no reason of its own. */
export const lostModelRemedy =
  'Try again; if it keeps happening, allow more memory or open files, or use fewer threads';

/** Vectors of texts, one a window. */
export interface EmbedTask {
  readonly type: 'embed';
  readonly folder: ModelFolder;
  readonly windows: WindowSettings;
  /** What the model was trained to see before each text; empty where there is no such thing. */
  readonly prefix: string;
}

/** Vectors of the tokens of texts. */
export interface EmbedTokensTask {
  readonly type: 'embed-tokens';
  readonly folder: ModelFolder;
  readonly windows: WindowSettings;
}

/** What pairs of texts are to each other: the logit of each label. */
export interface ClassPairTask {
  readonly type: 'class-pair';
  readonly folder: ModelFolder;
  /** Which text of a pair is cut last where both together are longer than the model reads. */
  readonly kept: keyof TextPair;
}

/** A question with a passage that is read for an answer to it. */
export interface QuestionAndPassage {
  readonly question: string;
  readonly passage: PassageToRead;
}

/** How well the units of passages answer questions, as log-odds. */
export interface ReadPassageTask {
  readonly type: 'read-passage';
  readonly folder: ModelFolder;
}

/** What inference threads are started for. Plain data, so that it can be handed to them. */
export type InferenceTask = EmbedTask | EmbedTokensTask | ClassPairTask | ReadPassageTask;

/** What a task is given and what it gives back, by its type. */
interface InferenceTypes {
  readonly embed: { readonly input: string; readonly output: TextEmbedding };
  readonly 'embed-tokens': { readonly input: string; readonly output: Float32Array<ArrayBuffer> };
  readonly 'class-pair': { readonly input: TextPair; readonly output: readonly number[] };
  readonly 'read-passage': { readonly input: QuestionAndPassage; readonly output: Float32Array<ArrayBuffer> };
}

/** One input of a task. */
export type InputOf<Task extends InferenceTask> = InferenceTypes[Task['type']]['input'];

/** What comes of one input of a task. */
export type OutputOf<Task extends InferenceTask> = InferenceTypes[Task['type']]['output'];
