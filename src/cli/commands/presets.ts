import { Argument, Command } from 'commander';
import type { Preset } from '../../presets/preset.ts';
import { type PresetName, presets } from '../../presets/presets.ts';
import { formatPresets, type ShownPreset } from '../format/format-presets.ts';
import { runCommand } from '../run-command.ts';

/** `footnote presets [PRESET]` */
export function presetsCommand(): Command {
  const command = new Command('presets')
    .description('list the reference pipelines, and what each changes')
    .addArgument(new Argument('[preset]', 'only this one').choices(Object.keys(presets)))
    .action((only: PresetName | undefined) =>
      runCommand(command, async ({ output }) => {
        const names = only ? [only] : (Object.keys(presets) as PresetName[]);
        const shown = await Promise.all(names.map((name) => showPreset(name, presets[name])));
        output.result({ presets: shown }, (style) => formatPresets(shown, output.columns, style));
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote presets
  footnote presets tutor
  footnote ingest chapters/ --collection book --preset tutor
  footnote ask "What is a joint?" --collection book --preset tutor

A preset replaces defaults, and whatever you set yourself replaces the preset;
"footnote config --preset NAME" shows the result. Give the same one to ingest and
to the other commands, or set it once in footnote.config.json:
{"preset": "tutor"}.

With --json: {presets: [{name, description, settings: [{name, default, value}],
variables, named: {engine, records, embedder, reranker, generator}}]}
`,
  );
}

/** Loaded late, like all settings: `--help` does without. */
async function showPreset(name: PresetName, preset: Preset): Promise<ShownPreset> {
  const [{ defaults }, { flattenSettings }] = await Promise.all([
    import('../../settings/default-config.ts'),
    import('../../settings/flatten-settings.ts'),
  ]);
  const standard = new Map(flattenSettings(defaults));
  const { description, variables, named } = preset;
  const settings = [...flattenSettings(preset.settings)]
    .map(([setting, value]) => ({ name: setting, default: standard.get(setting), value }))
    .filter((setting) => setting.value !== setting.default);
  return { name, description, settings, variables, named };
}
