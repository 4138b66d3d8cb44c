import { environmentOf, type ServerEngineName } from './engine-server.ts';
import { engineServers } from './engine-servers.ts';

const [name = '', ...others] = process.argv.slice(2);
if (!Object.hasOwn(engineServers, name) || others.length > 0) {
  process.stderr.write(`node scripts/engines/start.mjs ${Object.keys(engineServers).join('|')}
Starts the server that tests of this engine need, empty, on a free port of 127.0.0.1. Prints the variables that tell
them where it is, and runs until Ctrl-C; its data goes with it.
`);
  process.exitCode = 2;
} else {
  const engine = name as ServerEngineName;
  try {
    const started = await engineServers[engine]();
    process.stderr.write(`${started.server} ${started.version}. Ctrl-C ends it.\n`);
    for (const [variable, value] of Object.entries(environmentOf(engine, started))) {
      process.stdout.write(`export ${variable}='${value}'\n`);
    }
  } catch (error) {
    process.stderr.write(`${name} could not be started: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
