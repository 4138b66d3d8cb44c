import { type Config, configSchema } from './config.ts';

/** Freezes a value and all that it holds; the same value. For plain data without cycles. */
export function deepFreeze<T extends object>(value: T): T {
  for (const entry of Object.values(value)) {
    if (typeof entry === 'object' && entry !== null) deepFreeze(entry);
  }
  return Object.freeze(value);
}

/** Settings by dotted name. They are at most two levels deep, `section.name`; a record below that is one value. */
export function* flattenSettings(settings: object): Generator<[name: string, value: unknown]> {
  for (const [section, entry] of Object.entries(settings)) {
    if (isRecord(entry)) {
      for (const [name, value] of Object.entries(entry)) yield [`${section}.${name}`, value];
    } else {
      yield [section, entry];
    }
  }
}

/** Whether a setting, by its dotted or its last name, is one that nobody is shown. */
export function isSecret(name: string): boolean {
  return /(key|token|secret|password)$/i.test(name);
}

/** Whether it holds fields: an object that is no list. */
export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each is an object whose settings have defaults of their own. */
const sections = Object.entries(configSchema.shape)
  .filter(([, schema]) => 'shape' in schema)
  .map(([name]) => [name, {}]);

/** The values in force where nothing else is said. */
export const defaults: Config = deepFreeze(configSchema.parse(Object.fromEntries(sections)));
