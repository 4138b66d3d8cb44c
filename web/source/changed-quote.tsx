import './changed-quote.css';
import { diffWordsWithSpace } from 'diff';
import { useId } from 'react';
import type { Block } from '../../src/contracts/parser.ts';
import { useWords } from '../words/use-words.tsx';

interface ChangedQuoteProps {
  /** The words as they were cited. */
  readonly quote: string;
  /** What the document has in their place by now; undefined where nothing is like them, or it is gone itself. */
  readonly now: string | undefined;
}

/** Words that a document had when it was cited, beside what it has in their place, with the difference marked. */
export function ChangedQuote({ quote, now }: ChangedQuoteProps) {
  const texts = useWords().source;
  const [then, today] = [useId(), useId()];
  const changes =
    now === undefined
      ? [{ value: said(quote), added: false, removed: false }]
      : diffWordsWithSpace(said(quote), said(now), { intlSegmenter: words });
  return (
    <div className="changed-quote">
      <figure aria-labelledby={then}>
        <figcaption id={then}>{texts.whenCited}</figcaption>
        <blockquote dir="auto">
          {changes.map(
            ({ value, added, removed }, index) =>
              !added && (removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>),
          )}
        </blockquote>
      </figure>
      {now !== undefined && (
        <figure aria-labelledby={today}>
          <figcaption id={today}>{texts.now}</figcaption>
          <blockquote dir="auto">
            {changes.map(
              ({ value, added, removed }, index) =>
                !removed && (added ? <ins key={index}>{value}</ins> : <span key={index}>{value}</span>),
            )}
          </blockquote>
        </figure>
      )}
    </div>
  );
}

/** Words as they are read: the cells of a row with a point between two. */
function said(text: string): string {
  return text
    .trim()
    .replace(/^\|(.*)\|$/gm, (_, cells: string) => cells.trim().replaceAll(/(?<!\\)\s*\|\s*/g, ' · '));
}

/** What stands before the words of a line and only means its form. */
const formBefore = /^(?:[ \t]*(?:>|#{1,6}(?=\s)|[-*+•](?=\s)|\d{1,9}[.)](?=\s)))*[ \t]*/;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Code units before and behind a quote that are searched for what stands in its place. */
const reach = 200_000;

/** Less of its words in common, and nothing stands in the place of a quote. */
const leastAlike = 0.4;

/**
 * The words of a text that stand by now in the place of a quote: of the sentences, rows and items that follow one
 * another, those that have the most words in common with it by Dice's coefficient, of several the nearest to where it
 * stood; undefined where nothing is like it.
 */
export function counterpart(
  text: string,
  blocks: readonly Block[],
  quote: string,
  start: number,
): { readonly start: number; readonly end: number } | undefined {
  const wanted = wordsOf(quote);
  const near = blocks.filter((block) => block.start < start + reach && block.end > start - reach);
  const units = near.flatMap((block) => unitsOf(text, block));
  let best: { readonly from: number; readonly to: number; readonly alike: number } | undefined;
  const isBetter = (alike: number, at: number) =>
    !best || alike > best.alike || (alike === best.alike && distance(at) < distance(best.from));
  const distance = (at: number) => Math.abs((units[at]?.start ?? 0) - start);
  for (const from of units.keys()) {
    const shared = { common: 0, length: 0, left: new Map(wanted.counts) };
    for (let to = from; to < units.length; to += 1) {
      add(shared, units[to]?.words ?? []);
      const alike = (2 * shared.common) / (shared.length + wanted.length);
      if (alike >= leastAlike && isBetter(alike, from)) best = { from, to, alike };
      // Longer than that, it can only become less like the quote.
      if (shared.common === 0 || shared.length > 2 * wanted.length) break;
    }
  }
  const [first, last] = [units[best?.from ?? -1], units[best?.to ?? -1]];
  return first && last && { start: first.start, end: last.end };
}

interface Unit {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** The sentences of a block, of a table or a list its lines. */
function unitsOf(text: string, { kind, start, end }: Block): readonly Unit[] {
  const body = text.slice(start, end);
  const isOfLines = kind === 'table' || kind === 'list' || kind === 'code';
  const pieces = isOfLines
    ? Array.from(body.matchAll(/[^\n]+/g), ({ 0: segment, index }) => ({ segment, index }))
    : [...sentences.segment(body)];
  return pieces.flatMap(({ segment, index }) => {
    const before = formBefore.exec(segment.trimStart())?.[0].length ?? 0;
    const trimmed = segment.trimStart().slice(before).trimEnd();
    const from = start + index + segment.length - segment.trimStart().length + before;
    return trimmed === '' ? [] : [{ start: from, end: from + trimmed.length, words: wordsOf(trimmed).words }];
  });
}

function wordsOf(text: string) {
  const found = [...words.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: found, counts, length: found.length };
}

function add(
  shared: { common: number; length: number; readonly left: Map<string, number> },
  added: readonly string[],
): void {
  for (const word of added) {
    shared.length += 1;
    const left = shared.left.get(word) ?? 0;
    if (left === 0) continue;
    shared.left.set(word, left - 1);
    shared.common += 1;
  }
}
