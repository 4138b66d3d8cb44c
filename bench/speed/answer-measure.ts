/**
 * Footnote answering in a process of its own: `node answer-measure.ts STORE BASE_URL QUESTIONS_FILE`. Prints one JSON
 * object of figures by name.
 */
import { readFile } from 'node:fs/promises';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { answerSettings } from './answer-settings.ts';
import { rawBytes, rawTokens, sdkTokens } from './answer-stream.ts';
import { median } from './median.ts';

const warmUpQuestions = 200;
/** Of a stream: those that are not counted, and those that are. */
const warmUpRounds = { 'at-once': 10, 'as-spoken': 1 } as const;
const rounds = { 'at-once': 15, 'as-spoken': 3 } as const;

const [store = '', baseUrl = '', questionsFile = ''] = process.argv.slice(2);
const questions = JSON.parse(await readFile(questionsFile, 'utf8')) as readonly string[];

/** As long as the prompt of five passages. */
const promptAlone = 'word '.repeat(900);

const brief = await openFootnote(answerSettings(store, baseUrl, 'brief'));
const extractive = await openFootnote(answerSettings(store, baseUrl));

const own: number[] = [];
const first: number[] = [];
const alone: number[] = [];
const whole: number[] = [];
let answered = 0;
for (const [index, question] of questions.entries()) {
  const modelMs = (await timesOf(rawBytes({ baseUrl, model: 'brief', prompt: promptAlone }))).first;
  const { first: firstMs } = await timesOf(tokensOf(brief, question));
  const startedMs = performance.now();
  const { abstained } = await extractive.ask(question);
  const wholeMs = performance.now() - startedMs;
  if (index < warmUpQuestions || abstained) continue;
  answered += 1;
  alone.push(modelMs);
  first.push(firstMs);
  own.push(firstMs - modelMs);
  whole.push(wholeMs);
}

const figures: Record<string, number> = {
  answered,
  aloneP50: median(alone),
  firstP50: median(first),
  ownP50: median(own),
  ownP95: percentile(own, 0.95),
  wholeP50: median(whole),
  wholeP95: percentile(whole, 0.95),
};
for (const [model, name] of [
  ['at-once', 'atOnce'],
  ['as-spoken', 'asSpoken'],
] as const) {
  const { bytes, tokens, sdk, checked } = await streamTimes(model);
  Object.assign(figures, {
    [`${name}Bytes`]: bytes,
    [`${name}Tokens`]: tokens,
    [`${name}Sdk`]: sdk,
    [`${name}Checked`]: checked,
    [`${name}SdkRatio`]: sdk / tokens,
    [`${name}Ratio`]: checked / tokens,
    [`${name}BytesRatio`]: checked / bytes,
  });
}
await brief.close();
await extractive.close();
process.stdout.write(JSON.stringify(figures));

/** Milliseconds from the first token to the end by each who reads a stream, in alternating rounds: the medians. */
async function streamTimes(model: keyof typeof rounds) {
  const footnote = await openFootnote(answerSettings(store, baseUrl, model));
  const times = {
    bytes: [] as number[],
    tokens: [] as number[],
    sdk: [] as number[],
    checked: [] as number[],
  };
  for (let round = -warmUpRounds[model]; round < rounds[model]; round++) {
    const asked = { baseUrl, model, prompt: promptAlone };
    const { stream: bytes } = await timesOf(rawBytes(asked));
    const { stream: tokens } = await timesOf(rawTokens(asked));
    const { stream: sdk } = await timesOf(sdkTokens(asked));
    const { stream: checked } = await timesOf(tokensOf(footnote, questions.at(round) as string));
    if (round < 0) continue;
    times.bytes.push(bytes);
    times.tokens.push(tokens);
    times.sdk.push(sdk);
    times.checked.push(checked);
  }
  await footnote.close();
  const { bytes, tokens, sdk, checked } = times;
  return { bytes: median(bytes), tokens: median(tokens), sdk: median(sdk), checked: median(checked) };
}

/** The tokens of an answer as they are shown. */
async function* tokensOf(footnote: Footnote, question: string): AsyncGenerator<string> {
  for await (const event of footnote.ask(question)) if (event.type === 'token') yield event.text;
}

/** Milliseconds until the first token, and from it until the end. */
async function timesOf(tokens: AsyncIterable<string>): Promise<{ first: number; stream: number }> {
  const startedMs = performance.now();
  let firstMs: number | undefined;
  for await (const _ of tokens) firstMs ??= performance.now();
  const endMs = performance.now();
  const from = firstMs ?? endMs;
  return { first: from - startedMs, stream: endMs - from };
}
