import { expect, test } from 'vitest';
import { type ErrorCode, errorTable } from '../src/errors.ts';
import { type LanguageCode, languages } from '../web/words/words.ts';

const others = (Object.keys(languages) as LanguageCode[]).filter((code) => code !== 'en');

test('every language says the same errors of the server, each of the table and with its own details', async () => {
  const [first, ...rest] = await Promise.all(
    others.map(async (code) => ({ code, errors: (await languages[code].load()).words.errors })),
  );
  const codes = Object.keys(first?.errors ?? {});
  expect(codes.length).toBeGreaterThan(25);
  for (const { code, errors } of [first, ...rest].flatMap((one) => one ?? [])) {
    expect(Object.keys(errors), code).toEqual(codes);
    for (const [name, told] of Object.entries(errors)) {
      const message = errorTable[name as ErrorCode]?.message ?? '';
      const missing = (told.match(/\{\w+\}/g) ?? []).filter((detail) => !message.includes(detail));
      expect(missing, `${code} ${name}`).toEqual([]);
    }
  }
});
