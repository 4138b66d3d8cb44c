import { extname } from 'node:path';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { FootnoteError } from '../errors.ts';
import { readInputFile } from '../files/output-files.ts';
import { type CsvRecord, csvRecords, findDialect } from '../formats/csv-parser.ts';
import { cleanText } from '../text/decode/clean-text.ts';
import { schemaProblem, yamlProblem } from '../values/value-problem.ts';
import { jsonLines, type RawEntry, type RefuseLine } from './beir.ts';
import { type EvaluationQuestion, type QuestionFault, refuseFaults } from './evaluation-question.ts';

const someText = z.string().trim().min(1);
const someTexts = z.array(someText).min(1);

/** A table has nothing but texts, and elsewhere numbers are quoted as well. */
const pageNumber = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int().min(1),
);
const truth = z.preprocess((value) => {
  if (/^(?:yes|true|1)$/i.test(String(value))) return true;
  return /^(?:no|false|0)$/i.test(String(value)) ? false : value;
}, z.boolean());

/** What tells where or what the answer is: a question that has one needs any of them. */
const evidenceFields = ['document', 'page', 'quote', 'answer'] as const;

const entrySchema = z
  .strictObject({
    id: z.union([someText, z.number()]).optional(),
    question: someText,
    document: z.union([someText, someTexts], 'it must be a path or a list of paths').optional(),
    page: pageNumber.optional(),
    quote: someText.optional(),
    answer: z.union([someText, z.number(), someTexts], 'it must be a string or a list of strings').optional(),
    answerable: truth.optional(),
  })
  .refine(
    (entry) => entry.answerable === false || evidenceFields.some((name) => entry[name] !== undefined),
    'it needs a document, page, quote or answer, or "answerable: false"',
  );

type Entry = z.infer<typeof entrySchema>;

const readers: Readonly<Record<string, (text: string, refuse: RefuseLine) => RawEntry[]>> = {
  '.yaml': yamlEntries,
  '.yml': yamlEntries,
  // YAML is a superset of it.
  '.json': yamlEntries,
  '.jsonl': jsonLines,
  '.csv': csvEntries,
  '.tsv': csvEntries,
};

/**
 * Reads questions of the user's own: a list in YAML or JSON, JSON lines, or a table with a header, by the ending of
 * the name.
 * Each has `question` and any of `document` (a path or the end of it, or several), `page`, `quote` and `answer` (or
 * several), or `answerable: false`. Where documents are named without page and quote, documents are judged, else
 * passages.
 * Errors: `path_not_found`; `path_unreadable`; `file_unsupported`; `file_malformed` with the lines; `evaluation_empty`.
 */
export async function readQuestions(path: string): Promise<EvaluationQuestion[]> {
  const read = readers[extname(path).toLowerCase()];
  if (!read)
    throw new FootnoteError('file_unsupported', { path, supported: Object.keys(readers).join(', ') });
  const text = await readInputFile(path);
  const refuse: RefuseLine = (problem, line) => {
    throw new FootnoteError('file_malformed', { path, line, problem });
  };
  const entries = read(text, refuse);
  if (entries.length === 0) throw new FootnoteError('evaluation_empty', { path, what: 'question' });
  const faults: QuestionFault[] = [];
  const seen = new Set<string>();
  const questions = entries.flatMap(({ value, line }, position) => {
    const parsed = entrySchema.safeParse(withoutBlanks(value), { reportInput: true });
    if (!parsed.success) {
      faults.push({ line, problem: entryProblem(parsed.error) });
      return [];
    }
    const question = toQuestion(parsed.data, position, line);
    if (seen.has(question.id)) faults.push({ line, problem: `the id "${question.id}" is used twice` });
    seen.add(question.id);
    return [question];
  });
  refuseFaults(path, faults);
  return questions;
}

/** Programs write fields without a value as null or as an empty text, and people leave them empty. */
function withoutBlanks(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && value !== ''));
}

/** What is wrong with an entry; with a field that there is not, those that there are. */
function entryProblem(error: z.ZodError): string {
  const problem = schemaProblem(error);
  const isUnknownField = error.issues[0]?.code === 'unrecognized_keys';
  return isUnknownField ? `${problem}; the fields are ${Object.keys(entrySchema.shape).join(', ')}` : problem;
}

