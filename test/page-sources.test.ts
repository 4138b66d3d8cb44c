import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { pageSources } from '../scripts/build-web.mjs';
import { packageRoot } from '../src/files/package-root.ts';

test('the page is built anew when a file changes that it is made from, wherever that is', () => {
  const files = pageSources().map((file) => relative(packageRoot, file));
  expect(files).toEqual(
    expect.arrayContaining([
      'web/app.css',
      'web/app.tsx',
      'src/answer/compose/outline.ts',
      'src/text/sentences/code-fence.ts',
      'src/text/sentences/note-marks.ts',
    ]),
  );
  expect(files).not.toContain('src/contracts/citation.ts');
});
