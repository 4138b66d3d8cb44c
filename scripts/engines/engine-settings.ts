import type { Config } from '../../src/settings/config.ts';
import { defaults } from '../../src/settings/default-config.ts';
import type { EngineName } from './command.ts';
import type { EngineServer } from './engine-server.ts';

/**
 * The settings by which a server is used. A user and a password in its address, as clients of PostgreSQL take it, have
 * settings of their own.
 */
export function engineSettings(
  kind: EngineName,
  { url, credentials }: Pick<EngineServer, 'url' | 'credentials'>,
): Config['engine'] {
  if (url === '') return { ...defaults.engine, kind };
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  return {
    ...defaults.engine,
    kind,
    url: address.href,
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...credentials,
  };
}
