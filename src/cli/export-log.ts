import type { LogEntry } from '../contracts/question-log.ts';

/** A form of the log for other programs. */
export type LogExport = 'jsonl' | 'csv';

/** Columns of an entry, in their order. */
const columns = [
  'id',
  'askedAt',
  'outcome',
  'complete',
  'confidence',
  'question',
  'selectedText',
  'answer',
  'errorCode',
  'helpful',
  'sessionId',
  'conversationId',
  'clientHash',
  'questionHash',
  'citations',
  'chunkIds',
  'retrievalMs',
  'answerMs',
  'totalMs',
  'model',
  'promptTokens',
  'completionTokens',
] as const satisfies readonly (keyof LogEntry)[];

/**
 * Entries as lines, without a last line break. CSV with cells quoted by RFC 4180, the names of the columns first where
 * `withHead`.
 */
export function exportLog(entries: readonly LogEntry[], format: LogExport, withHead: boolean): string {
  if (format === 'jsonl') return entries.map((entry) => JSON.stringify(entry)).join('\n');
  const rows = entries.map((entry) => columns.map((column) => cell(entry[column])).join(','));
  return [...(withHead ? [columns.join(',')] : []), ...rows].join('\n');
}

function cell(value: LogEntry[keyof LogEntry]): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A spreadsheet would run what a stranger has typed: https://owasp.org/www-community/attacks/CSV_Injection
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
