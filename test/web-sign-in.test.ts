import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../src/files/package-root.ts';
import { createServer } from '../src/serve/create-server.ts';
import { listen } from '../src/serve/listen.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { OidcProvider } from './oidc-provider.ts';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const site = servedSite({
  'lighthouse.md': '# The lighthouse\n\nThe lamp was first lit in 1871, and its height is thirty metres.\n',
});

/** The browser writes down every 401; there is nothing else that it may complain of. */
function otherThan401(complaints: readonly string[]) {
  return complaints.filter((text) => !text.includes('401'));
}

test.each([
  ['at a desk', { viewport: { width: 1280, height: 800 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
])('somebody signs in with a key %s, asks, and signs out', async (name, options) => {
  const { key, id } = await site.footnote.createKey({ name });
  const { page, complaints, close } = await site.open(site.address, options);
  const field = page.getByLabel('Key');
  await field.waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await field.fill('fn_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('not in force');
  await field.fill(key);
  await field.press('Enter');
  await ask(page, 'When was the lamp lit?');
  await firstMarker(page).waitFor();
  // No script can read who has signed in, and the key is nowhere.
  await expect.poll(() => page.evaluate('document.cookie')).toBe('');
  await expect
    .poll(() => page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'))
    .not.toContain(id);

  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await field.waitFor();
  await page.reload();
  await field.waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  expect(otherThan401(complaints)).toEqual([]);
  await close();
});

test('who is signed out elsewhere is asked who they are when they go on', async () => {
  const { key, id } = await site.footnote.createKey({ name: 'short' });
  const { page, close } = await site.open();
  await page.getByLabel('Key').fill(key);
  await page.getByLabel('Key').press('Enter');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByText('The lighthouse').first().waitFor();
  await site.footnote.revokeKey(id);
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByLabel('Key').waitFor();
  await close();
});

test('somebody signs in at a provider of identities, and is told where that fails', async () => {
  const provider = await OidcProvider.start();
  onTestFinished(() => provider.close());
  const { issuer, clientId, clientSecret } = provider;
  const config = completeConfig({ oidc: { issuer, clientId, clientSecret, defaultRole: 'read' } });
  const webDirectory = join(packageRoot, 'dist', 'web');
  const server = createServer({ footnote: site.footnote, config, webDirectory });
  onTestFinished(() => server.close());
  const address = await listen(server, { host: '127.0.0.1', port: 0 });
  const { page, complaints, close } = await site.open(address);
  const way = page.getByRole('link', { name: 'Sign in with your account' });
  await way.waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  provider.next = { error: 'access_denied' };
  await way.click();
  await page.getByRole('alert').waitFor();
  await way.click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await expect.poll(() => page.url()).toMatch(new RegExp(`^${address}/`));
  await ask(page, 'When was the lamp lit?');
  await firstMarker(page).waitFor();
  expect(otherThan401(complaints)).toEqual([]);
  await close();
});

test('an administrator makes and revokes keys, and reads what was asked', async () => {
  const admin = await site.footnote.createKey({ name: 'chief', role: 'admin' });
  const { page, complaints, close } = await site.open();
  await page.getByLabel('Key').fill(admin.key);
  await page.getByLabel('Key').press('Enter');
  await ask(page, 'When was the lamp lit?');
  // It is in the log once its answer is whole.
  await page.locator('.answer-foot').waitFor();
  await page.getByText('Why these passages').click();
  await page.getByText(/The best passage is from “The lighthouse”: it has .*“lamp”/).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  const keys = page.getByRole('region', { name: 'Access keys' });
  await keys.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('What to call it').fill('website');
  await page.getByLabel('What it may do').selectOption('write');
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
  const key = await keys.locator('.admin-key').innerText();
  expect(await site.footnote.checkKey(key)).toMatchObject({ role: 'write' });
  await keys.getByRole('button', { name: 'Close' }).click();
  const entry = keys.locator('li', { hasText: 'website' });
  await expect
    .poll(() => entry.innerText())
    .toMatch(/ask, read and put documents in · made .* · not used yet/);
  await entry.getByRole('button', { name: 'Revoke: website' }).click();
  await entry.getByRole('button', { name: 'Revoke website for good' }).click();
  await entry.getByText(/ · revoked /).waitFor();
  await expect.poll(() => keys.locator('li:focus').count()).toBe(1);
  await expect(site.footnote.checkKey(key)).resolves.toBeUndefined();
  const log = page.getByRole('region', { name: 'Questions asked in default' });
  await log.getByText('answered', { exact: true }).waitFor();
  await expect.poll(() => log.locator('li').count()).toBeGreaterThan(0);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await log.getByLabel('Show').selectOption('Only those without an answer');
  await expect.poll(() => log.locator('li').count()).toBe(0);
  expect(otherThan401(complaints)).toEqual([]);
  await close();
});
