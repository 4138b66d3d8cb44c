import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FootnoteError, settingInvalid } from '../errors.ts';
import type { Preset } from '../presets/preset.ts';
import { type PresetName, presets } from '../presets/presets.ts';
import { didYouMean } from '../values/closest-name.ts';
import { requireFields, requireText } from '../values/require-arguments.ts';
import { schemaProblem } from '../values/value-problem.ts';
import { type Config, configSchema, type PartialConfig } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';
import { defaults } from './default-config.ts';
import { type Environment, environmentSettings, presetVariableSettings } from './environment-settings.ts';
import { flattenSettings, isRecord } from './flatten-settings.ts';

/** Where a value came from. */
export type ConfigOrigin = 'default' | 'preset' | 'file' | 'environment' | 'flag';

/** The settings with the origin of each, by dotted name. */
export interface ResolvedConfig {
  readonly config: Config;
  readonly origins: Readonly<Record<string, ConfigOrigin>>;
}

/** File name looked for in the working directory. */
export const configFileName = 'footnote.config.json';

/** Settings from one place, by dotted name. */
interface Layer {
  readonly origin: ConfigOrigin;
  /** Names the place in messages. */
  readonly source: string;
  readonly values: Iterable<[string, unknown]>;
  /** What takes their place under the shipped embedder. */
  readonly withShippedEmbedder?: Iterable<[string, unknown]>;
}

/**
 * Puts the settings together: flags over environment over file over preset over defaults. In the environment a
 * setting has its own name, `FOOTNOTE_RETRIEVAL_TOP_K`, and, more weakly, the one that the preset's description gives
 * it. The preset is the one that the strongest of these places names. Errors: `config_invalid` naming the source and
 * the setting; `request_invalid` for options that there are not.
 */
export function resolveConfig(
  options: {
    flags?: PartialConfig;
    /** Default: that of the process. */
    environment?: Environment;
    /** Where the file is looked for; null: nowhere. Default: the working directory. */
    directory?: string | null;
  } = {},
): ResolvedConfig {
  requireFields('options', options, ['flags', 'environment', 'directory']);
  if (options.directory != null) requireText('directory', options.directory);
  const { directory = '.', environment: variables = process.env } = options;
  const path = resolve(directory ?? '.', configFileName);
  const file = new Map(directory !== null && existsSync(path) ? flattenSettings(readFile(path)) : []);
  const environment = new Map(environmentSettings(variables));
  const flags = new Map(flattenSettings(options.flags ?? {}));
  const preset = presetNamed(flags.get('preset') ?? environment.get('preset') ?? file.get('preset'));
  return combine([
    ...presetLayer(preset),
    { origin: 'file', source: path, values: file },
    ...(preset ? [fromEnvironment(presetVariableSettings(preset, variables))] : []),
    fromEnvironment(environment),
    { origin: 'flag', source: 'The flags', values: flags },
  ]);
}

/**
 * The given settings over those of their preset, with defaults for the rest; no file and no environment is read.
 * Errors: `config_invalid`.
 */
export function completeConfig(settings: PartialConfig): Config {
  if (!isRecord(settings)) throw settingInvalid('they must be an object');
  return combine([
    ...presetLayer(presetNamed(settings.preset)),
    { origin: 'flag', source: 'The settings', values: flattenSettings(settings) },
  ]).config;
}

/**
 * Other settings, by dotted name, in place of some, as if they had been given in a stronger place, which messages call
 * `source`. The preset has been taken into account before. Errors: `config_invalid`.
 */
export function overrideConfig(
  base: Config,
  changes: Readonly<Record<string, unknown>>,
  source: string,
): Config {
  return combine([
    { origin: 'file', source: 'The settings', values: flattenSettings(base) },
    { origin: 'flag', source, values: Object.entries(changes) },
  ]).config;
}

/** Undefined for none, and for a name that is none, which is refused with the place that gives it. */
function presetNamed(name: unknown): Preset | undefined {
  return typeof name === 'string' && Object.hasOwn(presets, name) ? presets[name as PresetName] : undefined;
}

function presetLayer(preset: Preset | undefined): Layer[] {
  if (!preset) return [];
  const { settings, withShippedEmbedder } = preset;
  const values = new Map(flattenSettings(settings));
  return [
    {
      origin: 'preset',
      source: 'The preset',
      values,
      ...(withShippedEmbedder && { withShippedEmbedder: flattenSettings(withShippedEmbedder) }),
    },
  ];
}

