import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFootnote } from '../../src/app/with-footnote.ts';
import type { Footnote } from '../../src/footnote.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';

/** What a run over folders of documents needs. */
export interface DocumentsContext {
  /** The folder with the evaluation sets; `documents` lies beside it. */
  readonly data: string;
  /** Keeps the stores there; without it every run ingests anew. */
  readonly cache?: string;
  readonly log: (line: string) => void;
}

/** Which questions are asked: settings and models are chosen on the odd ones and reported on the even ones. */
export type Half = 'choose' | 'report' | 'sample';

/** Of the half that is reported every third is the sample of quick runs. */
const sampled = 6;

/** Whether a question is asked. Its place counts from 1. */
export function isOfHalf(place: number, half: Half): boolean {
  if (half === 'sample') return place % sampled === 0;
  return place % 2 === (half === 'choose' ? 1 : 0);
}

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Folders of documents by the names that sets of questions call them; `data` is that of the evaluation sets. */
const folders = {
  docs: () => [beside('../../docs')],
  textbook: (data) => [join(data, '..', 'documents', 'textbook')],
  files: (data) =>
    ['sec-filings', 'markitdown', 'py-pdf-samples', 'commonmark'].map((name) =>
      join(data, '..', 'documents', name),
    ),
  en: () => [beside('handbooks/en')],
  de: () => [beside('handbooks/de')],
  fr: () => [beside('handbooks/fr')],
  es: () => [beside('handbooks/es')],
  zh: () => [beside('handbooks/zh')],
} satisfies Readonly<Record<string, (data: string) => readonly string[]>>;

export type FolderName = keyof typeof folders;

export const folderNames = Object.keys(folders) as [FolderName, ...FolderName[]];

/** Ingests a folder of documents with default settings, and works with it. */
export async function withDocuments<Result>(
  name: FolderName,
  { data, cache, log }: DocumentsContext,
  work: (footnote: Footnote) => Promise<Result>,
): Promise<Result> {
  const run = (store: string) =>
    withFootnote(completeConfig({ store }), async (footnote) => {
      log(`ingesting ${name}`);
      const { documents } = await footnote.ingest([...folders[name](data)]);
      log(`${documents.added} documents, ${documents.failed} failed`);
      return work(footnote);
    });
  return cache === undefined ? inTemporaryFolder(run) : run(join(cache, `asked-${name}`));
}
