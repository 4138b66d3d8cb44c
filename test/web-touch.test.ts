import { expect, it } from 'vitest';
import { ask, firstMarker, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

it('takes the keyboard of a touch screen from over an answer', async () => {
  const { page, close } = await site.open(site.address, phone);
  await ask(page, 'When was the lamp first lit?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('BODY');
  await close();
});

it('gives a finger room for all there is to press beside the words of an answer', async () => {
  const { page, close } = await site.open(site.address, phone);
  const smallOnes = () =>
    page.locator('button, input, select, summary, textarea').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && !one.matches('.footnote-marker, .verdict-mark'))
        .map((one) => {
          const { height } = one.getBoundingClientRect();
          const after = one.ownerDocument.defaultView?.getComputedStyle(one, '::after');
          const around = Number.parseFloat(after?.top ?? '');
          return { name: one.textContent, height: height - 2 * (around || 0) };
        })
        .filter(({ height }) => height < 44),
    );
  // What has just come into view has no height yet.
  const measure = (state: string) => expect.poll(smallOnes, { message: state }).toEqual([]);
  await page.locator('.starting-points').waitFor();
  await measure('idle');
  await ask(page, 'When was the lamp first lit?');
  await page.locator('.answer-foot').waitFor();
  await page.getByText('Why these passages').click();
  await measure('answer');
  await firstMarker(page).click();
  await page.locator('.source-text mark').waitFor();
  await measure('source');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page
    .getByRole('button', { name: /^Erase: / })
    .first()
    .click();
  await measure('conversations');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.locator('.documents-list').waitFor();
  await measure('documents');
  await close();
});
