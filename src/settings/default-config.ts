import { type Config, configSchema } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';

/** Each is an object whose settings have defaults of their own. */
const sections = Object.entries(configSchema.shape)
  .filter(([, schema]) => 'shape' in schema)
  .map(([name]) => [name, {}]);

/** The values in force where nothing else is said. */
export const defaults: Config = deepFreeze(configSchema.parse(Object.fromEntries(sections)));
