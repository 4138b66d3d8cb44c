import type { Config } from '../settings/config.ts';
import { flattenSettings, isSecret } from '../settings/flatten-settings.ts';

/** Sections that say where things are and how fast, not what is found. */
const otherSections: ReadonlySet<string> = new Set([
  'store',
  'collection',
  'records',
  'ingest',
  'server',
  'metadata',
]);

/** The settings that matter to what is found, by section, without secrets: part of a run. */
export function shownSettings(config: Config): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [section, settings] of Object.entries(config)) {
    if (otherSections.has(section) || typeof settings !== 'object') continue;
    shown[section] = Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecret(name)));
  }
  return shown;
}

/** A setting that two runs differ in. */
export interface SettingChange {
  /** Dotted. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The settings that differ. */
export function changedSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): SettingChange[] {
  const one = new Map(flattenSettings(before));
  const other = new Map(flattenSettings(after));
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => ({ name, before: one.get(name), after: other.get(name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
