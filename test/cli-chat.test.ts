import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answerStream } from '../src/answer/answer.ts';
import { chat } from '../src/cli/commands/questions.ts';
import { FootnoteError, throwIfAborted } from '../src/errors.ts';
import type { AskOptions, Footnote } from '../src/footnote.ts';
import { runFootnote, temporaryFolder } from './run-footnote.ts';

describe('without a terminal', () => {
  const folder = temporaryFolder();
  const cwd = folder.path;

  beforeAll(async () => {
    writeFileSync(
      join(cwd, 'lease.md'),
      '# Lease\n\nThe monthly rent is due on the third day of each month. It is paid to Rosa Keller.\n',
    );
    await runFootnote(['ingest', 'lease.md'], { cwd });
  });
  afterAll(() => folder[Symbol.dispose]());

  test('each line is a question of one conversation', async () => {
    const input = 'When is the monthly rent due?\n\n  And to whom is it paid?\n/quit\nWhat comes after?\n';
    const { code, stdout, stderr } = await runFootnote(['chat', '--json'], { cwd, input });
    expect([code, stderr]).toEqual([0, '']);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
    expect(answers).toHaveLength(2);
    expect(answers[0]?.answer).toContain('third day');
    expect(answers[1]?.searchedFor).toContain('rent');
    expect(answers[0]?.conversationId).toEqual(expect.any(String));
    expect(answers[1]?.conversationId).toBe(answers[0]?.conversationId);

    const conversation = answers[0]?.conversationId ?? '';
    const later = await runFootnote(['chat', '--json', '--conversation', conversation], {
      cwd,
      input: 'And to whom is it paid?',
    });
    expect(JSON.parse(later.stdout)).toMatchObject({
      conversationId: conversation,
      searchedFor: expect.stringContaining('rent'),
    });
  });

  test('a question that fails is told, and the next one is asked', async () => {
    const question = 'When is the monthly rent due?';
    const input = `${'why '.repeat(2000)}\n${question}\n${question}\n/sources\n`;
    const { code, stdout, stderr } = await runFootnote(['chat'], { cwd, input });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^The monthly rent is due on the third day of each month\./);
    expect(stdout).toMatch(/”\n\nThe monthly rent is due on the third day of each month\./);
    expect(stderr).toMatch(/^error: The question has .* characters/);
    expect(stderr).toMatch(/^\[1\] lease\.md › Lease\n {4}The monthly rent/m);
  });

  test.each([
    [['--conversation', 'nobody'], 'conversation "nobody"'],
    [['--collection', 'nowhere'], 'collection "nowhere"'],
  ])('what there is nothing to go on with fails before a question: %j', async (flags, missing) => {
    const { code, stdout, stderr } = await runFootnote(['chat', ...flags], { cwd, input: '' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`There is no ${missing}`);
  });
});

/** A chat on a terminal of the test's own, with answers that say `begun` and then wait to be stopped. */
function startChat() {
  const input = new PassThrough();
  const questions: string[] = [];
  const conversations: (string | null | undefined)[] = [];
  let shown = '';
  const show = (text: string) => {
    shown += text;
  };
  const footnote = {
    ask: (question: string, { signal, conversationId }: AskOptions = {}) =>
      answerStream(async function* () {
        questions.push(question);
        conversations.push(conversationId);
        yield { type: 'conversation', conversationId: 'kept', messageId: 'm' };
        yield { type: 'token', text: 'begun \n' };
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        throwIfAborted(signal);
        throw new FootnoteError('internal', {});
      }),
  } as unknown as Footnote;
  const ended = chat(footnote, {
    output: {
      json: false,
      quiet: false,
      isLive: true,
      width: 80,
      columns: 80,
      style: (_, text) => text,
      remedy: (text) => text,
      result: () => undefined,
      write: (describe) => show(describe((_, text) => text)),
      note: (text) => show(`${text}\n`),
      warn: show,
      error: (error) => show(`error: ${String(error)}\n`),
    },
    input,
    terminal: new PassThrough(),
    conversationId: null,
    query: {},
    signal: new AbortController().signal,
  });
  return {
    ended,
    questions,
    conversations,
    type: (text: string) => input.write(text),
    shows: (text: string, times = 1) =>
      expect.poll(() => shown.split(text).length - 1, { interval: 2 }).toBeGreaterThanOrEqual(times),
  };
}

const controlC = '\x03';

describe('on a terminal', () => {
  test('Ctrl-C stops an answer, the chat goes on, and twice at the prompt leaves', async () => {
    const { ended, questions, conversations, type, shows } = startChat();
    type('Who keeps bees?\r');
    await shows('begun');
    type(controlC);
    await shows('Stopped.');
    type('And where?\r');
    await shows('begun', 2);
    expect(questions).toEqual(['Who keeps bees?', 'And where?']);
    type(controlC);
    await shows('Stopped.', 2);
    type(controlC);
    await shows('Press Ctrl-C again, or type /quit, to leave.');
    type(controlC);
    expect(await ended).toBe(0);
    expect(conversations).toEqual([null, 'kept']);
    await shows('Continue with: footnote chat --conversation kept');
  });

  test('a line between two presses means to stay', async () => {
    const { ended, type, shows } = startChat();
    type(controlC);
    await shows('Press Ctrl-C again, or type /quit, to leave.');
    type('/help\r');
    await shows('/sources');
    type(controlC);
    type('/never\r');
    await shows('There is no command /never');
    type('/quit\r');
    expect(await ended).toBe(0);
  });
});
