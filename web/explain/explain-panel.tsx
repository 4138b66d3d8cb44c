import { memo, useId } from 'react';
import type {
  Expansion,
  Hit,
  HitExplanation,
  LegTrace,
  QuestionTrace,
  Timings,
} from '../../src/retrieve/hit.ts';
import { ShortWords } from '../answer/short-words.tsx';
import type { OpenSource } from '../route.ts';
import { formatNumber } from '../shell/formats.ts';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { quotedSpan } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';
import { pageLocale, type Words } from '../words/words.ts';
import { Bar } from './bar.tsx';
import './explain-panel.css';
import type { Answer } from '../../src/answer/answer.ts';

/** Milliseconds by stage, in the order the stages ran. */
export function StageTimings({ timings }: { readonly timings: Timings }) {
  const words = useWords();
  const heading = useId();
  const stages = Object.entries(timings).filter(([stage]) => stage !== 'total');
  const longest = Math.max(Number.MIN_VALUE, ...stages.map(([, milliseconds]) => milliseconds));
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{words.explain.timings}</h3>
      <dl className="stage-timings">
        {stages.map(([stage, milliseconds]) => (
          <div key={stage}>
            <dt>{stage}</dt>
            <dd>
              <Bar fraction={milliseconds / longest} />
              <span>{formatNumber(milliseconds, 2)} ms</span>
            </dd>
          </div>
        ))}
        {timings.total !== undefined && (
          <div>
            <dt>{words.explain.total}</dt>
            <dd>
              <span />
              <span>{formatNumber(timings.total, 2)} ms</span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

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

const reasons = {
  filter: 'byFilter',
  threshold: 'byThreshold',
  'not-live': 'byNotLive',
  duplicate: 'byDuplicate',
  'per-document': 'byPerDocument',
  links: 'byLinks',
  'top-k': 'byTopK',
} as const satisfies Readonly<Record<NonNullable<HitExplanation['droppedBy']>, keyof Words['explain']>>;

/** Code units of a passage that are looked at: more than its three lines take. */
const excerptLength = 400;

interface ExplainHitProps {
  readonly hit: Hit;
  /** 1-based; undefined for a hit that was left out. */
  readonly rank: number | undefined;
  /** The number of the passage that a dropped repetition repeats. */
  readonly repeats: number | undefined;
  readonly question: QuestionTrace;
  readonly largest: LargestShares;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** One passage: its place, its first words, and what its score is made of. */
export function ExplainHit(props: ExplainHitProps) {
  const words = useWords();
  const { hit, rank, repeats, question, largest, onOpenSource } = props;
  const { explain, collection, documentId, content } = hit;
  return (
    <li className="explain-hit">
      <span className="explain-rank">{rank ?? '–'}</span>
      <div>
        <button
          type="button"
          className="explain-place"
          onClick={() => onOpenSource({ collection, documentId, span: quotedSpan(hit, content) })}
        >
          <HeadingTrail {...hit} />
        </button>
        {explain.droppedBy && (
          <p className="explain-reason">
            {leftOut(words, words.explain[reasons[explain.droppedBy]], repeats)}
          </p>
        )}
        <p className="explain-excerpt clamped" dir="auto">
          <ShortWords text={content.slice(0, excerptLength)} kind={null} />
        </p>
        <ScoreParts hit={hit} question={question} largest={largest} />
      </div>
    </li>
  );
}

function leftOut({ explain }: Words, reason: string, repeats: number | undefined): string {
  return repeats === undefined ? explain.leftOutFor(reason) : explain.repeats(reason, repeats);
}

interface ExplainPanelProps {
  readonly answer: Answer;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** Why these passages came up and in this order, what was left out, and where the time went. Closed at first. */
export const ExplainPanel = memo(function ExplainPanel({ answer, onOpenSource }: ExplainPanelProps) {
  const { explain: words } = useWords();
  const { hits, dropped, question, relevance, timings } = answer;
  const heading = useId();
  const largest = largestShares(words, [...hits, ...dropped], question);
  const numbers = new Map(hits.map(({ chunkId }, index) => [chunkId, index + 1]));
  const explained = (hit: Hit, index: number) => (
    <ExplainHit
      key={hit.chunkId}
      hit={hit}
      rank={hit.explain.droppedBy ? undefined : index + 1}
      repeats={numbers.get(hit.explain.duplicateOf ?? '')}
      question={question}
      largest={largest}
      onOpenSource={onOpenSource}
    />
  );
  return (
    <details className="explain">
      <summary>{answer.abstained ? words.closest : words.why}</summary>
      <p className="explain-plain">{plainReason(words, answer)}</p>
      <dl className="explain-figures">
        <Figure name={words.keywords} value={question.keywords || words.none} />
        {question.recognised.length > 0 && (
          <Figure
            name={words.recognised}
            value={question.recognised.map(({ kind, text }) => `${kind} ${text}`).join(', ')}
          />
        )}
        {question.expansions.length > 0 && (
          <Figure
            name={words.alsoSearched}
            value={question.expansions
              .map(({ kind, from, term }) => `${term} (${words.expansion(kind, from)})`)
              .join(', ')}
          />
        )}
        <Figure name={words.language} value={question.language} />
        <Figure
          name={words.bestCosine}
          value={relevance.bestCosine === null ? words.noneCounts : formatNumber(relevance.bestCosine, 2)}
        />
        <Figure name={words.covered} value={`${formatNumber(relevance.coverage * 100)} %`} />
        <Figure
          name={words.confidence}
          value={`${formatNumber(answer.confidence * 100)} %: ${answer.confidenceReason}`}
        />
        {answer.model && <Figure name={words.model} value={answer.model.name} />}
      </dl>
      {hits.length > 0 && (
        <section aria-labelledby={heading}>
          <h3 id={heading}>{words.passages}</h3>
          <ol>{hits.map(explained)}</ol>
        </section>
      )}
      {dropped.length > 0 && (
        <details className="explain-dropped" open={hits.length === 0}>
          <summary>{words.leftOut(dropped.length)}</summary>
          <ol>{dropped.map(explained)}</ol>
        </details>
      )}
      <StageTimings timings={timings} />
    </details>
  );
});

/** How many words of the question are named. */
const wordsNamed = 4;

/** Why the best passage is the best, in a sentence. */
function plainReason(
  words: Words['explain'],
  { hits: [best], abstained, question }: Pick<Answer, 'hits' | 'abstained' | 'question'>,
): string {
  if (abstained || !best) return words.plainNone;
  const shared = best.explain.matchedTerms
    .toSorted((a, b) => b.score - a.score)
    .slice(0, wordsNamed)
    .map(({ term }) => `“${question.terms.find((asked) => asked.term === term)?.word ?? term}”`);
  if (shared.length === 0) return words.plainMeaning(best.title);
  return words.plainWords(best.title, new Intl.ListFormat(pageLocale()).format([...new Set(shared)]));
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="small-print">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
