import type { ZodError } from 'zod';

/** A complaint of a schema about one value, as zod reports it. */
interface SchemaIssue {
  readonly code?: string | undefined;
  readonly message: string;
  /** The value; absent where it is not to be repeated. */
  readonly input?: unknown;
  readonly [detail: string]: unknown;
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

/** Longest value that is repeated in a message. */
const longestInput = 40;

/**
 * What a schema complains of first, with the dotted name of what it is about: "retrieval.topK: it must be at least 1,
 * not 0". A complaint about no part of the whole goes without one. Values are repeated only where the schema was told
 * to report its input.
 */
export function schemaProblem({ issues: [issue] }: ZodError): string {
  if (!issue) return 'it is not valid';
  const place = issue.path.map(String).join('.');
  const problem = valueProblem({ ...issue });
  return place === '' ? problem : `${place}: ${problem}`;
}

/**
 * What is wrong with a value, for somebody who does not know schemas: "it must be at least 1, not 0". What a schema
 * says in words of its own stands as it is.
 */
export function valueProblem(issue: SchemaIssue): string {
  const [unknown] = Array.isArray(issue.keys) ? issue.keys : [];
  if (unknown !== undefined) return `there is no field "${String(unknown)}"`;
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message;
  if (issue.message.endsWith('received undefined')) return 'it is missing';
  const rule = ruleOf(issue);
  return rule === undefined
    ? issue.message.replace(/^Invalid input: /, '')
    : `it must ${rule}${found(issue)}`;
}

function ruleOf({
  code,
  expected,
  format,
  values,
  options = values,
  origin,
  minimum,
  maximum,
}: SchemaIssue): string | undefined {
  if (code === 'invalid_type' && kinds[String(expected)]) return `be ${kinds[String(expected)]}`;
  if (Array.isArray(options)) {
    const choices = options.map((value) => JSON.stringify(value));
    return `be ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}`;
  }
  if (code === 'invalid_format' && format === 'url') return 'be a full address, such as https://example.org';
  if (code === 'too_small')
    return minimum === 1 && origin !== 'number' ? 'not be empty' : size(origin, 'least', minimum);
  if (code === 'too_big') return size(origin, 'most', maximum);
  return undefined;
}

function size(origin: unknown, bound: 'least' | 'most', limit: unknown): string | undefined {
  if (origin === 'number' || origin === 'int') return `be at ${bound} ${String(limit)}`;
  const plural = limit === 1 ? 0 : 1;
  if (origin === 'string') return `have at ${bound} ${String(limit)} ${['character', 'characters'][plural]}`;
  if (origin === 'array') return `have at ${bound} ${String(limit)} ${['entry', 'entries'][plural]}`;
  return undefined;
}

function found({ code, expected, input }: SchemaIssue): string {
  // Where a text is expected anything else may still be a secret.
  const isPlain = typeof input === 'number' || typeof input === 'boolean' || typeof input === 'string';
  if (!isPlain || input === '' || (code === 'invalid_type' && expected === 'string')) return '';
  const text = JSON.stringify(input);
  return text.length > longestInput ? '' : `, not ${text}`;
}

/** In words of those who write files by hand, what the library for YAML says in its own. By its code. */
const problems: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a text that contains a colon and a space needs quotation marks',
  BAD_SCALAR_START: 'a text that begins with this character needs quotation marks',
  MULTIPLE_DOCS: 'a line of three hyphens begins another document, but only one is read',
  UNEXPECTED_TOKEN:
    'this does not continue what comes before it; indent with spaces, and put quotation marks around the whole text',
  RESOURCE_EXHAUSTION: 'brackets or items are nested too deeply',
};

/** What is wrong with a text that is no YAML. */
export function yamlProblem({ code, message }: { readonly code: string; readonly message: string }): string {
  return problems[code] ?? message;
}
