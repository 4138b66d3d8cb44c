import type {
  ComparedRuns,
  ListedRun,
  MetricComparison,
  QuestionChange,
} from '../../src/evaluate/compared-runs.ts';
import '../shell/sideways.css';
import './evaluation-reports.css';
import { useId, useState } from 'react';
import type { RankingMetricName } from '../../src/evaluate/metrics/ranking-metrics.ts';
import { compareEvaluations, listEvaluations } from '../api.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatMoment, formatNumber } from '../shell/formats.ts';
import { Loading } from '../shell/loading.tsx';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';

/** The figures that runs are shown by; the first is the one to lead with. */
const shownMetrics = ['ndcg@10', 'mrr@10', 'map', 'p@5', 'recall@3', 'recall@10', 'recall@100'] as const;

/** What `footnote eval` has measured with this store: figures by set and run as a chart, and two runs compared. */
export function EvaluationReports() {
  const { evaluations: words } = useWords();
  const { value, error, reload } = useResource(listEvaluations, []);
  const [chosen, setChosen] = useState<string>();
  const [metric, setMetric] = useState<RankingMetricName>(shownMetrics[0]);
  const sets = Map.groupBy(value ?? [], ({ dataset }) => dataset);
  const set = chosen !== undefined && sets.has(chosen) ? chosen : [...sets.keys()][0];
  const runs = sets.get(set ?? '') ?? [];
  return (
    <section aria-labelledby="admin-evaluations">
      <h2 id="admin-evaluations">{words.title}</h2>
      {error && <FailureNotice error={error} onRetry={reload} />}
      {!value && !error && <Loading />}
      {value?.length === 0 && <p className="small-print">{words.none}</p>}
      {set !== undefined && (
        <>
          <p className="admin-act">
            <Choice
              label={words.set}
              chosen={set}
              onChoose={setChosen}
              options={[...sets.keys()].map(alike)}
            />
            <Choice
              label={words.figure}
              chosen={metric}
              onChoose={setMetric}
              options={shownMetrics.map(alike)}
            />
          </p>
          <RunChart runs={runs.toReversed()} metric={metric} />
          <RunTable runs={runs} />
          {runs.length > 1 && <Comparison key={set} runs={runs} />}
        </>
      )}
    </section>
  );
}

/** When each was, the earliest first. Those of one minute, such as the runs of a sweep, are numbered. */
function namesOf(runs: readonly ListedRun[]): readonly string[] {
  const moments = runs.map(({ at }) => formatMoment(at));
  return moments.map((moment, place) => {
    if (moments.indexOf(moment) === moments.lastIndexOf(moment)) return moment;
    return `${moment} (${formatNumber(moments.slice(0, place + 1).filter((one) => one === moment).length)})`;
  });
}

const alike = <Name extends string>(name: Name) => [name, name] as const;

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly chosen: Name;
  /** Value and words of each. */
  readonly options: readonly (readonly [Name, string])[];
  readonly onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ label, chosen, options, onChoose }: ChoiceProps<Name>) {
  const field = useId();
  return (
    <span className="evaluation-choice">
      <label htmlFor={field}>{label}</label>
      <select id={field} value={chosen} onChange={({ currentTarget: { value } }) => onChoose(value as Name)}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The chart in its own units. */
const size = { width: 360, height: 150, left: 36, right: 12, top: 12, bottom: 12 };

/** One figure of all runs of a set, the earliest first, between 0 and 1. The same figures stand in the table below. */
function RunChart({
  runs,
  metric,
}: {
  readonly runs: readonly ListedRun[];
  readonly metric: RankingMetricName;
}) {
  const { evaluations: words } = useWords();
  const { width, height, left, right, top, bottom } = size;
  const xOf = (place: number) =>
    runs.length === 1
      ? (left + width - right) / 2
      : left + ((width - left - right) * place) / (runs.length - 1);
  const yOf = (figure: number) => top + (height - top - bottom) * (1 - figure);
  const points = runs.map(({ metrics }, place) => ({ x: xOf(place), y: yOf(metrics[metric]) }));
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return null;
  const names = namesOf(runs);
  const said = words.chart(metric, runs.length, figure(first.metrics[metric]), figure(last.metrics[metric]));
  return (
    <svg className="evaluation-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={said}>
      {[0, 0.5, 1].map((line) => (
        <g key={line}>
          <line className="evaluation-grid" x1={left} x2={width - right} y1={yOf(line)} y2={yOf(line)} />
          <text x={left - 8} y={yOf(line) + 4} textAnchor="end">
            {formatNumber(line, line === 0.5 ? 2 : 0)}
          </text>
        </g>
      ))}
      <polyline className="evaluation-line" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y }, place) => (
        <circle key={runs[place]?.id} className="evaluation-point" cx={x} cy={y} r={4.5}>
          <title>{`${names[place]}: ${figure(runs[place]?.metrics[metric] ?? 0)}`}</title>
        </circle>
      ))}
    </svg>
  );
}

