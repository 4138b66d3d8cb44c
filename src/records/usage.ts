import { sql } from 'kysely';
import type { UsageRecords } from '../contracts/question-log.ts';
import { liveVersions } from './documents/live-versions.ts';
import type { RecordDatabase } from './records.ts';

/** See `UsageRecords`. PostgreSQL gives sums of whole numbers as texts. */
export function usageRecords({ reader }: Pick<RecordDatabase, 'reader'>): UsageRecords {
  return {
    async asked({ since, until }) {
      const rows = await reader
        .selectFrom('qa_logs')
        .where('asked_at', '>=', since)
        .where('asked_at', '<', until)
        .groupBy(['owner', 'collection'])
        .select(({ fn }) => [
          'owner',
          'collection',
          fn.countAll<number | string>().as('questions'),
          fn
            .countAll<number | string>()
            .filterWhere('outcome', 'not in', ['answered', 'small-talk'])
            .as('unanswered'),
          fn.sum<number | string | null>('prompt_tokens').as('promptTokens'),
          fn.sum<number | string | null>('completion_tokens').as('completionTokens'),
        ])
        .execute();
      return rows
        .map(({ owner, collection, ...counts }) => ({
          owner,
          collection,
          questions: Number(counts.questions),
          unanswered: Number(counts.unanswered),
          promptTokens: Number(counts.promptTokens ?? 0),
          completionTokens: Number(counts.completionTokens ?? 0),
        }))
        .toSorted((a, b) => b.questions - a.questions || a.collection.localeCompare(b.collection));
    },

    async held() {
      const names = await reader.selectFrom('indexes').where('live', '=', 1).select('collection').execute();
      const documents = await liveVersions(reader)
        .groupBy('documents.collection')
        .select(({ fn }) => [
          'documents.collection as collection',
          fn.countAll<number | string>().as('documents'),
          fn.sum<number | string | null>('held.chunks').as('passages'),
        ])
        .execute();
      const sources = await reader
        .selectFrom('sources')
        .groupBy('collection')
        .select(['collection', sql<number | string | null>`sum(bytes)`.as('bytes')])
        .execute();
      const kept = await reader.selectFrom('kept_bytes').select(['collection', 'bytes']).execute();
      const bytesIn = (rows: typeof sources) => {
        const byName = new Map(rows.map(({ collection, bytes }) => [collection, Number(bytes ?? 0)]));
        return (name: string) => byName.get(name) ?? 0;
      };
      const [fileBytes, keptBytes] = [bytesIn(sources), bytesIn(kept)];
      return names
        .map(({ collection }) => {
          const counts = documents.find((row) => row.collection === collection);
          return {
            collection,
            documents: Number(counts?.documents ?? 0),
            bytes: fileBytes(collection),
            keptBytes: keptBytes(collection),
            passages: Number(counts?.passages ?? 0),
          };
        })
        .toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
    },

    counted: (periods) =>
      reader
        .selectFrom('key_usage')
        .where('period', 'in', [...periods])
        .select(['key_id as keyId', 'period', 'questions', 'tokens'])
        .execute(),
  };
}
