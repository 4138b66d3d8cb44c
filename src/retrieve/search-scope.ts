import { everyone, inProjectsField, visibleToField } from '../contracts/document.ts';
import type { FieldType, FieldTypes, Filter } from '../contracts/engine.ts';
import { type DocumentFacts, documentMatcher, type MistakenCondition } from '../question/conditions.ts';
import type { Question } from '../question/question.ts';
import { didYouMean } from '../values/closest-name.ts';
import type { SearchedCollection } from './legs/search-legs.ts';
import type { FoundPassage } from './passage.ts';

/** The documents of a collection, as conditions on paths and titles look at them. */
export type DocumentList = (
  collection: string,
  options: { readonly signal?: AbortSignal },
) => Promise<readonly (DocumentFacts & { readonly documentId: string })[]>;

/** What a search may find; undefined for everything. */
interface SearchScope {
  /** What the caller may see. */
  readonly allowed: Filter | undefined;
  /** What of it the caller and the question ask for. */
  readonly wanted: Filter | undefined;
  /** Why nothing can be found in it, where the question names no document that there is for the caller. */
  readonly warnings: readonly string[];
}

/** What is searched. */
interface ScopeContext {
  readonly collections: readonly SearchedCollection[];
  readonly documentList: DocumentList;
}

/** Everything that says where to search, as filters that both legs apply while they search. */
export async function searchScope(
  question: Question,
  asked: Permitted & { readonly filter?: Filter },
  context: ScopeContext,
  options: { readonly signal?: AbortSignal },
): Promise<SearchScope> {
  const allowed = allowedTo(asked);
  const named = await namedDocuments(question, context, options);
  const conditions = [allowed, asked.filter, question.filter, named && onlyNamed(named)];
  const filters = conditions.filter((filter) => filter !== undefined);
  const visible = new Set(asked.documents ?? named?.named);
  const isEmpty = named !== undefined && !named.named.some((id) => visible.has(id));
  return {
    allowed,
    wanted: filters.length > 1 ? { and: filters } : filters[0],
    warnings: isEmpty ? [noDocument(question)] : [],
  };
}

/** What the caller may see, as a query says it. */
export interface Permitted {
  /** Ids of documents. Default: all. */
  readonly documents?: readonly string[] | undefined;
  /** Groups of the caller: of documents that have groups, those are seen that share one. Default: all. */
  readonly groups?: readonly string[] | undefined;
  /** Of a project, as passages say it (`projectMark`): those are seen that have one of these. Default: all. */
  readonly projects?: readonly string[] | undefined;
}

/**
 * What the caller may see; undefined for everything. Ids with half a surrogate pair are of no document, and some
 * engines could not apply a filter that names one: their statistics would count what the caller may not see.
 */
export function allowedTo({ documents, groups, projects }: Permitted): Filter | undefined {
  const filters = [
    documents && among(documents.filter((id) => id.isWellFormed())),
    groups && havingOneOf(visibleToField, [everyone, ...groups]),
    projects && havingOneOf(inProjectsField, projects),
  ].filter((filter) => filter !== undefined);
  return filters.length > 1 ? { and: filters } : filters[0];
}

function havingOneOf(field: string, values: readonly string[]): Filter {
  return { field, op: 'in', value: values.filter((value) => value.isWellFormed()) };
}

function noDocument(question: Question): string {
  const written = conditionsOn(question, (field) => field === 'path' || field === 'title');
  return `No document matches ${written}. path takes whole names of folders or files, title any words of the title; * matches anything.`;
}

/** Why a search found nothing, where no passage is as caller and question ask for. Errors: those of the engine. */
export async function nothingWanted(
  question: Question,
  { allowed, wanted, warnings }: SearchScope,
  { collections }: Pick<ScopeContext, 'collections'>,
  options: { readonly signal?: AbortSignal },
): Promise<readonly string[]> {
  if (wanted === allowed || warnings.length > 0) return [];
  const statistics = await Promise.all(
    collections.map(async ({ index }) => index.count({ filter: wanted, ...options })),
  );
  if (!statistics.every((chunks) => chunks === 0)) return [];
  const written = conditionsOn(question, () => true);
  if (written === '') return ['No passage matches the filter.'];
  const fields = commonFields(collections);
  const ofText = conditionsOn(question, (field) => fields[field] === 'string' || fields[field] === 'list');
  const comparison = 'Text must match completely, including capitals; * at the end matches anything.';
  return [`No passage matches ${written}.${ofText && ` ${comparison}`}`];
}

/** The conditions on fields as the question writes them. */
function conditionsOn({ recognised }: Question, isMeant: (field: string) => boolean): string {
  return recognised
    .flatMap((part) => (part.kind === 'filter' && isMeant(part.field) ? [part.text] : []))
    .join(' ');
}

/** The fields that every one of the collections has: what a question may set conditions on. */
export function commonFields(collections: readonly SearchedCollection[]): FieldTypes {
  const [first, ...others] = collections.map(({ index }) => index.spec.fields);
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, type]) => others.every((fields) => fields[name] === type)),
  );
}

/** The ids of all documents, by whether they are as a question says. */
interface DocumentsByName {
  readonly named: readonly string[];
  readonly others: readonly string[];
}

/** By paths and titles; undefined where the question says nothing of them. */
async function namedDocuments(
  question: Question,
  { collections, documentList }: ScopeContext,
  options: { readonly signal?: AbortSignal },
): Promise<DocumentsByName | undefined> {
  if (question.documents.length === 0) return undefined;
  const lists = await Promise.all(collections.map(({ name }) => documentList(name, options)));
  const matches = documentMatcher(question.documents);
  const named: string[] = [];
  const others: string[] = [];
  for (const document of lists.flat()) (matches(document) ? named : others).push(document.documentId);
  return { named, others };
}

/** By the shorter list: a filter holds so many values and no more, and “everything but the drafts” names most. */
function onlyNamed({ named, others }: DocumentsByName): Filter {
  return others.length < named.length ? { not: among(others) } : among(named);
}

function among(documents: readonly string[]): Filter {
  return { field: 'documentId', op: 'in', value: documents };
}

/** What a question may write behind a field. */
const heldBy: Readonly<Record<FieldType, string>> = {
  string: 'text',
  number: 'a number, as in :3 or :3..5',
  boolean: 'true or false',
  date: 'a date, as in :2024, :2024-03-12 or :2023..2024-05',
  list: 'texts',
};

/**
 * Says of what is written like a condition that it was none, unless a passage that was found has it as it stands:
 * `node:fs` in a manual is a name, and no field was meant.
 */
export function mistakenConditions(
  mistaken: readonly MistakenCondition[],
  fields: FieldTypes,
  passages: readonly FoundPassage[],
): string[] {
  const isName = ({ text }: MistakenCondition) => passages.some(({ chunk }) => chunk.content.includes(text));
  return mistaken
    .filter((one) => !isName(one))
    .map(({ text, field, type }) => {
      const lookedFor = `“${text}” was searched for as words`;
      if (type) return `${lookedFor}: the field "${field}" holds ${heldBy[type]}.`;
      const names = ['path', 'title', ...Object.keys(fields)];
      return `${lookedFor}: there is no field "${field}"${didYouMean(field, names)}. The fields are ${names.join(', ')}; metadata.fields can declare others.`;
    });
}
