import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { officeFile, relationshipsXml } from '../src/formats/office/office-file.test-support.ts';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

/** 750 × 413 pixels. */
const lease = readFileSync(new URL('../src/formats/ocr/lease.png', import.meta.url));

const p = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
const drawing =
  '<w:p><w:r><w:drawing><wp:docPr id="1" name="x" descr="A sheet of paper with a table"/><pic:blipFill><a:blip r:embed="p"/></pic:blipFill></w:drawing></w:r></w:p>';

const boathouse = zipSync({
  ...unzipSync(
    officeFile('boathouse.docx', 'word/document.xml', {
      'word/document.xml': `<w:document><w:body>${Array.from({ length: 60 }, (_, day) => p(`On day ${day + 1} the boathouse was swept, and nothing was found.`)).join('')}${drawing}${p('Figure 1: The lease that Omar Haddad signed for the boathouse')}${p('Nothing else was kept.')}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relationshipsXml({ p: ['image', 'media/image1.png'] }),
    }).bytes,
  ),
  'word/media/image1.png': lease,
});

const plan =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><script>parent.document.title = "run"</script><rect width="300" height="200" fill="teal"/></svg>';
const garden = `# Garden\n\n![](data:image/svg+xml;base64,${Buffer.from(plan).toString('base64')})\n\n*Figure 1: The pond and the four greenhouses of the garden*\n\n![](data:image/png;base64,${Buffer.from(strToU8('\x89PNG no picture')).toString('base64')})\n\nFigure 2: The shed, of which the picture is damaged\n`;

const site = servedSite({ 'boathouse.docx': boathouse, 'garden.md': garden }, {}, { ingest: { ocr: 'off' } });

const picture = (page: Page) => page.locator('.run-picture');

/** Asks, opens the first footnote, and waits for the picture of the figure that it cites. */
async function openFigure(page: Page, question: string): Promise<void> {
  await ask(page, question);
  await firstMarker(page).click();
  await page.locator('.source-text mark').waitFor();
  await expect.poll(() => picture(page).first().getAttribute('class')).toContain('run-picture-shown');
}

it.for([
  ['wide', 'light', { width: 1280, height: 800 }],
  ['wide', 'dark', { width: 1280, height: 800 }],
  ['narrow', 'dark', { width: 390, height: 844 }],
] as const)(
  'the picture of a cited figure stands over its caption, both in sight, on a %s page in the %s',
  async ([, colorScheme, viewport]) => {
    const { page, complaints, close } = await site.open(undefined, { colorScheme, viewport });
    await openFigure(page, 'Who signed the lease for the boathouse?');
    expect(await picture(page).count()).toBe(1);
    const body = await page.locator('.source-body').boundingBox();
    const shown = await picture(page).boundingBox();
    await expect
      .poll(async () => {
        const mark = await page.locator('.source-text mark').first().boundingBox();
        return (mark?.y ?? 0) + (mark?.height ?? 0) <= (body?.y ?? 0) + (body?.height ?? 0);
      })
      .toBe(true);
    if (!body || !shown) throw new Error('The picture has no place on the page.');
    expect(shown.y + shown.height).toBeGreaterThan(body.y);
    expect(shown.width).toBeLessThanOrEqual(body.width);
    expect(shown.width / shown.height).toBeCloseTo(750 / 413, 1);
    expect(await picture(page).getAttribute('alt')).toBe('A sheet of paper with a table');
    await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  },
);

it('a drawing is shown without what it would run, and one that is damaged leaves no gap', async () => {
  const { page, close } = await site.open();
  await openFigure(page, 'How many greenhouses does the garden have?');
  await expect.poll(() => picture(page).count()).toBe(1);
  expect(await page.locator('.source-text').textContent()).toContain('Figure 2: The shed');
  const width = picture(page).evaluate(
    (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
  );
  expect(await width).toBe(300);
  expect(await page.title()).not.toBe('run');
  // Opened by itself it is saved and not shown.
  const reply = await fetch(new URL((await picture(page).getAttribute('src')) ?? '', site.address));
  expect(reply.headers.get('content-type')).toBe('image/svg+xml');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  await close();
});
