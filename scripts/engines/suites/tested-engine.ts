import { embeddedElsewhere } from '../../../conformance/embedded-elsewhere.test-support.ts';
import type { EngineUnderTest } from '../../../conformance/engine.ts';
import type { Engine } from '../../../src/contracts/engine.ts';
import { serverEngine } from '../../../src/engines/server-engine.ts';
import { defaults } from '../../../src/settings/default-config.ts';
import { analyser } from '../../../src/text/analyser/analyser.ts';
import type { EngineName } from '../command.ts';
import { serverOfEnvironment } from '../engine-server.ts';
import { engineSettings } from '../engine-settings.ts';
import { engineVariable } from '../run-suites.ts';

/** The engine that this run of the suites is for. */
export const testedName = process.env[engineVariable] as EngineName;

let places = 0;

/** The engine over an empty place of its own: a file, or a name on its server that nobody else uses. */
export async function createTested(): Promise<EngineUnderTest> {
  return testedName === 'embedded' ? embeddedElsewhere() : onServer(testedName);
}

async function onServer(name: Exclude<EngineName, 'embedded'>): Promise<EngineUnderTest> {
  const server = serverOfEnvironment(name);
  if (!server) throw new Error(`${name.toUpperCase()}_URL does not say where the server of ${name} is.`);
  const settings = { ...engineSettings(name, server), name: `tested_${process.pid}_${++places}` };
  const opened = new Set<string>();
  const open = async () => {
    const engine = await serverEngine({ ...defaults, engine: settings }, analyser())?.open();
    if (!engine) throw new Error(`The settings of ${name} name no engine on a server.`);
    return noting(engine, opened);
  };
  return {
    engine: await open(),
    reopen: open,
    async dispose() {
      const engine = await open();
      for (const id of opened) await engine.drop(id);
      await engine.close();
    },
  };
}

/** The engine itself; the ids of all indexes that it opens are noted. */
function noting(engine: Engine, ids: Set<string>): Engine {
  const open: Engine['open'] = async (spec, options) => {
    const store = await engine.open(spec, options);
    ids.add(spec.id);
    return store;
  };
  return new Proxy(engine, {
    get(target, key: keyof Engine) {
      const member = key === 'open' ? open : target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
