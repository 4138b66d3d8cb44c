import type { Config, PartialConfig } from '../settings/config.ts';

/** A setting by its dotted name: `retrieval.topK`. */
export type SettingName = {
  [Section in keyof Config]: Config[Section] extends string
    ? Section
    : `${Section}.${keyof Config[Section] & string}`;
}[keyof Config];

/** The settings that a preset may make: all but where things are kept and who may reach them. */
export type PresetSettings = Omit<PartialConfig, 'preset' | 'store' | 'collection' | 'server'>;

/** What a variable of the environment means, under the name that the pipeline's own description gives it. */
export interface PresetVariable {
  /** Settings that take its value as it is. */
  readonly sets?: readonly SettingName[];
  /** Settings by value; no other value is taken. */
  readonly chooses?: Readonly<Record<string, PresetSettings>>;
  /** Settings that hold as soon as it has a value. */
  readonly with?: PresetSettings;
}

/** What a pipeline's description runs on: what takes its place where the settings have it not is said in warnings. */
export interface NamedParts {
  readonly engine: {
    readonly kind: Exclude<Config['engine']['kind'], 'embedded'>;
    readonly title: string;
    /** What passages are kept under there where `engine.name` is empty. */
    readonly name?: string;
  };
  /** Where it keeps what is no passage. */
  readonly records?: { readonly kind: Config['records']['kind']; readonly title: string };
  readonly embedder?: { readonly model: string; readonly dimension: number };
  readonly reranker?: Config['reranker']['kind'];
  readonly generator?: string;
}

/**
 * A reference pipeline: the one engine under other settings. Plain data, JSON-serialisable. `A1` and the like in its
 * comments are rows of the requirements in docs/presets.md.
 */
export interface Preset {
  /** What it is for, in one sentence. */
  readonly description: string;
  readonly settings: PresetSettings;
  readonly named: NamedParts;
  /**
   * What takes the place of the preset's own settings where the shipped embedder takes the place of the named one:
   * least cosines belong to an embedder.
   */
  readonly withShippedEmbedder?: PresetSettings;
  /** The metadata field by which the `project` of a question limits its search. Default: `project`. */
  readonly projectField?: 'project' | 'company_slug';
  /** By name, in the order in which they count: of two that make the same setting, the later. */
  readonly variables: Readonly<Record<string, PresetVariable>>;
}
