import { Command, CommanderError } from 'commander';
import { FootnoteError } from '../errors.ts';
import { manifest } from '../files/package-root.ts';
import { didYouMean } from '../values/closest-name.ts';
import { addCommand, documentsCommand } from './commands/documents.ts';
import { eraseCommand, verifyCommand } from './commands/erasure.ts';
import { calibrateCommand, evalCommand } from './commands/evaluation.ts';
import { foldersCommand } from './commands/folders.ts';
import { ingestCommand } from './commands/ingest.ts';
import { jobsCommand } from './commands/jobs.ts';
import { keysCommand } from './commands/keys.ts';
import { auditCommand, logCommand, usageCommand } from './commands/logs.ts';
import { askCommand, chatCommand, searchCommand } from './commands/questions.ts';
import { mcpCommand, serveCommand, workerCommand } from './commands/serve.ts';
import { configCommand, doctorCommand, modelsCommand, presetsCommand } from './commands/settings.ts';
import { startCommand } from './commands/start.ts';
import {
  backupCommand,
  manifestCommand,
  migrationsCommand,
  moveCommand,
  reindexCommand,
} from './commands/store.ts';
import { createOutput, exitCodes } from './output.ts';
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
  0    fine, also where a server, a worker or --watch was stopped
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

/**
 * Runs the command line and returns the exit code.
 * @param args without the program's own name, as in `process.argv.slice(2)`
 */
export async function main(args: readonly string[]): Promise<number> {
  // Made before anything is printed, help included: it minds a reader that closes the pipe.
  const output = createOutput({ json: args.includes('--json') });
  const program = createProgram();
  let refusing = program;
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)]) {
    // Commander prints a usage error, or the help in its place, by itself; with --json it has to become an object.
    command.configureOutput({ writeErr: () => {} }).exitOverride((error) => {
      refusing = command;
      throw error;
    });
  }
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(asHelpFlag(args, program), { from: 'user' });
    return Number(process.exitCode ?? exitCodes.fine);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.fine;
    // Commander does not say what is wrong where it would print the help in place of an error.
    const message = error.code === 'commander.help' ? 'no command given' : error.message;
    const problem = message
      .replace(/^error: /, '')
      .replace(/^command-argument value ('.*') is invalid for argument '(\w+)'/, '$1 is not a valid $2')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ')
      .replace(/^unknown option '-\w.*[\s:./].*'$/, '$&; put words that begin with a minus after --');
    output.error(
      new FootnoteError(
        'request_invalid',
        { field: 'Command line', problem: `${problem}. See ${fullName(refusing)} --help` },
        { cause: error },
      ),
    );
    return exitCodes.usage;
  }
}

/**
 * `help documents list`, and `documents help list`, as `documents list --help`: Commander's own help knows no command
 * of a command, and does not say which word is none.
 */
function asHelpFlag(args: readonly string[], program: Command): readonly string[] {
  const place = args.indexOf('help');
  const group = place < 0 ? undefined : commandNamed(program, args.slice(0, place));
  const wanted = args.slice(place + 1);
  if (group === undefined || (group !== program && group.commands.length === 0)) return args;
  let found = group;
  for (const name of wanted.filter((word) => !word.startsWith('-'))) {
    const names = found.commands.map((command) => command.name());
    found =
      commandNamed(found, [name]) ??
      found.error(`error: unknown command '${name}'${didYouMean(name, names)}`);
  }
  return [...args.slice(0, place), ...wanted, '--help'];
}

/** The command that these words name, one inside the other; undefined where one of them names none. */
function commandNamed(program: Command, words: readonly string[]): Command | undefined {
  return words.reduce<Command | undefined>(
    (group, word) => group?.commands.find((command) => command.name() === word),
    program,
  );
}

/** A command as it is typed, with those that it belongs to. */
function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
