import { FootnoteError } from '../errors.ts';
import type { Preset } from '../presets/preset.ts';
import { closestName } from '../values/closest-name.ts';
import { ownValue } from '../values/own-value.ts';
import { defaults } from './default-config.ts';
import { flattenSettings } from './flatten-settings.ts';

/** Variables of a process by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Entries = Generator<[name: string, value: unknown]>;

/**
 * What the environment says of each setting under its dotted name in capitals behind `FOOTNOTE_`:
 * `FOOTNOTE_SERVER_PORT`. An empty variable says nothing. Errors: `config_invalid`.
 */
export function* environmentSettings(environment: Environment): Entries {
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
export function* presetVariableSettings({ variables }: Preset, environment: Environment): Entries {
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
