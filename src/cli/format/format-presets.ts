import type { NamedParts, PresetVariable } from '../../presets/preset.ts';
import type { PresetName } from '../../presets/presets.ts';
import type { Style } from '../output.ts';
import { formatFactColumns } from './format-facts.ts';
import { wrapLine } from './printable-text.ts';

const indent = '  ';

/** A preset as `presets` shows it. */
export interface ShownPreset {
  readonly name: PresetName;
  readonly description: string;
  /** The settings in which it differs from the defaults. */
  readonly settings: readonly {
    readonly name: string;
    readonly default: unknown;
    readonly value: unknown;
  }[];
  /** The names that its description has for variables of the environment. */
  readonly variables: Readonly<Record<string, PresetVariable>>;
  /** What its description runs on. */
  readonly named: NamedParts;
}

/** Presets one below the other: what each is for and changes, which variables it reads, what it is described with. */
export function formatPresets(presets: readonly ShownPreset[], width: number, style: Style): string {
  return presets.map((preset) => formatPreset(preset, width, style)).join('\n\n');
}

function formatPreset(
  { name, description, settings, variables, named }: ShownPreset,
  width: number,
  style: Style,
): string {
  const room = width - indent.length;
  const names = Object.keys(variables);
  const below = [
    formatChanges(settings, room, style),
    ...(names.length === 0 ? [] : wrapLine(`also reads ${names.join(', ')}`, room)),
    ...wrapLine(`described with ${partsOf(named).join(', ')}`, room),
  ].join('\n');
  const head = wrapLine(`${style('bold', name)}  ${description}`, width).join('\n');
  return `${head}\n${below.replace(/^/gm, indent)}`;
}

function formatChanges(settings: ShownPreset['settings'], width: number, style: Style): string {
  const rows = settings.map(
    (setting) =>
      [
        setting.name,
        style('cyan', JSON.stringify(setting.value)),
        style('dim', `instead of ${JSON.stringify(setting.default)}`),
      ] as const,
  );
  return formatFactColumns(rows, width, style);
}

function partsOf({ engine, records, embedder, reranker, generator }: NamedParts): string[] {
  return [
    engine.title,
    ...(records ? [records.title] : []),
    ...(embedder ? [`${embedder.model} (${embedder.dimension} dimensions)`] : []),
    ...(reranker ? [`a ${reranker}`] : []),
    ...(generator ? [generator] : []),
  ];
}
