import { ensureWebBuilt } from '../scripts/build-web.mjs';

/** Builds the page once for all tests that open it in a browser, unless it is there. Vitest calls this first. */
export default function buildPage(): Promise<void> {
  return ensureWebBuilt(process.execPath);
}
