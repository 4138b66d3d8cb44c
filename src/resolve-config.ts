import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, configSchema, defaults, type PartialConfig } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';
import { FootnoteError } from './errors.ts';

/** Where a value came from. */
export type ConfigOrigin = 'default' | 'file' | 'environment' | 'flag';

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
}

/**
 * Puts the settings together: flags over environment over file over defaults.
 * An environment variable is the dotted name in capitals behind `FOOTNOTE_`: `FOOTNOTE_SERVER_PORT`.
 * Errors: `config_invalid` naming the source and the setting.
 */
export function resolveConfig(
  options: {
    flags?: PartialConfig;
    /** Default: that of the process. */
    environment?: Readonly<Record<string, string | undefined>>;
    /** Where the file is looked for. Default: the working directory. */
    directory?: string;
  } = {},
): ResolvedConfig {
  const file = resolve(options.directory ?? '.', configFileName);
  const environment = options.environment ?? process.env;
  return combine([
    { origin: 'file', source: file, values: existsSync(file) ? flatten(readFile(file)) : [] },
    { origin: 'environment', source: 'The environment', values: fromEnvironment(environment) },
    { origin: 'flag', source: 'The flags', values: flatten(options.flags ?? {}) },
  ]);
}

/** The given settings with defaults for the rest; no file and no environment is read. Errors: `config_invalid`. */
export function completeConfig(settings: PartialConfig): Config {
  return combine([{ origin: 'flag', source: 'The settings', values: flatten(settings) }]).config;
}

/** Other settings in place of some, as if they had been given in a stronger place. Errors: `config_invalid`. */
export function overrideConfig(base: Config, changes: PartialConfig, source = 'The settings'): Config {
  return combine([
    { origin: 'file', source: 'The settings', values: flatten(base) },
    { origin: 'flag', source, values: flatten(changes) },
  ]).config;
}

function combine(layers: readonly Layer[]): ResolvedConfig {
  const values = new Map<string, unknown>(flatten(defaults));
  const origins: Record<string, ConfigOrigin> = {};
  for (const name of values.keys()) origins[name] = 'default';
  for (const { origin, source, values: layer } of layers) {
    for (const [name, value] of withOtherWeight(layer)) {
      if (value === undefined) continue;
      if (!values.has(name)) {
        throw new FootnoteError('config_invalid', { source, problem: `there is no setting "${name}"` });
      }
      values.set(name, value);
      origins[name] = origin;
    }
    check(values, source);
  }
  return deepFreeze({ config: check(values, 'The settings'), origins });
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

/** What is missing to 1, without the last digits of binary fractions. */
function rest(share: number): number {
  return Math.round((1 - share) * 1e12) / 1e12;
}

function readFile(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new TypeError('it must hold one JSON object');
  } catch (cause) {
    throw new FootnoteError('config_invalid', { source: file, problem: (cause as Error).message }, { cause });
  }
}

function* fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Generator<[string, unknown]> {
  for (const [name, fallback] of flatten(defaults)) {
    const variable = `FOOTNOTE_${name
      .replace(/([A-Z])/g, '_$1')
      .replaceAll('.', '_')
      .toUpperCase()}`;
    const raw = environment[variable];
    if (raw === undefined || raw === '') continue;
    if (typeof fallback === 'number') yield [name, Number(raw)];
    else if (isRecord(fallback)) yield [name, readRecord(raw, variable)];
    else if (Array.isArray(fallback)) yield [name, raw.split(',').map((part) => part.trim())];
    else yield [name, raw];
  }
}

function readRecord(raw: string, variable: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch (cause) {
    const problem = `${variable}: ${(cause as Error).message}`;
    throw new FootnoteError('config_invalid', { source: 'The environment', problem }, { cause });
  }
}

function check(flat: ReadonlyMap<string, unknown>, source: string): Config {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of flat) {
    const [section, key] = name.split('.') as [string, string?];
    if (key === undefined) nested[section] = value;
    else ((nested[section] ??= {}) as Record<string, unknown>)[key] = value;
  }
  const result = configSchema.safeParse(nested);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new FootnoteError('config_invalid', {
    source,
    problem: `${issue?.path.join('.') ?? 'settings'}: ${issue?.message ?? 'invalid'}`,
  });
}

/** Settings are at most two levels deep: `section.name`. A record below that is one value. */
function* flatten(value: object): Generator<[string, unknown]> {
  for (const [key, entry] of Object.entries(value)) {
    if (isRecord(entry)) {
      for (const [inner, leaf] of Object.entries(entry)) yield [`${key}.${inner}`, leaf];
    } else {
      yield [key, entry];
    }
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
