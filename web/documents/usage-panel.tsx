import './usage-panel.css';
import type { ReactNode } from 'react';
import type { QuotaUsage } from '../../src/contracts/question-log.ts';
import { getUsage } from '../api.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatDate, formatNumber, formatSize } from '../shell/formats.ts';
import { Loading } from '../shell/loading.tsx';
import { useResource } from '../use-resource.ts';
import { Filled, useWords } from '../words/use-words.tsx';

/** Who asked how much in which collection, what these hold, and how far quotas are used up. */
export function UsagePanel() {
  const { usage: words } = useWords();
  const { value, error, reload } = useResource(getUsage, []);
  if (error) return <FailureNotice error={error} onRetry={reload} />;
  if (!value) return <Loading />;
  const { asked, collections, maxKeptBytes, quotas, since } = value;
  const date = <time dateTime={since}>{formatDate(since)}</time>;
  return (
    <div className="usage">
      <p className="small-print">
        <Filled phrase={words.since} parts={{ date }} />
      </p>
      <Table
        caption={words.asked}
        heads={[words.who, words.collection, words.questions, words.unanswered, words.tokens]}
        rows={asked.map(({ owner, collection, questions, unanswered, promptTokens, completionTokens }) => [
          <bdi key="who">{owner ?? words.nobody}</bdi>,
          <bdi key="where">{collection}</bdi>,
          formatNumber(questions),
          formatNumber(unanswered),
          formatNumber(promptTokens + completionTokens),
        ])}
        words={2}
      />
      <Table
        caption={words.held}
        heads={[words.collection, words.documents, words.passages, words.files, words.kept]}
        rows={collections.map(({ collection, documents, passages, bytes, keptBytes }) => [
          <bdi key="where">{collection}</bdi>,
          formatNumber(documents),
          formatNumber(passages),
          formatSize(bytes),
          maxKeptBytes === null
            ? formatSize(keptBytes)
            : `${formatSize(keptBytes)} / ${formatSize(maxKeptBytes)}`,
        ])}
        words={1}
      />
      {quotas.length > 0 && (
        <Table
          caption={words.quotas}
          heads={[
            words.key,
            words.questionsToday,
            words.questionsThisMonth,
            words.tokensToday,
            words.tokensThisMonth,
          ]}
          rows={quotas.map((one) => [<bdi key="key">{one.name}</bdi>, ...usedUp(one)])}
          words={1}
        />
      )}
      {quotas.length === 0 && <p className="small-print">{words.noQuotas}</p>}
    </div>
  );
}

function usedUp(used: QuotaUsage): readonly string[] {
  const { questionsPerDay, questionsPerMonth, tokensPerDay, tokensPerMonth } = used.quota;
  return [
    share(used.questionsToday, questionsPerDay),
    share(used.questionsThisMonth, questionsPerMonth),
    share(used.tokensToday, tokensPerDay),
    share(used.tokensThisMonth, tokensPerMonth),
  ];
}

function share(count: number, limit: number | undefined): string {
  return limit === undefined ? '–' : `${formatNumber(count)} / ${formatNumber(limit)}`;
}

interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Columns, from the first, that have words in them; the others have numbers. */
  readonly words: number;
}

/** A table that is moved sideways where there is no room for it. */
function Table({ caption, heads, rows, words }: TableProps) {
  return (
    <div className="usage-table" role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" className={place < words ? undefined : 'usage-number'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={place} className={place < words ? undefined : 'usage-number'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
