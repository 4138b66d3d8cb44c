import type { ConfigOrigin } from '../../settings/resolve-config.ts';
import type { Style } from '../output.ts';
import { formatFactColumns } from './format-facts.ts';
import { printableLine } from './printable-text.ts';

/** A setting as `config` shows it. */
export interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  readonly origin: ConfigOrigin;
}

/** Settings with where their values came from: a line each, on a narrow terminal two. */
export function formatSettings(settings: readonly ShownSetting[], width: number, style: Style): string {
  const rows = settings.map(
    ({ name, value, origin }) =>
      [
        name,
        printableLine(JSON.stringify(value)),
        style(origin === 'default' ? 'dim' : 'cyan', origin),
      ] as const,
  );
  return formatFactColumns(rows, width, style);
}
