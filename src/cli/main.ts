import { type Command, CommanderError } from 'commander';
import { FootnoteError } from '../errors.ts';
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
    await program.parseAsync(asHelpFlag(args), { from: 'user' });
    return Number(process.exitCode ?? exitCodes.fine);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.fine;
    // Commander does not say what is wrong where it would print the help in place of an error.
    const wrongHelp = args.includes('help') ? 'there is no such command' : 'no command is given';
    const message = error.code === 'commander.help' ? wrongHelp : error.message;
    const problem = message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ')
      .replace(/^unknown option '-\w.*[\s:./].*'$/, '$&; words that begin with a minus go behind --');
    output.error(
      new FootnoteError(
        'request_invalid',
        { field: 'Command line', problem: `${problem}. ${fullName(refusing)} --help says more` },
        { cause: error },
      ),
    );
    return exitCodes.usage;
  }
}

/** `help documents list` as `documents list --help`: Commander's own help knows no command of a command. */
function asHelpFlag(args: readonly string[]): readonly string[] {
  const [first, , inner = '-'] = args;
  return first === 'help' && !inner.startsWith('-') ? [...args.slice(1), '--help'] : args;
}

/** A command as it is typed, with those that it belongs to. */
function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
