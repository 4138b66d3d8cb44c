import { Command } from 'commander';
import { manifest } from '../files/package-root.ts';
import { didYouMean } from '../values/closest-name.ts';
import { addCommand } from './commands/add.ts';
import { askCommand } from './commands/ask.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { chatCommand } from './commands/chat.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { documentsCommand } from './commands/documents.ts';
import { eraseCommand } from './commands/erase.ts';
import { evalCommand } from './commands/eval.ts';
import { foldersCommand } from './commands/folders.ts';
import { ingestCommand } from './commands/ingest.ts';
import { jobsCommand } from './commands/jobs.ts';
import { keysCommand } from './commands/keys.ts';
import { logCommand } from './commands/log.ts';
import { manifestCommand } from './commands/manifest.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrationsCommand } from './commands/migrations.ts';
import { modelsCommand } from './commands/models.ts';
import { moveCommand } from './commands/move.ts';
import { presetsCommand } from './commands/presets.ts';
import { reindexCommand } from './commands/reindex.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { startCommand } from './commands/start.ts';
import { usageCommand } from './commands/usage.ts';
import { verifyCommand } from './commands/verify.ts';
import { workerCommand } from './commands/worker.ts';
import { addCommonFlags } from './settings-flags.ts';

const afterHelp = `
Examples:
  footnote ingest notes/ paper.md              read files and folders into the store
  footnote ask "What does the paper claim?"    answer, each sentence with its source
  footnote serve                               the same in the browser

Settings come from flags, then FOOTNOTE_* variables, then footnote.config.json,
then the preset, then defaults; "footnote config" shows each one. NO_COLOR turns
colours off.

With --json, standard output carries exactly one JSON object: the result, or
{"error": {"code", "message", "details"}}. Progress, notes, warnings and error
messages go to standard error in any case.

Exit codes:
  0    fine
  1    failed; "ingest" also when only some files failed
       and "manifest --check" where something differs
  2    the command line, a setting or the question is invalid
  3    nothing relevant was found
  130  stopped by Ctrl-C, 143 by SIGTERM; the store is intact
`;

/** The command line's grammar: every command with its flags and help. Loads nothing that a command needs to run. */
export function createProgram(): Command {
  const program: Command = new Command('footnote')
    .description('Answers questions from your own documents, and shows where every sentence comes from.')
    .usage('<command> [options]')
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help, also for a command')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({
      showGlobalOptions: true,
      // A group's own options are not those of its commands.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
      subcommandTerm: commandTerm,
    })
    .exitOverride();
  addCommonFlags(program);

  const commands = [
    ingestCommand(),
    addCommand(),
    askCommand(),
    chatCommand(),
    searchCommand(),
    documentsCommand(),
    jobsCommand(),
    reindexCommand(),
    moveCommand(),
    evalCommand(),
    calibrateCommand(),
    serveCommand(),
    startCommand(),
    workerCommand(),
    mcpCommand(),
    foldersCommand(),
    keysCommand(),
    logCommand(),
    auditCommand(),
    usageCommand(),
    eraseCommand(),
    verifyCommand(),
    manifestCommand(),
    backupCommand(),
    migrationsCommand(),
    modelsCommand(),
    presetsCommand(),
    configCommand(),
    doctorCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of commands) inheritHelp(command, program);
  return program.addHelpText('after', afterHelp);
}

/** A command with its arguments or its own commands, without the `[options]` that every one has. */
function commandTerm(command: Command): string {
  const isGroup = command.registeredArguments.length === 0;
  const inner = isGroup ? command.commands.map((innerCommand) => innerCommand.name()).join('|') : '';
  const args = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), inner, ...args].filter((part) => part !== '').join(' ');
}

/** `addCommand` takes a command as it is; this gives it and its own commands the program's ways. */
function inheritHelp(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent).helpOption('-h, --help', 'print help');
  command.hook('preSubcommand', refuseUnknownCommand).hook('preAction', refuseGroupOptions);
  for (const inner of command.commands) inheritHelp(inner, command);
}

/** A group would hand a command that it does not know to its default one, as an argument too many. */
function refuseUnknownCommand(group: Command): void {
  const [given = '-'] = group.args;
  const names = group.commands.map((command) => command.name());
  if (!given.startsWith('-') && !names.includes(given))
    group.error(`error: unknown command '${given}'${didYouMean(given, names)}`);
}

/** Commander lets a group take an option although it stands behind one of its commands, where it would do nothing. */
function refuseGroupOptions(_: Command, command: Command): void {
  const { parent: group } = command;
  if (!group?.parent) return;
  const foreign = group.options.find(
    (option) =>
      group.getOptionValueSource(option.attributeName()) === 'cli' &&
      !command.options.some(({ long }) => long === option.long),
  );
  if (foreign) command.error(`error: unknown option '${foreign.long}'`);
}
