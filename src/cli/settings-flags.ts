import { type Command, InvalidArgumentError, Option } from 'commander';
import { presets } from '../presets/presets.ts';
import type { Config, PartialConfig } from '../settings/config.ts';

/** `none` takes away one that a file or the environment sets. */
const presetNames = [...Object.keys(presets), 'none'];

/** The flags that every command takes. */
export interface CommonFlags {
  readonly store?: string;
  readonly collection?: string;
  readonly preset?: Config['preset'];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The flags that stand for a setting; a command declares the ones that matter to it. */
interface SettingFlags extends CommonFlags {
  readonly topK?: number;
  readonly threads?: number;
  readonly metadata?: string;
  readonly ocr?: Config['ingest']['ocr'];
  readonly embedder?: string;
  readonly chunker?: Config['chunker']['name'];
  readonly host?: string;
  readonly port?: number;
  readonly allowHost?: string[];
  readonly allowAnyone?: boolean;
}

/** Declares the flags that every command takes, before or after the command's name. */
export function addCommonFlags(program: Command): Command {
  return program
    .option('--store <dir>', 'folder of the store (default: .footnote)')
    .option('--collection <name>', 'set of documents to work on (default: default)')
    .addOption(
      new Option('--preset <name>', 'a reference pipeline, see "footnote presets"').choices(presetNames),
    )
    .option('--json', 'print one JSON object on standard output')
    .option('--quiet', 'no progress and no notes');
}

/** Declares how many hits to return. */
export function addTopKFlag(command: Command): Command {
  return command.option('--top-k <n>', 'passages to find (default: 10)', wholeNumber);
}

/** Declares how many threads embed. */
export function addThreadsFlag(command: Command): Command {
  return command.option('--threads <n>', 'threads that embed text (default: one per core)', wholeNumber);
}

/** Declares the folder of the embedding model. */
export function addEmbedderFlag(command: Command): Command {
  return command.option(
    '--embedder <model>',
    'embedding model: a folder, or a model that was added (default: by language)',
  );
}

/** By name, so that none can be left out; reading them off the settings' schema would load it for every help. */
const chunkers: Readonly<Record<Config['chunker']['name'], true>> = {
  structure: true,
  recursive: true,
  tokens: true,
  sentences: true,
  page: true,
};

/** Declares how documents are cut. */
export function addChunkerFlag(command: Command): Command {
  const option = new Option('--chunker <name>', 'how documents are split into passages');
  return command.addOption(option.choices(Object.keys(chunkers)));
}

/** Declares which file gives metadata to documents. */
export function addMetadataFlag(command: Command): Command {
  return command.option('--metadata <file>', 'YAML file that sets fields of the files that its globs match');
}

/** By name, as the chunkers. */
const ocrModes: Readonly<Record<Config['ingest']['ocr'], true>> = { off: true, auto: true, always: true };

/** Declares whether text in pictures is recognised. */
export function addOcrFlag(command: Command): Command {
  const option = new Option('--ocr <mode>', 'recognise text in scans and pictures (default: auto)');
  return command.addOption(option.choices(Object.keys(ocrModes)));
}

/** Declares where a server listens. */
export function addServerFlags(command: Command): Command {
  return command
    .option('--port <n>', 'port to listen on, 0 for any free one (default: 8787)', wholeNumber)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--allow-host <name>', 'another host name that the server answers to; can be repeated', collect)
    .option('--allow-anyone', 'let everyone who can reach the address do everything, without keys');
}

/** The settings that the flags ask for; what no flag says stays undefined. */
export function settingsFromFlags(flags: SettingFlags): PartialConfig {
  return {
    ...(flags.store !== undefined && { store: flags.store }),
    ...(flags.collection !== undefined && { collection: flags.collection }),
    ...(flags.preset !== undefined && { preset: flags.preset }),
    ingest: { ocr: flags.ocr },
    metadata: { file: flags.metadata },
    chunker: { name: flags.chunker },
    embedder: { threads: flags.threads, directory: flags.embedder },
    retrieval: { topK: flags.topK },
    server: {
      host: flags.host,
      port: flags.port,
      allowedHosts: flags.allowHost,
      allowAnyone: flags.allowAnyone,
    },
  };
}

/** Reads one of several values. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads one of several paths: an empty one, as of a variable of the shell that is not set, would mean "here". */
export function collectPaths(path: string, before: readonly string[] = []): readonly string[] {
  if (path === '') throw new InvalidArgumentError('It is empty; write . for the current folder.');
  return collect(path, before);
}

/** Reads the value of a flag; how large it may be is the setting's to say. */
export function wholeNumber(value: string): number {
  if (!/^-?\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
