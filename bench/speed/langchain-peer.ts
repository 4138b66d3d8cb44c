import { fileURLToPath } from 'node:url';
import peerManifest from './peers-ingest/package.json' with { type: 'json' };

/** LangChain.js as results name it, with its version. */
export const langchainName = `langchain@${peerManifest.dependencies['@langchain/classic']}`;

/** The path of a script that measures it, beside its packages. */
export function langchainScript(file: 'langchain.ts' | 'langchain-answer.ts'): string {
  return fileURLToPath(new URL(`./peers-ingest/${file}`, import.meta.url));
}