function RunTable({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { evaluations: words } = useWords();
  const names = namesOf(runs.toReversed()).toReversed();
  return (
    <div className="sideways evaluation-table" role="group" tabIndex={0} aria-label={words.runs}>
      <table>
        <thead>
          <tr>
            <th>{words.run}</th>
            <th>{words.questions}</th>
            {shownMetrics.map((name) => (
              <th key={name}>{name}</th>
            ))}
            <th>p50</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, at, queries, metrics, latencyMs }, place) => (
            <tr key={id}>
              <th scope="row">
                <time dateTime={at}>{names[place]}</time>
              </th>
              <td>{formatNumber(queries)}</td>
              {shownMetrics.map((name) => (
                <td key={name}>{figure(metrics[name])}</td>
              ))}
              <td>
                <bdi>{formatNumber(latencyMs.p50)} ms</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Two runs over the same questions, the latest two to begin with. */
function Comparison({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { evaluations: words } = useWords();
  const [before, setBefore] = useState(runs[1]?.id ?? '');
  const [after, setAfter] = useState(runs[0]?.id ?? '');
  const { value, error, reload } = useResource(
    (signal) => compareEvaluations(before, after, signal),
    [before, after],
  );
  const names = namesOf(runs.toReversed()).toReversed();
  const options = runs.map(({ id }, place) => [id, names[place] ?? id] as const);
  return (
    <>
      <h3>{words.compare}</h3>
      <p className="admin-act">
        <Choice label={words.before} chosen={before} onChoose={setBefore} options={options} />
        <Choice label={words.after} chosen={after} onChoose={setAfter} options={options} />
      </p>
      {error && <FailureNotice error={error} onRetry={reload} />}
      {!value && !error && <Loading />}
      {value && !error && <Changes changes={value} />}
    </>
  );
}

function Changes({ changes }: { readonly changes: ComparedRuns }) {
  const { evaluations: words } = useWords();
  const { metrics, wins, losses, ties, won, lost, settings, warnings } = changes;
  const shown = shownMetrics.flatMap((name) => metrics.find(({ metric }) => metric === name) ?? []);
  const widest = Math.max(
    0.01,
    ...shown.flatMap(({ interval: { low, high } }) => [Math.abs(low), Math.abs(high)]),
  );
  return (
    <>
      <p>{words.outcome(wins, losses, ties)}</p>
      <div className="sideways evaluation-table" role="group" tabIndex={0} aria-label={words.differences}>
        <table>
          <thead>
            <tr>
              <th>{words.figure}</th>
              <th>{words.before}</th>
              <th>{words.after}</th>
              <th>{words.difference}</th>
              <th>{words.interval}</th>
              <th>p</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.metric}>
                <th scope="row">{one.metric}</th>
                <td>{figure(one.before)}</td>
                <td>{figure(one.after)}</td>
                <td>
                  <bdi dir="ltr">{signed(one.difference)}</bdi>
                </td>
                <td className="evaluation-interval">
                  <IntervalBar compared={one} widest={widest} />
                  <bdi dir="ltr">
                    {signed(one.interval.low)} … {signed(one.interval.high)}
                  </bdi>
                </td>
                <td>{figure(one.pValue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {settings.length > 0 && (
        <ul className="small-print evaluation-settings" dir="ltr">
          {settings.map(({ name, before, after }) => (
            <li key={name}>
              <code>
                {name}: {JSON.stringify(before)} → {JSON.stringify(after)}
              </code>
            </li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="small-print" lang="en" dir="ltr">
          {warning}
        </p>
      ))}
      <ChangedQuestions title={words.won} questions={won} />
      <ChangedQuestions title={words.lost} questions={lost} />
    </>
  );
}

/** The 95 % interval of a difference about 0, and the difference within it. The figures stand beside it. */
function IntervalBar({
  compared: { interval, difference },
  widest,
}: {
  readonly compared: MetricComparison;
  readonly widest: number;
}) {
  const xOf = (value: number) => 50 + (48 * value) / widest;
  return (
    <svg className="evaluation-bar" viewBox="0 0 100 12" aria-hidden="true">
      <line className="evaluation-grid" x1={50} x2={50} y1={0} y2={12} />
      <line className="evaluation-line" x1={xOf(interval.low)} x2={xOf(interval.high)} y1={6} y2={6} />
      <circle className="evaluation-point" cx={xOf(difference)} cy={6} r={2.5} />
    </svg>
  );
}

function ChangedQuestions({
  title,
  questions,
}: {
  readonly title: string;
  readonly questions: readonly QuestionChange[];
}) {
  if (questions.length === 0) return null;
  return (
    <details className="evaluation-questions">
      <summary>{title}</summary>
      <ul className="admin-list">
        {questions.map(({ id, text, before, after }) => (
          <li key={id}>
            <span dir="auto">{text}</span>
            <bdi className="small-print">
              {figure(before)} → {figure(after)}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A figure between 0 and 1. */
function figure(value: number): string {
  return formatNumber(value, 3);
}

function signed(value: number): string {
  const said = formatNumber(value, 3);
  return value > 0 && !/^[^1-9]*$/.test(said) ? `+${said}` : said;
}
