import { expect, test } from 'vitest';
import { normalAddress, pageLinks, sitemapAddresses } from './web-source.ts';

const site = 'https://example.org';

test('a sitemap lists pages, or sitemaps', () => {
  const places = `<url><loc>${site}/a</loc></url>
    <url><loc>\n  ${site}/b?x=1&amp;y=2#part </loc></url>
    <url><loc><![CDATA[ ${site}/c?x=1&y=2 ]]></loc></url>
    <url><loc>javascript:alert(1)</loc></url><url><loc>file:///etc/passwd</loc></url><url><loc>${site}/open`;
  const addresses = [`${site}/a`, `${site}/b?x=1&y=2`, `${site}/c?x=1&y=2`];
  expect(sitemapAddresses(`<urlset>${places}`)).toEqual({ pages: addresses, sitemaps: [] });
  expect(sitemapAddresses(`<sitemapindex>${places}`)).toEqual({ pages: [], sitemaps: addresses });
});

test('of a sitemap no more is read than it may have', () => {
  const xml = Array.from({ length: 50_010 }, (_, at) => `<loc>${site}/${at}</loc>`).join('');
  expect(sitemapAddresses(xml).pages).toHaveLength(50_000);
});

// With a backtracking expression these take hours, and nothing else is done meanwhile.
test.each([
  ['white space that no end follows', `<loc>${' '.repeat(1_000_000)}`],
  ['white space before what is no address', `<loc>${' '.repeat(500_000)}]${' '.repeat(500_000)}</loc>`],
  ['places that are never closed', '<loc>'.repeat(200_000)],
])('a hostile sitemap is read in time linear in its length: %s', (_, xml) => {
  expect(sitemapAddresses(xml)).toEqual({ pages: [], sitemaps: [] });
});

test('an address that is too long is none of a page', () => {
  const longest = `${site}/${'a'.repeat(2048 - site.length - 1)}`;
  expect(normalAddress(longest)).toBe(longest);
  expect(normalAddress(`${longest}a`)).toBeUndefined();
});

const linksOf = async (html: string) => (await pageLinks(new TextEncoder().encode(html), `${site}/`)).links;

test('links are known however their tags are written', async () => {
  expect(
    await linksOf('<p>See <A HREF=a>a</A>, <a href="b#part">b</a> and <a href=c rel=nofollow>c</a>'),
  ).toEqual([`${site}/a`, `${site}/b`]);
});

test('a page of links that are never closed is read in time linear in their number', async () => {
  // Each within the one before: 200 000 of them took minutes.
  expect((await linksOf('<a href=x>'.repeat(200_000))).length).toBe(1);
});
