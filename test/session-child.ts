/**
 * Runs the command lines that it is sent, one after another, and sends back what each came to: its exit code and what
 * it wrote. For `footnote-session.ts`.
 */
import { enableCompileCache } from 'node:module';
import type { Finished } from './run-footnote.ts';

/** A command line, where it is typed, and what the environment says there besides. */
export interface TypedCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

// As the launcher does.
enableCompileCache();
const { main } = await import('../src/cli/main.ts');

const inherited = { ...process.env };
const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array) => {
    written[name] += text.toString();
    return true;
  };
}

process.on('message', (command: TypedCommand) => {
  void run(command).then((finished) => process.send?.(finished));
});
process.send?.('ready');

async function run({ args, cwd, env }: TypedCommand): Promise<Finished> {
  process.chdir(cwd);
  process.env = { ...inherited, ...env };
  Object.assign(written, { stdout: '', stderr: '' });
  process.exitCode = undefined;
  const code = await main(args);
  return { code, signal: null, ...written };
}
