import type { StampedChunker } from '../../contracts/chunker.ts';
import type { IndexStamp } from '../../contracts/records.ts';
import { FootnoteError } from '../../errors.ts';

const stampParts = ['embedder', 'chunker', 'analyser', 'engine', 'fields'] as const;

/** Part of a stamp that must be the same for some work. */
export type StampPart = (typeof stampParts)[number];

/** Settings that declare no fields leave those of the index as they are. */
export function withFieldsOf(stamp: IndexStamp, stored: IndexStamp | undefined): IndexStamp {
  return stored && Object.keys(stamp.fields).length === 0 ? { ...stamp, fields: stored.fields } : stamp;
}

/** Whether two indexes would hold the same. */
export function isSameStamp(one: IndexStamp, other: IndexStamp): boolean {
  const isSame = stampParts.every((part) => comparable(one, part) === comparable(other, part));
  return isSame && one.place === other.place;
}

/**
 * Refuses to mix what an index holds with what the settings would make now. `parts` are those that matter for the
 * work at hand: a question does not depend on the chunker. Errors: `index_mismatch`.
 */
export function requireSameStamp(
  collection: string,
  stored: IndexStamp,
  configured: IndexStamp,
  parts: readonly StampPart[],
): void {
  const different = parts.filter((part) => comparable(stored, part) !== comparable(configured, part));
  if (different.length === 0) return;
  const differences = different.map((part) => describeDifference(part, stored, configured));
  throw new FootnoteError('index_mismatch', {
    collection,
    stored: differences.map((difference) => difference.stored).join(' and '),
    configured: differences.map((difference) => difference.configured).join(' and '),
  });
}

/** A part as text that is equal for equal parts. */
function comparable(stamp: IndexStamp, part: StampPart): string {
  return part === 'fields' ? describeFields(stamp.fields) : stamp[part];
}

/** An engine and where it is, for messages. */
export function engineText({ engine, place }: Pick<IndexStamp, 'engine' | 'place'>): string {
  return place === '' ? engine : `${engine} at ${place}`;
}

/** One part of two stamps in words: the settings where they decide it, and only those that differ. */
export interface StampDifference {
  readonly stored: string;
  readonly configured: string;
}

/** The settings under `chunker` whose values stand in a chunker's id, in their order. */
const chunkerValues: Readonly<Record<string, readonly string[]>> = {
  structure: ['maxTokens', 'minTokens', 'overlapTokens', 'overlapBlocks', 'splitBlocks'],
  recursive: ['maxCharacters', 'overlapCharacters'],
  tokens: ['maxTokens', 'overlapTokens'],
  sentences: ['maxSentences', 'maxTokens', 'overlapSentences'],
  page: ['maxTokens'],
};

const descriptions: Readonly<
  Record<StampPart, (stored: IndexStamp, configured: IndexStamp) => StampDifference>
> = {
  embedder: (stored, configured) => inWords(stored.embedder, configured.embedder, describeEmbedder),
  chunker: (stored, configured) => inWords(stored.chunker, configured.chunker, describeChunker),
  analyser: (stored, configured) => inWords(stored.analyser, configured.analyser, describeAnalyser),
  engine: ({ engine: stored }, { engine: configured }) => ({
    stored: `engine.kind "${stored}"`,
    configured: `engine.kind "${configured}"`,
  }),
  fields: ({ fields: stored }, { fields: configured }) => ({
    stored: describeFields(stored),
    configured: describeFields(configured),
  }),
};

/** What a part of two stamps says, for a user who knows settings and models but no stamps. */
function describeDifference(part: StampPart, stored: IndexStamp, configured: IndexStamp): StampDifference {
  return descriptions[part](stored, configured);
}

/** The metadata fields of a stamp as the setting that declares them. */
function describeFields(fields: IndexStamp['fields']): string {
  const declared = Object.entries(fields).map(([name, type]) => `"${name}": "${type}"`);
  return `metadata.fields ${declared.length > 0 ? `{${declared.toSorted().join(', ')}}` : '(none)'}`;
}

function inWords(
  stored: string,
  configured: string,
  describe: (id: string, other: string) => string,
): StampDifference {
  return { stored: describe(stored, configured), configured: describe(configured, stored) };
}

/** Embedding models that do not come with the package and can be added to a store. */
const added: ReadonlySet<string> = new Set(['multilingual-e5-small', 'e5-small-v2']);

/** By its name; where only weights, windows or prefixes are others, with the rest of its id. */
function describeEmbedder(id: string, other: string): string {
  const [name = id] = id.split('@');
  const remedy = added.has(name) ? ' (if it is missing here: footnote models add FOLDER)' : '';
  return `the embedding model ${name === other.split('@')[0] ? id : name}${remedy}`;
}

function describeAnalyser(id: string): string {
  return `the word analysis ${id}`;
}

/** The settings of a chunker that comes with the package, as its id says them; undefined of any other. */
export function chunkerIn(id: string): StampedChunker | undefined {
  const read = readChunker(id);
  if (!read) return undefined;
  const values = read.values.map(([setting, value = '']) => {
    return [setting, /^(?:true|false)$/.test(value) ? value === 'true' : Number(value)];
  });
  return { id, settings: { name: read.name, ...Object.fromEntries(values) }, tokenizer: read.tokenizer };
}

function describeChunker(id: string, other: string): string {
  const [one, two] = [readChunker(id), readChunker(other)];
  if (!one) return `the chunker ${id}`;
  if (one.name !== two?.name) return `chunker.name "${one.name}"`;
  if (one.version !== two.version) return `version ${one.version} of the chunker "${one.name}"`;
  const settings = one.values.flatMap(([setting, value], place) =>
    two.values[place]?.[1] === value ? [] : [`chunker.${setting} ${value}`],
  );
  if (one.tokenizer !== two.tokenizer) settings.push(`tokens counted by ${one.tokenizer}`);
  return settings.join(', ');
}

/** The parts of the id of a chunker that comes with the package; undefined for any other. */
function readChunker(id: string) {
  const {
    name = '',
    version,
    rest = '',
  } = /^(?<name>[a-z]+)-(?<version>\d+):(?<rest>.+)$/.exec(id)?.groups ?? {};
  const settings = chunkerValues[name];
  if (!settings) return undefined;
  const values = rest.split(':');
  return {
    name,
    version,
    values: settings.map((setting, place) => [setting, values[place]] as const),
    tokenizer: values.slice(settings.length).join(':'),
  };
}
