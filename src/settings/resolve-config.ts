import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FootnoteError, isFootnoteError, settingInvalid } from '../errors.ts';
import type { Preset } from '../presets/presets.ts';
import { type PresetName, presets } from '../presets/presets.ts';
import { closestName, didYouMean } from '../values/closest-name.ts';
import { ownValue } from '../values/own-value.ts';
import { requireFields, requireText } from '../values/require-arguments.ts';
import { schemaProblem } from '../values/value-problem.ts';
import { type Config, configSchema, type PartialConfig } from './config.ts';
import { deepFreeze, defaults, flattenSettings, isRecord } from './default-config.ts';

/** Variables of a process by name. */
type Environment = Readonly<Record<string, string | undefined>>;

type Entries = Generator<[name: string, value: unknown]>;

/**
 * What the environment says of each setting under its dotted name in capitals behind `FOOTNOTE_`:
 * `FOOTNOTE_SERVER_PORT`. An empty variable says nothing. Errors: `config_invalid`.
 */
function* environmentSettings(environment: Environment): Entries {
  for (const [variable, name] of settingsByVariable) {
    const raw = environment[variable];
    if (raw) yield [name, readSetting(name, raw, variable)];
  }
}

/**
 * Variables that look like settings and are none, each with the one that was probably meant. They are no error, since
 * other programs set such names too: Kubernetes does for a service that is called "footnote".
 */
export function misspelledVariables(environment: Environment): readonly { given: string; meant: string }[] {
  return Object.keys(environment).flatMap((given) => {
    if (!given.startsWith(prefix) || settingsByVariable.has(given)) return [];
    const meant = closestName(given, settingsByVariable.keys());
    return meant === undefined ? [] : [{ given, meant }];
  });
}

/** What the environment says under the names that a preset's description uses. Errors: `config_invalid`. */
function* presetVariableSettings({ variables }: Preset, environment: Environment): Entries {
  for (const [variable, { sets = [], chooses, with: also = {} }] of Object.entries(variables)) {
    const raw = environment[variable];
    if (!raw) continue;
    for (const name of sets) yield [name, readSetting(name, raw, variable)];
    if (chooses) {
      const chosen = ownValue(chooses, raw.toLowerCase());
      if (!chosen) throw invalid(variable, `"${raw}" is not one of ${Object.keys(chooses).join(', ')}`);
      yield* flattenSettings(chosen);
    }
    yield* flattenSettings(also);
  }
}

const prefix = 'FOOTNOTE_';

const settingsByVariable: ReadonlyMap<string, string> = new Map(
  [...flattenSettings(defaults)].map(([name]) => [variableOf(name), name]),
);

function variableOf(name: string): string {
  const words = name.replace(/([A-Z])/g, '_$1').replaceAll('.', '_');
  return `${prefix}${words.toUpperCase()}`;
}

const typesByName: ReadonlyMap<string, unknown> = new Map(flattenSettings(defaults));

/** A variable's text as the type that the setting has. */
function readSetting(name: string, raw: string, variable: string): unknown {
  if (name === 'server.trustProxy') return readProxies(raw);
  const example = typesByName.get(name);
  if (typeof example === 'number') return readNumber(raw, variable);
  if (typeof example === 'boolean') return readBoolean(raw, variable);
  if (Array.isArray(example)) return raw.split(',').map((part) => part.trim());
  if (typeof example === 'object') return readRecord(raw, variable);
  return raw;
}

function readNumber(raw: string, variable: string): number {
  const value = Number(raw);
  if (raw.trim() !== '' && Number.isFinite(value)) return value;
  throw invalid(variable, `"${raw}" is not a number`);
}

function readBoolean(raw: string, variable: string): boolean {
  const value = raw.toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid(variable, `"${raw}" is neither true nor false`);
}

/** `false`, a number of proxies, or their addresses. */
function readProxies(raw: string): unknown {
  if (raw.toLowerCase() === 'false') return false;
  if (/^\d+$/.test(raw.trim())) return Number(raw);
  return raw.split(',').map((part) => part.trim());
}

function readRecord(raw: string, variable: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch (cause) {
    throw invalid(variable, (cause as Error).message, { cause });
  }
}

function invalid(variable: string, problem: string, options?: ErrorOptions): FootnoteError {
  const details = { source: 'The environment', problem: `${variable}: ${problem}` };
  return new FootnoteError('config_invalid', details, options);
}

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

/** The settings as far as they can be read. */
export interface ReadableConfig {
  readonly config: Config;
  /** What is wrong with the others; absent where all can be read. */
  readonly problem?: FootnoteError;
  /** Where those come from that were left out. */
  readonly leftOut?: string;
}

const nowhere = { directory: null };
const noVariables = { environment: {} };

/**
 * The settings that the flags, the environment and the working directory give, for whoever has to go on where some are
 * wrong: then without those of the file, of the environment, or of both. Errors: `config_invalid` for the flags.
 */
export function readableConfig(flags: PartialConfig): ReadableConfig {
  const attempts: { leftOut?: string; directory?: null; environment?: Environment }[] = [
    {},
    { leftOut: 'the file', ...nowhere },
    { leftOut: 'the environment', ...noVariables },
    { leftOut: 'the file and the environment', ...nowhere, ...noVariables },
  ];
  let problem: FootnoteError | undefined;
  for (const { leftOut, ...places } of attempts) {
    try {
      const { config } = resolveConfig({ flags, ...places });
      return { config, ...(problem && { problem, leftOut }) };
    } catch (error) {
      if (!isFootnoteError(error)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}
