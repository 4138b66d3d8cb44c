/**
 * Ingests one folder after another until it is killed. On standard output it says `step` whenever something goes on,
 * and `done` after each folder, which acknowledges it. Arguments: settings as JSON, folder with numbered folders, how
 * many there are.
 */
import { writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// As the launcher does, so that the process is soon at work.
enableCompileCache();
const { openFootnote } = await import('../../src/pipeline.ts');

const [settings, files, count] = process.argv.slice(2) as [string, string, string];
const footnote = await openFootnote(JSON.parse(settings));
for (let batch = 0; batch < Number(count); batch++) {
  const report = await footnote.ingest([join(files, String(batch))], {
    onProgress: () => void writeSync(1, 'step\n'),
  });
  if (report.status !== 'complete') throw new Error(JSON.stringify(report));
  writeSync(1, 'done\n');
}
await footnote.close();
