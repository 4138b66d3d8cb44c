import type { PlacesLookup, SourceTextLookup } from '../../contracts/document.ts';
import type { Citation, Passage } from '../../contracts/generator.ts';
import type { Block } from '../../contracts/parser.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { placeAt } from '../../text/heading-path.ts';
import { placesWithin } from '../../text/places-within.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import type { ReadPassage } from '../passages-to-read.ts';
import type { Remark } from '../wording/speaker.ts';

/** A passage with the hit that it was made from. */
export interface CitedPassage {
  readonly passage: ReadPassage;
  readonly hit: Hit;
}

/** As much of a {@link CitedPassage} as a footnote says of its source. */
export interface NamedPassage {
  readonly passage: Passage;
  readonly hit: Pick<Hit, 'collection' | 'documentId' | 'path' | 'title' | 'headingPath'>;
}

/** A citation whose verdict is still open. */
export type ProvenCitation = Omit<Citation, 'verdict'>;

interface FootnotesOptions {
  readonly signal?: AbortSignal;
  /** Without it citations have no place in their file. */
  readonly places?: PlacesLookup | undefined;
}

/**
 * The footnotes of one answer. Each is proven as it is added, by comparing it with the document's own text: what the
 * chunk holds at that place must be there, letter for letter. What cannot be proven is left out and named in the
 * warnings. A span cited twice has one number.
 */
export class Footnotes {
  readonly #passages: ReadonlyMap<number, NamedPassage>;
  readonly #sourceText: SourceTextLookup;
  readonly #options: FootnotesOptions;
  readonly #bySpan = new Map<string, ProvenCitation>();
  /** Numbers that no passage has. */
  readonly #notGiven = new Set<number>();
  /** Paths of documents that hold no longer what was to be quoted. */
  readonly #gone = new Set<string>();

  constructor(
    passages: readonly NamedPassage[],
    sourceText: SourceTextLookup,
    options: FootnotesOptions = {},
  ) {
    this.#passages = new Map(passages.map((cited) => [cited.passage.number, cited]));
    this.#sourceText = sourceText;
    this.#options = options;
  }

  /** What the documents of the passages and their chapters are called. */
  get names(): readonly string[] {
    const names = [...this.#passages.values()].flatMap(({ hit }) => namesOf(hit));
    return [...new Set(names)].filter((name) => name.trim() !== '');
  }

  /** All passages that were given, in their order. */
  get passages(): readonly Passage[] {
    return Array.from(this.#passages.values(), ({ passage }) => passage);
  }

  /** What was left out and why. */
  get warnings(): readonly Remark[] {
    const numbers = [...this.#notGiven].join(', ');
    return [
      ...(numbers === '' ? [] : [{ sentence: 'passagesNotGiven', numbers } as const]),
      ...Array.from(this.#gone, (path) => ({ sentence: 'quoteGone', path }) as const),
    ];
  }

  /** The passage of a number; undefined, and said in the warnings, where none was given under it. */
  passage(number: number): Passage | undefined {
    const cited = this.#passages.get(number);
    if (!cited) this.#notGiven.add(number);
    return cited?.passage;
  }

  /**
   * Cites `[start, end)` of the document of a passage. `isNew` is false for a span that has its number already;
   * undefined where the span cannot be proven.
   */
  async cite(
    number: number,
    { start, end }: Place,
  ): Promise<{ citation: ProvenCitation; isNew: boolean } | undefined> {
    const cited = this.passage(number) && this.#passages.get(number);
    if (!cited) return undefined;
    const { hit, passage } = cited;
    const { chunk } = passage;
    const span = `${chunk.documentId} ${start} ${end}`;
    const known = this.#bySpan.get(span);
    if (known) return { citation: known, isNew: false };
    const source = await this.#sourceText(chunk.documentId, chunk.version, this.#options);
    const quote = source?.text.slice(start, end);
    if (!source || quote === undefined || quote !== wordsAt(passage, { start, end })) {
      this.#gone.add(hit.path);
      return undefined;
    }
    const places = (await this.#options.places?.(chunk.documentId, chunk.version)) ?? [];
    const [place] = await placesWithin(places, { start, end }, async () => source.text);
    const citation: ProvenCitation = {
      number: this.#bySpan.size + 1,
      collection: hit.collection,
      documentId: hit.documentId,
      version: chunk.version,
      chunkId: chunk.id,
      path: hit.path,
      title: hit.title,
      // Of the quote, not of the chunk: a chunk may hold several short sections.
      ...placeAt(source.blocks, start),
      start,
      end,
      quote,
      kind: kindOf(source.blocks, start, start + quote.trimEnd().length),
      ...(place && { place }),
    };
    this.#bySpan.set(span, citation);
    return { citation, isNew: true };
  }
}

/** What a source is called in an answer. */
export function namesOf({ title, path, headingPath }: NamedPassage['hit']): readonly string[] {
  return [title, path.split('/').at(-1) ?? '', ...headingPath];
}

/** What the block is that `[start, end)` lies in, or its header. */
function kindOf(blocks: readonly Block[], start: number, end: number): Citation['kind'] {
  const block = blocks.find((one) => one.start <= start && end <= one.end);
  if (block?.kind === 'table' && end <= block.headerEnd) return 'table-header';
  return block?.kind ?? null;
}

/** What a passage says at a place of its document: its chunk, or the header of the table that it begins within. */
function wordsAt({ chunk, tableHeader }: Passage, { start, end }: Place): string | undefined {
  if (tableHeader && tableHeader.start === start && tableHeader.end === end) return tableHeader.text;
  const isInside = chunk.start <= start && start < end && end <= chunk.end;
  return isInside ? chunk.content.slice(start - chunk.start, end - chunk.start) : undefined;
}
