import { describe, expect, it } from 'vitest';
import type { ContainerLimits, ContainerMember } from '../../contracts/parser.ts';
import { containerFor } from '../parsers.ts';
import { mailboxContainer } from './email-parser.ts';

const limits: ContainerLimits = {
  maxMembers: 5,
  maxBytes: 10_000,
  maxMemberBytes: 1000,
  maxRatio: 100,
  maxDepth: 2,
};

async function messagesOf(source: string, within = limits): Promise<readonly ContainerMember[]> {
  const messages: ContainerMember[] = [];
  const file = { path: 'in.mbox', bytes: new TextEncoder().encode(source) };
  for await (const message of mailboxContainer.members(file, within)) messages.push(message);
  return messages;
}

async function namesIn(source: string): Promise<readonly string[]> {
  return (await messagesOf(source)).map(({ path }) => path);
}

async function textsIn(source: string): Promise<readonly string[]> {
  return (await messagesOf(source)).map((one) => ('bytes' in one ? new TextDecoder().decode(one.bytes) : ''));
}

const separator = 'From ann@example.org Tue May  5 10:12:31 2026';

function filed(subject: string, body = 'Hello', line = separator): string {
  return `${line}\nSubject: ${subject}\nDate: Tue, 5 May 2026 12:12:31 +0200\n\n${body}\n\n`;
}

function marked(notes: string): string {
  return `${separator}\n${notes}Subject: Plan\n\nHello à\n`;
}

describe('the messages of a mailbox', () => {
  it('are named by their day and subject', async () => {
    const subject = '=?UTF-8?Q?Mietvertrag_f=C3=BCr?=\n =?UTF-8?Q?_das_B=C3=BCro?= / 2nd floor';
    expect(await namesIn(filed(subject) + filed('Re: keys') + filed(''))).toEqual([
      'in.mbox/2026-05-05 Mietvertrag für das Büro - 2nd floor.eml',
      'in.mbox/2026-05-05 Re: keys.eml',
      'in.mbox/2026-05-05 (no subject).eml',
    ]);
  });

  it('keep their names and bytes when others come behind them', async () => {
    const before = filed('Keys', 'One') + filed('Keys', 'Two');
    const [first, second, third] = await messagesOf(before + filed('Keys', 'Three'));
    expect([first, second]).toEqual(await messagesOf(before.trimEnd()));
    expect(third?.path).toBe('in.mbox/2026-05-05 Keys (3).eml');
  });

  it('have the day of the line before them where they say none', async () => {
    expect(await namesIn(`${separator}\nSubject: Hi\n\nHello\n`)).toEqual(['in.mbox/2026-05-05 Hi.eml']);
    const takeout = 'From 1545668983435175434@xxx Fri Sep 16 22:26:51 +0000 2016';
    expect(await namesIn(`${takeout}\nSubject: Hi\n\nHello\n`)).toEqual(['in.mbox/2016-09-16 Hi.eml']);
  });

  it.each([separator, 'From - Tue May  5 10:12:31 2026', 'From ', 'From', 'From -'])(
    'begin below "%s"',
    async (line) => {
      expect(await namesIn(filed('One', 'x', line) + filed('Two', 'y', line))).toHaveLength(2);
    },
  );

  it.each([
    'From my point of view:\nNote: all is said.',
    'Dear all,\n\nFrom Monday 10:00 2026 on:\n\nTuesday is free.',
    'From 4b825dc642cb6eb9a060e54bf8d69288fbee4904 Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.org>\nSubject: [PATCH] x',
  ])('do not end with %j', async (body) => {
    expect(await textsIn(filed('Plan', body))).toEqual([expect.stringContaining(body)]);
  });

  it('have the lines that were masked as they were', async () => {
    const [text] = await textsIn(filed('Plan', '>From here on\n>>From there on\n> From a quote\n>Fromage'));
    expect(text).toContain('\n\nFrom here on\n>From there on\n> From a quote\n>Fromage\n');
  });

  it('are the same when they were read, marked or labelled since', async () => {
    const [read] = await textsIn(
      marked('Status: RO\nX-Mozilla-Status: 0001\nX-Gmail-Labels: Inbox,\n Opened\n'),
    );
    expect([read]).toEqual(await textsIn(marked('')));
  });

  it('are left out once they are deleted', async () => {
    const deleted = `${separator}\nX-Mozilla-Status: 0009\nSubject: Gone\n\nThe safe opens with 4711.\n\n`;
    expect(await namesIn(deleted + filed('Here'))).toEqual(['in.mbox/2026-05-05 Here.eml']);
  });
});

describe('a mailbox', () => {
  it.each(['Inbox', 'mbox', 'All mail.mbox', 'letters.txt'])('is known by its content as %s', (path) => {
    expect(containerFor({ path, bytes: new TextEncoder().encode(filed('Hi')) })?.name).toBe('mailbox');
  });

  it.each([
    'From Anna I heard that it is late.\n\nBest, Ben',
    'From 4b825dc642cb6eb9a060e54bf8d69288fbee4904 Mon Sep 17 00:00:00 2001\nFrom: Ann <ann@example.org>\n',
  ])('is not what begins with %j', (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(containerFor({ path: 'notes.txt', bytes })).toBeUndefined();
  });

  it('has a message over the limit of a file fail alone', async () => {
    const messages = await messagesOf(filed('Long', 'x'.repeat(1000)) + filed('Short'));
    expect(messages[0]).toMatchObject({ error: { code: 'file_too_large' } });
    expect(messages[1]).toMatchObject({ path: 'in.mbox/2026-05-05 Short.eml' });
  });

  it.each([
    ['archive_refused', 'too many messages', filed('Hi').repeat(6), limits],
    ['archive_refused', 'one too deep in others', filed('Hi'), { ...limits, maxDepth: 0 }],
    ['file_empty', 'nothing', '\n\n', limits],
    ['file_damaged', 'no message', 'Just some words.\n', limits],
  ])('fails with %s for %s', async (code, _, source, within) => {
    await expect(messagesOf(source, within)).rejects.toMatchObject({ code });
  });
});
