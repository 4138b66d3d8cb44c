import { type Command, CommanderError } from 'commander';
import { FootnoteError } from '../errors.ts';
import { didYouMean } from '../values/closest-name.ts';
import { exitCodes } from './exit-codes.ts';
import { createOutput } from './output.ts';
import { createProgram } from './program.ts';

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
