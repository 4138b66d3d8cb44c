import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { madeUpRun } from '../src/evaluate/made-up-run.test-support.ts';
import { reportOfComparison } from '../src/evaluate/report/evaluation-report.ts';
import { htmlReport } from '../src/evaluate/report/html-report.ts';
import { launchBrowser } from './browser.ts';
import { temporaryFolder } from './corpus.ts';

const hostile =
  '"></title></svg></bdi><script>window.hacked = 1</script><img src="http://127.0.0.1:9/x" onerror="window.hacked = 1">\u202Edlrow';

test('a report runs nothing and loads nothing, fits a small screen and follows the colours of the system', async () => {
  const run = (value: number) =>
    madeUpRun(
      { [hostile]: value, q2: 0.5, q3: 1 - value },
      { retrieval: { [hostile]: value } },
      () => hostile,
    );
  const report = reportOfComparison({ name: hostile, run: run(0.25) }, { name: 'after', run: run(1) });
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, htmlReport(report));

  const browser = await launchBrowser();
  try {
    const backgrounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 400, height: 800 } });
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(pathToFileURL(file).href);
      await expect.poll(() => page.evaluate(() => 'hacked' in globalThis)).toBe(false);
      await expect.poll(() => page.locator('script, img').count()).toBe(0);
      await expect.poll(() => page.locator('svg').count()).toBe(4);
      await expect
        .poll(() => page.locator('body').innerText())
        .toContain('<script>window.hacked = 1</script>');
      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(complaints).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
      const questions = page.locator('.questions .scroll');
      await expect.poll(() => questions.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(false);
      await expect.poll(() => questions.locator('td.number').first().boundingBox()).toMatchObject({ x: 20 });
      backgrounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    }
    expect(new Set(backgrounds).size).toBe(2);
  } finally {
    await browser.close();
  }
});
