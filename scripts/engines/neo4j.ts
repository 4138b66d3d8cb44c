import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { type EngineServer, serverOfEnvironment } from './engine-server.ts';
import { compiledProject } from './installed-package.ts';
import { startServer } from './server-process.ts';

/** A Maven project: the community edition as a library, and a main class that opens its port. */
const project = fileURLToPath(new URL('./neo4j', import.meta.url));

/** Neo4j's community edition, an empty database, one user with a password of this run. */
export async function startNeo4j(): Promise<EngineServer> {
  const given = serverOfEnvironment('neo4j');
  if (given) return { ...given, ...(await describeServer(given)), stop: async () => {} };
  const pom = await readFile(join(project, 'pom.xml'), 'utf8');
  const version = /<artifactId>neo4j<\/artifactId>\s*<version>([^<]+)</.exec(pom)?.[1] ?? '';
  const compiled = join(await compiledProject('neo4j', version, project), 'target');
  const classpath = (await readFile(join(compiled, 'classpath.txt'), 'utf8')).trim();
  const password = randomUUID();
  const { port, stop } = await startServer({
    name: 'Neo4j',
    // A small heap, one collector thread and the quick compiler: it shares the machine with what tests it.
    command: ({ port, directory }) => [
      'java',
      '-Xmx768m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      `${join(compiled, 'classes')}:${classpath}`,
      'Neo4jServer',
      join(directory, 'data'),
      String(port),
    ],
    environment: () => ({ NEO4J_PASSWORD: password }),
    isReady: (_, output) => /^READY$/m.test(output),
  });
  const server = { url: `bolt://127.0.0.1:${port}`, credentials: { user: 'neo4j', password } };
  return { ...server, ...(await describeServer(server)), stop };
}

async function describeServer({
  url,
  credentials: { user = 'neo4j', password = '' },
}: Pick<EngineServer, 'url' | 'credentials'>): Promise<Pick<EngineServer, 'server' | 'version'>> {
  const driver = neo4j.driver(url, neo4j.auth.basic(user, password));
  try {
    const { agent = '' } = await driver.getServerInfo();
    return { server: 'Neo4j', version: agent.replace(/^Neo4j\//, '') };
  } finally {
    await driver.close();
  }
}
