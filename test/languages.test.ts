import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languagesPage } from '../scripts/languages-page.ts';
import { languagePacks } from '../src/language/language-packs.ts';

test('the page on languages is in step with the packs: node scripts/languages-page.ts', () => {
  const page = readFileSync(new URL('../docs/languages.md', import.meta.url), 'utf8');
  expect(page).toBe(languagesPage());
});

test.each('en de fr es it pt nl pl ru tr ar hi zh ja ko vi th'.split(' '))(
  '%s has question words, function words and a wording',
  (language) => {
    const { asking, writing, wording } = languagePacks[language] ?? {};
    expect([asking?.questionWords, writing?.functionWords, wording?.refusal]).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
  },
);
