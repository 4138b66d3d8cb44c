import { parseArgs } from 'node:util';

/** The engines in the order in which they are told of: what the others are compared with comes first. */
export const engineNames = ['embedded', 'postgresql', 'qdrant', 'neo4j', 'chroma'] as const;

export type EngineName = (typeof engineNames)[number];

/** What is run on each engine. */
export const partNames = ['conformance', 'pipeline', 'parity'] as const;

export type PartName = (typeof partNames)[number];

export const usage = `npm run engines -- [--engine NAME[,NAME]] [--only PART[,PART]] [--sample] [--require NAME[,NAME]]
                    [--data DIR] [--cache DIR] [--write] [--json]
Starts the servers that engines need, as far as this machine can, and runs on each engine the suite of its contract,
the suite of the whole pipeline, and searches of evaluation sets beside the embedded engine.
--engine   only these: ${engineNames.join(', ')}; a server that <NAME>_URL names is used as it is
--only     only these parts: ${partNames.join(', ')}
--sample   a part of the evaluation sets, the same each time
--require  fails where one of these cannot be started; else that is said and no more
--data     the folder with the evaluation sets (../shared/eval); without it they are left out
--cache    keeps the vectors of the sets there; without it every run makes them anew
--write    puts the table of all tests into docs/adapters.md
--json     prints one object {engines} instead of a table
--help     shows this`;

export interface EnginesCommand {
  readonly engines: readonly EngineName[];
  readonly parts: readonly PartName[];
  readonly required: readonly EngineName[];
  readonly sample: boolean;
  readonly data?: string;
  readonly cache?: string;
  readonly write: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** Reads the command line. Errors: any `Error`, its message for the user. */
export function readCommand(args: readonly string[]): EnginesCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [] },
      require: { type: 'string', multiple: true, default: [] },
      sample: { type: 'boolean', default: false },
      data: { type: 'string' },
      cache: { type: 'string' },
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { engine, only, require, ...others } = values;
  const required = chosen('--require', require, engineNames);
  const engines = chosen('--engine', engine, engineNames);
  const parts = chosen('--only', only, partNames);
  const left = engines.length === 0 ? [] : required.filter((name) => !engines.includes(name));
  if (left.length > 0) throw new Error(`--require: ${left.join(', ')} would not be run, by --engine.`);
  return {
    ...others,
    required,
    engines: engines.length === 0 ? engineNames : engines,
    parts: parts.length === 0 ? partNames : parts,
  };
}

/** Names separated by commas, or an option for each, in the order of `known`. */
function chosen<Name extends string>(
  option: string,
  values: readonly string[],
  known: readonly Name[],
): readonly Name[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) {
    throw new Error(`${option}: there is no "${unknown}". Known: ${known.join(', ')}.`);
  }
  return known.filter((name) => names.includes(name));
}