function toQuestion(
  entry: Entry,
  position: number,
  line: number,
): EvaluationQuestion & { readonly line: number } {
  const { question, page, answerable } = entry;
  // Documents are cleaned, and what is copied out of their files may hold soft hyphens and the like.
  const quote = entry.quote === undefined ? undefined : cleanText(entry.quote);
  const documents = entry.document === undefined ? [] : [entry.document].flat();
  const answers =
    entry.answer === undefined ? [] : [entry.answer].flat().map((answer) => cleanText(String(answer)));
  const common = { id: String(entry.id ?? position + 1), text: question, answers, line };
  if (answerable === false) return { ...common, judgements: new Map() };
  const judgesDocuments = page === undefined && quote === undefined && documents.length > 0;
  if (judgesDocuments) return { ...common, judgements: new Map(documents.map((path) => [path, 1])) };
  return {
    ...common,
    judgements: new Map(),
    place: { ...(documents.length > 0 && { documents }), ...(page && { page }), ...(quote && { quote }) },
  };
}

function yamlEntries(text: string, refuse: RefuseLine): RawEntry[] {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return refuse(yamlProblem(error), lineAt(error.pos[0]));
  const { contents } = document;
  if (contents === null) return [];
  const list = isMap(contents) ? contents.get('questions', true) : contents;
  if (!isSeq(list)) return refuse('it is not a list of questions', 1);
  return list.items.map((item) => {
    if (!isNode(item)) return { value: item, line: 1 };
    const line = item.range ? lineAt(item.range[0]) : 1;
    try {
      return { value: item.toJS(document) as unknown, line };
    } catch {
      return refuse('its aliases expand to too much, or refer to nothing', line);
    }
  });
}

function csvEntries(source: string, refuse: RefuseLine): RawEntry[] {
  const text = source.replaceAll('\r\n', '\n');
  const dialect = findDialect(text);
  const lineAt = lineFinder(text);
  const reader = csvRecords(text, dialect, dialect.start);
  const read: CsvRecord[] = [];
  let next = reader.next();
  for (; !next.done; next = reader.next()) read.push(next.value);
  if (next.value !== undefined) refuse('a quotation mark is never closed', lineAt(next.value));
  const [head, ...records] = read;
  if (!head) return [];
  const names = head.fields.map((name) => name.trim().toLowerCase());
  if (!names.includes('question')) refuse('the header has no column "question"', 1);
  if (![...evidenceFields, 'answerable'].some((name) => names.includes(name)))
    refuse('the header has no column "document", "page", "quote" or "answer"', 1);
  const repeated = names.find((name, column) => isColumn(name) && names.indexOf(name) < column);
  if (repeated !== undefined) refuse(`the header has the column "${repeated}" twice`, 1);
  return records.flatMap(({ fields, start }) => {
    const line = lineAt(start);
    if (fields.length > names.length)
      refuse(`it has ${fields.length} fields, but the header has ${names.length}`, line);
    const cells = names.flatMap((name, column) =>
      isColumn(name) ? [[name, cellValue(name, fields[column]?.trim() ?? '')] as const] : [],
    );
    // Programs for tables leave empty lines below and between.
    const isEmpty = cells.every(([, cell]) => cell === '');
    return isEmpty ? [] : [{ value: Object.fromEntries(cells), line }];
  });
}

/** Others hold what those who keep the table note for themselves. */
function isColumn(name: string): boolean {
  return Object.hasOwn(entrySchema.shape, name);
}

/** Several documents or answers of a cell stand with bars between them. */
function cellValue(name: string, cell: string): unknown {
  const isList = (name === 'document' || name === 'answer') && cell.includes('|');
  return isList ? cell.split('|').filter((one) => one.trim() !== '') : cell;
}

/** The 1-based line of a place in a text. */
function lineFinder(text: string): (position: number) => number {
  const lineCounter = new LineCounter();
  lineCounter.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lineCounter.addNewLine(index + 1);
  return (position) => lineCounter.linePos(position).line;
}
