import type { Command } from 'commander';
import type { Filter } from '../contracts/engine.ts';
import { FootnoteError } from '../errors.ts';
import type { QueryOptions } from '../footnote.ts';

/** The flags that narrow or widen a search, as commander gives them. */
export interface QueryFlags {
  readonly filter?: string;
  readonly collections?: string;
  readonly project?: string;
}

/** Declares the flags that narrow or widen a search. */
export function addQueryFlags(command: Command): Command {
  return command
    .option('--filter <json>', 'only passages whose metadata matches this filter')
    .option('--project <name>', 'only documents of this project, by their metadata field project')
    .option('--collections <names>', 'search several collections together, separated by commas');
}

/** What the flags ask of a search. Errors: `request_invalid` naming the flag. */
export async function queryFromFlags({ filter, collections, project }: QueryFlags): Promise<QueryOptions> {
  return {
    ...(filter !== undefined && { filter: await readFilter(filter) }),
    ...(project !== undefined && { project }),
    ...(collections !== undefined && { collections: readNames(collections) }),
  };
}

/** The flag that has the documents quoted, also where a language model is set. */
export function addQuotesOnlyFlag(command: Command): Command {
  return command.option('--quotes-only', 'quote the documents, without a language model');
}

function readNames(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.includes('')) return names;
  const problem = 'it must be names of collections, separated by commas';
  throw new FootnoteError('request_invalid', { field: '--collections', problem });
}

/** As it is typed into a shell, between quotes. */
const exampleFilter = '{"field": "language", "op": "eq", "value": "en"}';

/** Loaded late, like the settings: schemas take longer than the help does altogether. */
async function readFilter(json: string): Promise<Filter> {
  const { filterSchema } = await import('../serve/schemas/filter.ts');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const { message } = cause as Error;
    throw invalid(`it must be JSON such as '${exampleFilter}' (${message})`, cause);
  }
  const parsed = filterSchema.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'it is not a filter', parsed.error);
  return parsed.data;
}

function invalid(problem: string, cause: unknown): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field: '--filter', problem }, { cause });
}
