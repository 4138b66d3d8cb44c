import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ask, firstMarker, servedSite } from './web-fixture.ts';

const site = servedSite({
  'lighthouse.md': '# The lighthouse\n\nIts height is $h = 30$ metres, and the lamp was lit in 1871.\n',
});

/** A proxy that shows the site in a folder of its own, and nothing else. */
async function startProxy(folder: string): Promise<string> {
  const { hostname, port } = new URL(site.address);
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(folder)) {
      outgoing.writeHead(404).end();
      return;
    }
    const path = url.slice(folder.length - 1);
    const passed = request({ hostname, port, path, method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${folder}`;
}

test('behind a proxy the page works in a folder of its own', async () => {
  const address = await startProxy('/papers/');
  const { page, requests, complaints, close } = await site.open(address);
  await ask(page, 'How high is the lighthouse?');
  await firstMarker(page).click();
  await page.locator('.source-body mark').waitFor();
  await page.locator('.source-body math').waitFor();
  expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
