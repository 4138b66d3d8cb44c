/**
 * Ingests one folder after another until it is killed, and says so after each: a line on standard output is an
 * acknowledgement. Arguments: store, folder with numbered folders, how many there are.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openFootnote } from '../../src/pipeline.ts';

const [store, files, count] = process.argv.slice(2) as [string, string, string];
const footnote = await openFootnote({ store });
for (let batch = 0; batch < Number(count); batch++) {
  const report = await footnote.ingest([join(files, String(batch))]);
  if (report.status !== 'complete') throw new Error(JSON.stringify(report));
  writeSync(1, `${batch}\n`);
}
await footnote.close();
