import { Command } from 'commander';
import { formatBytes } from '../format/format-quantity.ts';
import { printableLine } from '../format/printable-text.ts';
import { runCommand } from '../run-command.ts';

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
