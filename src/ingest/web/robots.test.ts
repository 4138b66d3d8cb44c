import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern, robotsRules } from './robots.ts';

const allowed = (text: string, ...paths: string[]) =>
  paths.map((path) => robotsRules(text, 'Footnote').allows(path));

test('the longest rule that matches counts, and of equally long ones the one that allows', () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c$\nDisallow: /d\nAllow: /d\n';
  expect(allowed(text, '/a', '/ab', '/a/b/x', '/a/b/c', '/a/b/cd', '/d', '/e')).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
    true,
  ]);
});

test('groups that name the crawler go before those for all, in whatever case and however many there are', () => {
  const text = `user-agent: *
disallow: /

User-Agent: other
User-agent: FOOTNOTE/2.0   # of whatever version
Disallow: /one
Crawl-delay: 3

User-agent: footnote
disallow: /two
Sitemap: https://example.org/map.xml`;
  expect(allowed(text, '/one', '/two', '/three')).toEqual([false, false, true]);
  const { crawlDelay, sitemaps } = robotsRules(text, 'Footnote');
  expect([crawlDelay, sitemaps]).toEqual([3, ['https://example.org/map.xml']]);
  expect(robotsRules(text, 'Third').allows('/three')).toBe(false);
});

test('a rule without a path, and a file without rules, keep nothing', () => {
  expect(allowed('User-agent: *\nDisallow:\n', '/a')).toEqual([true]);
  expect(allowed('Disallow: /a\n<html>\n', '/a')).toEqual([true]);
});

test('paths are compared as they are encoded', () => {
  const text = 'User-agent: *\nDisallow: /straße\nDisallow: /%e2%82%ac\n';
  expect(allowed(text, '/stra%C3%9Fe', '/stra%c3%9fe', '/%E2%82%AC', '/strasse')).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('half a megabyte of names and rules costs no more than its length', () => {
  const names = Array.from({ length: 15_000 }, (_, place) => `User-agent: a${place}`).join('\n');
  const rules = Array.from({ length: 15_000 }, (_, place) => `Disallow: /${place}$`).join('\n');
  const text = `${names}\nUser-agent: footnote\n${rules}\n`;
  expect(allowed(text, '/7', '/14999', '/15000')).toEqual([false, false, true]);
});

/** The same by trying everything. */
function naive(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern.startsWith('*'))
    return naive(pattern.slice(1), path) || (path !== '' && naive(pattern, path.slice(1)));
  return path !== '' && path[0] === pattern[0] && naive(pattern.slice(1), path.slice(1));
}

test.each([9, 40])('a pattern matches what trying everything matches, up to %i characters', (maxLength) => {
  const letters = (...of: string[]) => fc.string({ unit: fc.constantFrom(...of), maxLength });
  fc.assert(
    fc.property(letters('a', 'b', '*'), fc.boolean(), letters('a', 'b'), (body, toTheEnd, path) => {
      const pattern = toTheEnd ? `${body}$` : body;
      expect(matchesPattern(pattern, path)).toBe(naive(pattern, path));
    }),
    { numRuns: 2000 },
  );
});

test('hostile patterns of 10 kB are matched a thousand times before a test is given up', () => {
  const path = `/${'a'.repeat(10_000)}b`;
  const patterns = [
    `/${'a*'.repeat(5000)}c`,
    `/${'*a'.repeat(5000)}$`,
    `/*${'a'.repeat(5000)}c`,
    `/${'*'.repeat(10_000)}c`,
    `/*${'aab'.repeat(3333)}`,
  ];
  for (let round = 0; round < 200; round++)
    for (const pattern of patterns) expect(matchesPattern(pattern, path)).toBe(false);
});
