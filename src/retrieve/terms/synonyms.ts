import { isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Analyser } from '../../contracts/analyser.ts';
import { FootnoteError } from '../../errors.ts';
import { readInputFile } from '../../files/output-files.ts';
import { yamlProblem } from '../../values/value-problem.ts';
import type { Expansion } from '../hit.ts';

/**
 * What a synonym counts for beside a word of the question. Its terms share it: one of them alone is not what it means.
 */
const synonymWeight = 0.7;

/** A group's entry as terms of one language. */
interface Entry {
  readonly words: string;
  readonly terms: readonly string[];
  /** What means the same, itself included. */
  readonly group: readonly string[];
}

/** Groups of words and phrases that mean the same. */
export class Synonyms {
  readonly #groups: readonly (readonly string[])[];
  /** By language, and then by an entry's first term. */
  readonly #entries = new Map<string, ReadonlyMap<string, readonly Entry[]>>();

  constructor(groups: readonly (readonly string[])[]) {
    this.#groups = groups;
  }

  /** The terms of what means the same as words of the text, where the text does not hold them already. */
  expansionsOf(text: string, language: string, analyser: Analyser): Expansion[] {
    const terms = analyser.terms(text, language).map((term) => term.text);
    const held = new Set(terms);
    const entries = this.#entriesOf(language, analyser);
    const expansions = new Map<string, Expansion>();
    for (const [place, term] of terms.entries()) {
      for (const entry of entries.get(term) ?? []) {
        if (!entry.terms.every((other, offset) => terms[place + offset] === other)) continue;
        for (const other of entry.group) {
          const others = analyser.terms(other, language);
          const weight = synonymWeight / others.length;
          for (const { text: found } of others) {
            if (held.has(found) || (expansions.get(found)?.weight ?? 0) >= weight) continue;
            const { words: from, terms: standsFor } = entry;
            expansions.set(found, { kind: 'synonym', from, standsFor, term: found, weight });
          }
        }
      }
    }
    return [...expansions.values()];
  }

  #entriesOf(language: string, analyser: Analyser): ReadonlyMap<string, readonly Entry[]> {
    const known = this.#entries.get(language);
    if (known) return known;
    const entries = this.#groups.flatMap((group) =>
      group.map((words) => ({
        words,
        terms: analyser.terms(words, language).map(({ text }) => text),
        group,
      })),
    );
    // A text holds no word of an entry that is made of none.
    const byFirst = Map.groupBy(entries, ({ terms: [first = ''] }) => first);
    this.#entries.set(language, byFirst);
    return byFirst;
  }
}

/**
 * Reads a file of synonyms: YAML with `synonyms`, a list of groups, each a list of at least two words or phrases.
 * Errors: `path_not_found`, `path_unreadable`; `file_malformed` with the line.
 */
export async function readSynonyms(path: string): Promise<Synonyms> {
  return new Synonyms(parseSynonyms(await readInputFile(path), path));
}

/** The groups of a file's text; `path` is for messages. Errors: `file_malformed` with the line. */
export function parseSynonyms(source: string, path: string): string[][] {
  const lineCounter = new LineCounter();
  const fail = (problem: string, offset = 0): never => {
    throw new FootnoteError('file_malformed', {
      path,
      line: Math.max(1, lineCounter.linePos(offset).line),
      problem,
    });
  };
  const document = parseDocument(source, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return fail(yamlProblem(error), error.pos[0]);

  const list = document.get('synonyms', true) as Node | undefined;
  if (!isSeq(list)) return fail('there is no list "synonyms"', startOf(list));
  return list.items.map((group) => {
    if (!isSeq(group) || group.items.length < 2) {
      return fail('a group of synonyms must be a list of at least two words or phrases', startOf(group));
    }
    return group.items.map((entry) =>
      isScalar(entry) && typeof entry.value === 'string' && entry.value.trim() !== ''
        ? entry.value
        : fail('a synonym must be text; put quotation marks around numbers', startOf(entry)),
    );
  });
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
