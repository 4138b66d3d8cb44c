import type { PromptMessage } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import type { ConversationTurn } from './answer.ts';

/** What a template may name, in braces. */
const placeholders = ['context', 'fence', 'question', 'selection'] as const;

type Placeholder = (typeof placeholders)[number];

/** What a language model is told, with places left open for `{context}`, `{fence}`, `{question}` and `{selection}`. */
export interface PromptTemplate {
  readonly system: string;
  readonly user: string;
}

/** What fills a template. */
export interface PromptValues {
  /** The passages, written out. */
  readonly context: string;
  readonly question: string;
  /** Words that the user has marked while asking; empty where none. */
  readonly selectedText: string;
  /** Earlier messages, oldest first. */
  readonly history: readonly ConversationTurn[];
}

const systemMark = '<!-- system -->';
const userMark = '<!-- user -->';

/**
 * Reads a template: what follows `<!-- system -->` and `<!-- user -->`. `{context}` and `{question}` must occur once
 * each, other braces with a name in them are refused, so that a slip shows at once and not in an answer.
 * Errors: `config_invalid` naming `source`.
 */
export function readPromptTemplate(text: string, source: string): PromptTemplate {
  const refuse = (problem: string) => new FootnoteError('config_invalid', { source, problem });
  const [systemAt, userAt] = [text.indexOf(systemMark), text.indexOf(userMark)];
  if (systemAt < 0 || userAt < systemAt)
    throw refuse(`it needs a part "${systemMark}" and then one "${userMark}"`);
  const found = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const unknown = found.find((name) => !(placeholders as readonly string[]).includes(name));
  if (unknown)
    throw refuse(`it names {${unknown}}; known are ${placeholders.map((name) => `{${name}}`).join(', ')}`);
  for (const name of ['context', 'question']) {
    if (found.filter((one) => one === name).length !== 1) throw refuse(`it must hold {${name}} exactly once`);
  }
  return {
    system: text.slice(systemAt + systemMark.length, userAt).trim(),
    user: text.slice(userAt + userMark.length).trim(),
  };
}

/**
 * The messages for a language model: system message, history, question. Documents and marked words stand in a fence
 * whose name occurs in neither, so that nothing in them can end it.
 */
export function fillPrompt(template: PromptTemplate, values: PromptValues): PromptMessage[] {
  const fence = fenceFor(values.context + values.selectedText);
  const selection =
    values.selectedText === ''
      ? ''
      : `About these marked words:\n<${fence}>\n${values.selectedText}\n</${fence}>\n\n`;
  const filled: Record<Placeholder, string> = {
    context: values.context,
    fence,
    question: values.question,
    selection,
  };
  // In one pass: what a document holds in braces is not a place to fill.
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: Placeholder) => filled[name]);
  return [
    { role: 'system', content: fill(template.system) },
    ...values.history,
    { role: 'user', content: fill(template.user) },
  ];
}

function fenceFor(data: string): string {
  for (let number = 1; ; number += 1) {
    const fence = number === 1 ? 'documents' : `documents-${number}`;
    if (!data.includes(fence)) return fence;
  }
}
