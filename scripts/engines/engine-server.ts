/** A server that an engine of the same name can be tested on. */
export interface EngineServer {
  readonly url: string;
  /** What does not stand in the address; empty where it asks for none. */
  readonly credentials: { readonly user?: string; readonly password?: string; readonly apiKey?: string };
  /** What it is: `PostgreSQL with pgvector`. */
  readonly server: string;
  /** Of that, for people: `18.4, pgvector 0.8.5`. */
  readonly version: string;
  /** Ends it with its data. Does nothing to a server that was there before. */
  readonly stop: () => Promise<void>;
}

/** The engines that need a server. */
export type ServerEngineName = 'postgresql' | 'neo4j' | 'chroma' | 'qdrant';

/** What tells the tests of an engine where its server is. */
export function environmentOf(
  engine: ServerEngineName,
  { url, credentials: { user, password, apiKey } }: Pick<EngineServer, 'url' | 'credentials'>,
): Readonly<Record<string, string>> {
  const prefix = engine.toUpperCase();
  const values = { URL: url, USER: user, PASSWORD: password, API_KEY: apiKey };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${prefix}_${name}`, value]],
    ),
  );
}

/** The server that the environment names, as {@link environmentOf} would say it; undefined where it names none. */
export function serverOfEnvironment(
  engine: ServerEngineName,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Pick<EngineServer, 'url' | 'credentials'> | undefined {
  const value = (name: string) => environment[`${engine.toUpperCase()}_${name}`] || undefined;
  const url = value('URL');
  if (url === undefined) return undefined;
  const [user, password, apiKey] = [value('USER'), value('PASSWORD'), value('API_KEY')];
  return {
    url,
    credentials: {
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ...(apiKey === undefined ? {} : { apiKey }),
    },
  };
}
