import type { NamedParts, PresetVariable } from '../presets/preset.ts';
import type { PresetName } from '../presets/presets.ts';
import { formatColumns } from './format-columns.ts';
import type { Style } from './output.ts';

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

/** Presets one below the other: what each is for, what it changes, which variables it reads, what it is described with. */
export function formatPresets(presets: readonly ShownPreset[], style: Style): string {
  return presets.map((preset) => formatPreset(preset, style)).join('\n\n');
}

function formatPreset({ name, description, settings, variables, named }: ShownPreset, style: Style): string {
  const changes = settings.map((setting) => [
    `  ${setting.name}`,
    style('cyan', JSON.stringify(setting.value)),
    style('dim', `instead of ${JSON.stringify(setting.default)}`),
  ]);
  const names = Object.keys(variables);
  return [
    `${style('bold', name)}  ${description}`,
    formatColumns(changes),
    ...(names.length === 0 ? [] : [`  also reads ${names.join(', ')}`]),
    `  described with ${partsOf(named).join(', ')}`,
  ].join('\n');
}

function partsOf({ engine, embedder, reranker, generator }: NamedParts): string[] {
  return [
    engine,
    ...(embedder ? [`${embedder.model} (${embedder.dimension} dimensions)`] : []),
    ...(reranker ? [`a ${reranker}`] : []),
    ...(generator ? [generator] : []),
  ];
}
