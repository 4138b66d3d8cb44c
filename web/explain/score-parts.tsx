import type { Expansion, Hit, LegTrace, QuestionTrace } from '../../src/retrieve/hit.ts';
import { formatNumber } from '../shell/format-number.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { Bar } from './bar.tsx';
import './score-parts.css';

interface ScorePartsProps {
  readonly hit: Hit;
  /** How the question was read: the words that its terms were made from, and what was looked for beside them. */
  readonly question: QuestionTrace;
  readonly largest: LargestShares;
}

/** One part of a passage's score. */
interface Part {
  readonly name: string;
  /** What it added to the score; may be negative. */
  readonly share: number;
  /** Where it comes from. */
  readonly trace: string;
  /** Whether it is a part of the part above it. */
  readonly isInner?: boolean;
}

/** The largest share among all passages that are shown, so that their bars compare. */
export interface LargestShares {
  readonly fused: number;
  readonly inner: number;
}

/** What a passage's score is made of: each leg, below words each term, its document, and what a reranker did. */
export function ScoreParts({ hit, question, largest }: ScorePartsProps) {
  const { explain: words } = useWords();
  const { fusion, rerank } = hit.explain;
  return (
    <div className="score-parts">
      {partsOf(words, hit, question).map((part, place) => (
        <ScorePart key={place} {...part} largestShare={part.isInner ? largest.inner : largest.fused} />
      ))}
      <p className="small-print">
        {hit.expansion ? words.surrounds : words.score(formatNumber(hit.score, 2), fusion.method)}
        {rerank && `; ${moveText(words, rerank)}`}
      </p>
    </div>
  );
}

/** One part of a passage's score, as a bar and as figures. `largestShare` is what a full bar stands for. */
function ScorePart({ name, share, trace, isInner, largestShare }: Part & { readonly largestShare: number }) {
  return (
    <div className={isInner ? 'score-part score-part-inner' : 'score-part'}>
      <span className="score-part-name">{name}</span>
      <Bar fraction={share / largestShare} />
      <span className="score-part-figure">{formatNumber(share, 2)}</span>
      <span className="score-part-trace">{trace}</span>
    </div>
  );
}

/** The largest shares of all these passages. */
export function largestShares(
  words: Words['explain'],
  hits: readonly Hit[],
  question: QuestionTrace,
): LargestShares {
  const parts = hits.flatMap((hit) => partsOf(words, hit, question));
  return {
    fused: largest(parts.filter(({ isInner }) => !isInner)),
    inner: largest(parts.filter(({ isInner }) => isInner)),
  };
}

function largest(parts: readonly Part[]): number {
  return Math.max(Number.MIN_VALUE, ...parts.map(({ share }) => share));
}

function partsOf(
  words: Words['explain'],
  { explain }: Hit,
  { terms, expansions }: QuestionTrace,
): readonly Part[] {
  const { vector, keyword, matchedTerms, gramScore, fusion, documentSupport } = explain;
  const parts: Part[] = [
    { name: words.meaning, share: fusion.vector, trace: legText(words, vector, 'cosine') },
  ];
  // Words count for nothing where the cosine alone ranks.
  if (fusion.method === 'cosine') return parts;
  parts.push({ name: words.terms, share: fusion.keyword, trace: legText(words, keyword, 'BM25') });
  for (const { term, score } of matchedTerms) {
    const name = terms.find((asked) => asked.term === term)?.word ?? term;
    const trace = expansionText(
      words,
      expansions.find((expansion) => expansion.term === term),
    );
    parts.push({ name, share: score, trace, isInner: true });
  }
  if (gramScore !== undefined)
    parts.push({
      name: words.wordParts,
      share: gramScore,
      trace: words.similarSpellings,
      isInner: true,
    });
  if (documentSupport !== 0)
    parts.push({ name: words.document, share: documentSupport, trace: words.fromOthers });
  return parts;
}

function legText(words: Words['explain'], trace: LegTrace | undefined, scoreName: string): string {
  if (!trace) return words.notFound;
  return words.rank(trace.rank, `${scoreName} ${formatNumber(trace.score, 2)}`);
}

function expansionText(words: Words['explain'], expansion: Expansion | undefined): string {
  return expansion ? words.expansion(expansion.kind, expansion.from) : '';
}

function moveText(
  words: Words['explain'],
  { score, from, to }: NonNullable<Hit['explain']['rerank']>,
): string {
  const given = formatNumber(score, 2);
  if (from === to) return words.rerankerLeft(given, to);
  return to < from ? words.rerankerUp(given, from, to) : words.rerankerDown(given, from, to);
}
