/** A thread that parses the PDFs it is sent and answers with `parsed` or the code of the error. */
import { parentPort } from 'node:worker_threads';
import { isFootnoteError } from '../../errors.ts';
import { pdfParser } from './pdf-parser.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  void outcome(bytes).then((answer) => parentPort?.postMessage(answer, []));
});

async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const { text } = await pdfParser.parse({ path: 'a.pdf', bytes });
    return /\S/.test(text) ? 'parsed' : 'an empty success';
  } catch (error) {
    return isFootnoteError(error) ? error.code : String(error);
  }
}
