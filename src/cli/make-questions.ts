import { withFootnote } from '../app/with-footnote.ts';
import type { AskedPassage, DroppedQuestion } from '../evaluate/generate/ask-for-questions.ts';
import type { GeneratedQuestion } from '../evaluate/generate/generated-question.ts';
import { formatNumber } from './format/format-table.ts';
import { showLine } from './progress.ts';
import type { Session } from './run-command.ts';

/** Questions made from a collection, and what else came of it. */
interface MadeQuestions {
  readonly questions: readonly GeneratedQuestion[];
  /** Of a language model, from here on; null where none was asked. */
  readonly model: {
    readonly name: string;
    readonly dropped: Readonly<Record<DroppedQuestion, number>>;
    /** As its provider counted; null where it did not. */
    readonly promptTokens: number | null;
    readonly completionTokens: number | null;
  } | null;
  /** What ended it before there were enough. */
  readonly failure?: unknown;
}

/**
 * Makes questions from the collection: with the language model where the settings have one, else from headings and
 * sentences. What was made before a failure, or before Ctrl-C, is kept: it was paid for.
 */
export async function makeQuestions(count: number, session: Session): Promise<MadeQuestions> {
  const { config, signal } = session;
  if (config.generator.kind !== 'extractive') return askModel(count, session);
  const { generateQuestions } = await import('../evaluate/generate/generate-questions.ts');
  const questions = await withFootnote(config, (footnote) => generateQuestions(footnote, count, { signal }));
  return { questions, model: null };
}

async function askModel(count: number, { config, output, signal }: Session): Promise<MadeQuestions> {
  const { askForQuestions } = await import('../evaluate/generate/ask-for-questions.ts');
  const { openaiLanguageModel } = await import('../models/chat/openai-language-model.ts');
  const { packageRoot } = await import('../files/package-root.ts');
  const { baseUrl, model: name, apiKey, timeoutMs } = config.generator;
  const model = openaiLanguageModel('generator', { baseUrl, model: name, apiKey, timeoutMs });
  const asked: AskedPassage[] = [];
  const line = showLine(output);
  let failure: unknown;
  try {
    await withFootnote(config, async (footnote) => {
      const options = { model, packageRoot, signal };
      for await (const passage of askForQuestions(footnote, count, options)) {
        asked.push(passage);
        line.update(() => formatAsked(made(asked, name), count));
      }
    });
  } catch (error) {
    failure = error;
  } finally {
    line.clear();
    await model.close?.();
  }
  return { ...made(asked, name), failure };
}

function made(asked: readonly AskedPassage[], name: string): MadeQuestions {
  const outcomes = asked.map(({ outcome }) => outcome);
  const dropped = (reason: DroppedQuestion) => outcomes.filter((outcome) => outcome === reason).length;
  return {
    questions: outcomes.filter((outcome) => typeof outcome !== 'string'),
    model: {
      name,
      dropped: {
        'no-question': dropped('no-question'),
        'quote-not-found': dropped('quote-not-found'),
        repeated: dropped('repeated'),
      },
      promptTokens: sum(asked.map(({ usage }) => usage.promptTokens)),
      completionTokens: sum(asked.map(({ usage }) => usage.completionTokens)),
    },
  };
}

/** Null where nothing was counted. */
function sum(counts: readonly (number | null)[]): number | null {
  const counted = counts.filter((count) => count !== null);
  return counted.length === 0 ? null : counted.reduce((total, count) => total + count, 0);
}

function formatAsked({ questions, model }: MadeQuestions, count: number): string {
  const tokens = model?.promptTokens ? `, ${formatTokens(model)}` : '';
  return `Asking ${model?.name}: ${formatNumber(questions.length)}/${formatNumber(count)} questions${tokens}`;
}

/** What the model cost and what was left out, in sentences. */
export function formatModelUse(model: NonNullable<MadeQuestions['model']>): string {
  const { name, dropped } = model;
  const reasons = [
    [dropped['no-question'], 'without a readable question'],
    [dropped['quote-not-found'], 'with a quote that is not exactly once in the passage'],
    [dropped.repeated, 'already asked'],
  ] as const;
  const left = reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => `${formatNumber(count)} ${reason}`);
  return [
    model.promptTokens === null
      ? `${name} does not report its token counts.`
      : `${name}: ${formatTokens(model)}.`,
    ...(left.length > 0 ? [`Left out: ${left.join('; ')}.`] : []),
  ].join(' ');
}

function formatTokens({ promptTokens, completionTokens }: NonNullable<MadeQuestions['model']>): string {
  return `${formatNumber(promptTokens ?? 0)} tokens read, ${formatNumber(completionTokens ?? 0)} written`;
}