function fromEnvironment(values: Layer['values']): Layer {
  return { origin: 'environment', source: 'The environment', values };
}

function combine(layers: readonly Layer[]): ResolvedConfig {
  const values = new Map<string, unknown>(flattenSettings(defaults));
  const origins: Record<string, ConfigOrigin> = {};
  for (const name of values.keys()) origins[name] = 'default';
  for (const { origin, source, values: layer } of layers) {
    for (const [name, value] of withOtherWeight(layer)) {
      if (value === undefined) continue;
      if (!values.has(name))
        throw new FootnoteError('config_invalid', { source, problem: unknown(name, values) });
      values.set(name, value);
      origins[name] = origin;
    }
    check(values, source);
  }
  if (values.get('embedder.kind') !== 'openai' && values.get('embedder.directory') === '') {
    for (const [name, value] of layers.flatMap(({ withShippedEmbedder = [] }) => [...withShippedEmbedder]))
      if (origins[name] === 'preset') values.set(name, value);
  }
  if (origins['retrieval.minScore'] === 'preset') scoreOfSameRank(values, layers);
  return deepFreeze({ config: check(values, 'The settings'), origins });
}

function unknown(name: string, known: ReadonlyMap<string, unknown>): string {
  const isSection = known.keys().some((setting) => setting.startsWith(`${name}.`));
  return isSection
    ? `${name}: it must be an object`
    : `there is no setting "${name}"${didYouMean(name, known.keys())}`;
}

/** Where a place gives one of the two weights of retrieval, it means the rest for the other. */
function withOtherWeight(layer: Iterable<[string, unknown]>): ReadonlyMap<string, unknown> {
  const values = new Map(layer);
  const [vector, keyword] = ['retrieval.vectorWeight', 'retrieval.keywordWeight'] as const;
  for (const [given, other] of [
    [vector, keyword],
    [keyword, vector],
  ] as const) {
    const value = values.get(given);
    if (typeof value === 'number' && values.get(other) === undefined) values.set(other, rest(value));
  }
  return values;
}

/**
 * A preset's least score of reciprocal rank fusion is that of a rank in one of the two searches, under the preset's k:
 * .005 is that of rank 140 under k = 60. Under another k it is what the same rank scores there. Requirement row A5.
 */
function scoreOfSameRank(values: Map<string, unknown>, layers: readonly Layer[]): void {
  if (!String(values.get('retrieval.fusion')).startsWith('rrf')) return;
  const preset = new Map(layers.find(({ origin }) => origin === 'preset')?.values);
  const [minScore, ownK] = [preset.get('retrieval.minScore'), preset.get('retrieval.rrfK')];
  const k = Number(values.get('retrieval.rrfK'));
  if (typeof minScore !== 'number' || minScore === 0 || typeof ownK !== 'number' || k === ownK) return;
  values.set('retrieval.minScore', 1 / (1 / minScore - ownK + k));
}

/** What is missing to 1, without the last digits of binary fractions. */
function rest(share: number): number {
  return Math.round((1 - share) * 1e12) / 1e12;
}

function readFile(file: string): object {
  try {
    // A pipe would be waited for, and nothing could stop that.
    if (!statSync(file).isFile()) throw new TypeError('it is not a file');
    const bytes = readFileSync(file);
    // What Windows PowerShell sends to a file with > is UTF-16. The decoder takes the byte order mark away.
    const encoding = bytes[0] === 0xff ? 'utf-16le' : 'utf-8';
    const value: unknown = JSON.parse(new TextDecoder(encoding).decode(bytes));
    if (isRecord(value)) return value;
    throw new TypeError('it must hold one JSON object');
  } catch (cause) {
    throw new FootnoteError('config_invalid', { source: file, problem: (cause as Error).message }, { cause });
  }
}

function check(flat: ReadonlyMap<string, unknown>, source: string): Config {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of flat) {
    const [section, key] = name.split('.') as [string, string?];
    if (key === undefined) nested[section] = value;
    else ((nested[section] ??= {}) as Record<string, unknown>)[key] = value;
  }
  const result = configSchema.safeParse(nested, { reportInput: true });
  if (result.success) return result.data;
  throw new FootnoteError('config_invalid', { source, problem: schemaProblem(result.error) });
}
