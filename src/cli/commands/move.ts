import { Command, Option } from 'commander';
import type { Config } from '../../settings/config.ts';
import { formatCount, formatDuration } from '../format/format-quantity.ts';
import { runCommand } from '../run-command.ts';
import { runReindex } from '../run-reindex.ts';

/** By name, so that none can be left out. */
const engines: Readonly<Record<Config['engine']['kind'], true>> = {
  embedded: true,
  postgresql: true,
  qdrant: true,
  neo4j: true,
  chroma: true,
};

interface MoveFlags {
  readonly to: Config['engine']['kind'];
  readonly url?: string;
  readonly user?: string;
  readonly database?: string;
  readonly name?: string;
}

/** `footnote move` */
export function moveCommand(): Command {
  const command = new Command('move')
    .description('move a collection to another engine, with its vectors')
    .addOption(
      new Option('--to <engine>', 'the engine to move to')
        .choices(Object.keys(engines))
        .makeOptionMandatory(),
    )
    .option('--url <address>', 'address of its server (default: its usual one on this machine)')
    .option('--user <name>', 'user to sign in to it as')
    .option('--database <name>', 'database on it')
    .option('--name <name>', 'schema, label or collection to use there')
    .action(({ to: kind, ...place }: MoveFlags) =>
      runCommand(command, async (session) => {
        const { config, output } = session;
        const { password, apiKey } = { ...config.engine, ...targetCredentials() };
        // The rest of the settings is that of the engine it comes from.
        const engine = { url: '', user: '', database: '', name: '', password, apiKey, ...place, kind };
        await runReindex(
          session,
          { engine },
          {
            old: 'the old engine',
            done: ({ documents, durationMs }) =>
              `Moved ${formatCount(documents, 'document')} to ${kind} in ${formatDuration(durationMs)}`,
          },
        );
        const settings = JSON.stringify({ engine: { kind, ...place } });
        output.note(`Later commands need these settings; put them in footnote.config.json: ${settings}`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote move --to qdrant --url http://localhost:6333
  footnote move --to embedded

The settings say where the collection is now, the options where it goes. Nothing
is embedded again where the engine gives its vectors back. Questions are answered
from the old engine until the new one has everything. Ctrl-C keeps what is done;
run the same command to continue from there. Set the password or the key of the
new server as FOOTNOTE_TARGET_PASSWORD or FOOTNOTE_TARGET_API_KEY; without them
it is asked with those of the old one.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded
`,
  );
}

/** What the environment says of the new server; what it leaves out is as on the old one. */
function targetCredentials(): { readonly password?: string; readonly apiKey?: string } {
  const { FOOTNOTE_TARGET_PASSWORD: password, FOOTNOTE_TARGET_API_KEY: apiKey } = process.env;
  return { ...(password && { password }), ...(apiKey && { apiKey }) };
}
