import type { ParsedDocument } from '../contracts/parser.ts';
import type { LanguageShares } from '../contracts/records.ts';
import { isAborted } from '../errors.ts';
import type { FoundFile } from './find-files.ts';
import { loadContents } from './load.ts';
import { aheadKey, languageOf } from './prepare.ts';
import type { ParsedAhead, Run } from './run.ts';

/** Files that are parsed to tell the languages of a collection, spread evenly over all of them. */
const sampledFiles = 24;

/** Members of an archive among them. */
const sampledMembers = 8;

/** Bytes of files that are parsed for it, since they are kept until their turn comes; of one larger file, all. */
const sampledBytes = 64 * 2 ** 20;

/** Characters of one document that count: a large one is not to speak for all the others. */
const countedCharacters = 100_000;

/**
 * How much text is in each language, in characters, by a sample of files, and what was parsed for it, so that nothing
 * is parsed twice. What cannot be read or parsed counts for nothing: its turn comes when it is ingested. Errors:
 * `aborted`.
 */
export async function sampleFiles(
  files: readonly FoundFile[],
  run: Run,
): Promise<{ readonly languages: LanguageShares; readonly parsed: ParsedAhead }> {
  const parsed: ParsedAhead = new Map();
  await Promise.all(spread(files).map((file) => parseContents(file, run, parsed)));
  const languages = new Map<string, number>();
  for (const document of parsed.values()) {
    const language = languageOf(document);
    const length = Math.min(document.text.length, countedCharacters);
    languages.set(language, (languages.get(language) ?? 0) + length);
  }
  return { languages, parsed };
}

/** Some files, evenly from all; as many as are not too large together, and one at least. */
function spread(files: readonly FoundFile[]): FoundFile[] {
  const step = Math.max(1, files.length / sampledFiles);
  const chosen = Array.from(
    { length: Math.min(sampledFiles, files.length) },
    (_, place) => files[Math.floor(place * step)] as FoundFile,
  );
  let bytes = 0;
  return chosen.filter((file, place) => {
    if (place > 0 && bytes + file.bytes > sampledBytes) return false;
    bytes += file.bytes;
    return true;
  });
}

async function parseContents(file: FoundFile, run: Run, into: ParsedAhead): Promise<void> {
  const { parsers, signal } = run;
  let members = 0;
  try {
    for await (const loaded of loadContents(file, run)) {
      if ('error' in loaded) continue;
      const { source, bytes, contentHash } = loaded;
      const isNamed = file.isNamed && source.source === file.absolutePath;
      const format = parsers.parserFor({ path: source.path, bytes }, { isNamed });
      const document: ParsedDocument = await parsers.run(format, { path: source.path, bytes }, { signal });
      into.set(aheadKey({ contentHash, path: source.path, parser: parsers.stampOf(format) }), document);
      members += 1;
      if (members >= sampledMembers) return;
    }
  } catch (error) {
    if (isAborted(error)) throw error;
  }
}
