import { Argument, Command } from 'commander';
import type { NamedParts, Preset, PresetVariable } from '../../presets/presets.ts';
import { type PresetName, presets } from '../../presets/presets.ts';
import type { ConfigOrigin } from '../../settings/resolve-config.ts';
import { formatBytes, formatFactColumns } from '../format/format-table.ts';
import { printableLine, printableName, wrapLine } from '../format/terminal-text.ts';
import type { HealthCheck } from '../health-checks.ts';
import { exitCodes, type Output, type Style } from '../output.ts';
import { runCommand, runUnset } from '../run-command.ts';
import { addServerFlags, addThreadsFlag, addTopKFlag } from '../settings-flags.ts';

/** `footnote config` */
export function configCommand(): Command {
  const command = new Command('config')
    .description('print every setting and where its value comes from')
    .action(() =>
      runCommand(command, async ({ config, origins, output }) => {
        // Loaded late, like the settings.
        const { flattenSettings, isSecret } = await import('../../settings/default-config.ts');
        await warnOfMisspelled(output);
        const values = new Map(flattenSettings(config));
        const settings = Object.entries(origins).map(([name, origin]): ShownSetting => {
          const value = values.get(name);
          return { name, value: isSecret(name) && value !== '' ? '***' : value, origin };
        });
        output.result({ settings }, (style) => formatSettings(settings, output.columns, style));
      }),
    );
  addTopKFlag(addThreadsFlag(addServerFlags(command)));
  return command.addHelpText(
    'after',
    `
Examples:
  footnote config
  FOOTNOTE_SERVER_PORT=9000 footnote config --json

Change a setting with its flag, with a variable like FOOTNOTE_RETRIEVAL_TOP_K=5,
or in footnote.config.json in the working directory: {"retrieval": {"topK": 5}}.
Secrets are shown as ***.

With --json: {settings: [{name, value, origin: default|preset|file|environment|
flag}]}
`,
  );
}

/** A setting as `config` shows it. */
interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  readonly origin: ConfigOrigin;
}

/** Settings with where their values came from: a line each, on a narrow terminal two. */
function formatSettings(settings: readonly ShownSetting[], width: number, style: Style): string {
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

/** Names the variables of the environment that look like settings and set nothing. */
async function warnOfMisspelled(output: Output): Promise<void> {
  const { misspelledVariables } = await import('../../settings/resolve-config.ts');
  for (const { given, meant } of misspelledVariables(process.env))
    output.warn(`The variable ${given} has no effect. Did you mean ${meant}?`);
}

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
  const { defaults, flattenSettings } = await import('../../settings/default-config.ts');
  const standard = new Map(flattenSettings(defaults));
  const { description, variables, named } = preset;
  const settings = [...flattenSettings(preset.settings)]
    .map(([setting, value]) => ({ name: setting, default: standard.get(setting), value }))
    .filter((setting) => setting.value !== setting.default);
  return { name, description, settings, variables, named };
}

const indent = '  ';

/** A preset as `presets` shows it. */
interface ShownPreset {
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
function formatPresets(presets: readonly ShownPreset[], width: number, style: Style): string {
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

/** `footnote models add|list` */
export function modelsCommand(): Command {
  return new Command('models')
    .description('add embedding models to the store, such as the one for other languages')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(addCommand())
    .addHelpText(
      'after',
      `
Examples:
  footnote models add downloads/multilingual-e5-small
  footnote models list

With multilingual-e5-small added, collections in other languages than English are
embedded with it; see docs/languages.md. Nothing is downloaded: give the folder
that the model is in.
`,
    );
}

function addCommand(): Command {
  const command = new Command('add')
    .description('check the files of a model and copy them to the store')
    .argument('<folder>', 'the folder with model.onnx and tokenizer.json')
    .action((folder: string) =>
      runCommand(command, async ({ config, output, signal }) => {
        const { addModel } = await import('../../models/local/installed-models.ts');
        const added = await addModel(folder, { ...config, ...config.embedder }, { signal });
        output.result(
          added,
          () => `Added ${added.name} to ${printableLine(added.directory)} (${formatBytes(added.bytes)}).`,
        );
        output.note(
          added.languages === 'any'
            ? 'New collections in other languages use it; for others run: footnote reindex'
            : `Use it with: footnote reindex --embedder ${added.name}`,
        );
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote models add downloads/multilingual-e5-small
  footnote models add downloads/e5-small-v2 --store manuals

The files must be as they were published; their checksums are compared. The copy
goes to the folder "models" of the store, or to embedder.modelsDirectory. One that
was interrupted continues where it stopped; a model that is there is not copied
again. Restart a running server afterwards.

With --json: the model as "list" gives it
`,
  );
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the models that can be added, and whether they are there')
    .action(() =>
      runCommand(command, async ({ config, output }) => {
        const { listModels } = await import('../../models/local/installed-models.ts');
        const models = await listModels({ ...config, ...config.embedder });
        output.result({ models }, (style) =>
          models
            .map(({ name, state, bytes, purpose, license, directory }) =>
              [
                `${style('bold', name)}  ${state}, ${formatBytes(bytes)}, ${license}`,
                `  for ${purpose}`,
                `  ${printableLine(directory)}`,
              ].join('\n'),
            )
            .join('\n\n'),
        );
        const damaged = models.find(({ state }) => state === 'damaged');
        if (damaged) output.note(`Add ${damaged.name} again: a file of it is not as published.`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote models list
  footnote models list --json | jq -r '.models[] | select(.state == "added").name'

With --json: {models: [{name, purpose, license, languages, bytes, directory,
state: added|missing|damaged}]}
`,
  );
}

/** `footnote doctor` */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'check Node, settings, models, store, engine, log, disk and port, and say how to fix what is wrong',
    )
    .action(() =>
      runUnset(command, async ({ flagSettings, output }) => {
        const { checkHealth } = await import('../health-checks.ts');
        const { readableConfig } = await import('../../settings/resolve-config.ts');
        await warnOfMisspelled(output);
        const checks = (await checkHealth(readableConfig(flagSettings))).map((check) => ({
          ...check,
          finding: output.remedy(check.finding),
          remedy: check.remedy && output.remedy(check.remedy),
        }));
        const ok = checks.every((check) => check.ok);
        output.result({ ok, checks }, (style) => formatChecks(checks, output.width, style));
        return ok ? exitCodes.fine : exitCodes.failed;
      }),
    );
  return addServerFlags(command).addHelpText(
    'after',
    `
Examples:
  footnote doctor
  footnote doctor --store /srv/footnote --port 9000

If the file or the environment has settings that cannot be used, everything else
is checked without it. Changes nothing, except that it marks what is damaged in
the search index and in stored documents, so that the next search or ingest
repairs it. Exits with 1 if something is wrong.

With --json: {ok, checks: [{name, ok, finding, remedy}]}
`,
  );
}

function formatChecks(checks: readonly HealthCheck[], width: number, style: Style): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(nameWidth + 4);
  const indented = (text: string) => wrapLine(printableName(text), width - indent.length).join(`\n${indent}`);
  return checks
    .map(({ name, ok, finding, remedy }) => {
      const mark = ok ? style('green', '✓') : style('red', '✗');
      const head = `${mark} ${name.padEnd(nameWidth)}  ${indented(finding)}`;
      return remedy === null ? head : `${head}\n${indent}${style('yellow', indented(remedy))}`;
    })
    .join('\n');
}
