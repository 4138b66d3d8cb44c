import type { DocumentsContext } from './asked-documents.ts';
import { kinds, measureFacts } from './facts.ts';
import { askHandbooks, handbookRows } from './handbooks.ts';
import { judge, judgementRows } from './judgement.ts';
import type { QualityRow } from './measure-suite.ts';
import { checkClaims, verifierRows } from './verifier.ts';

/** What `smoke` measures besides its sets: samples of questions over documents, all claims, and all kinds of files. */
export async function smokeRows(context: DocumentsContext): Promise<QualityRow[]> {
  const claims = verifierRows(await checkClaims(context.data, 'report'), { flagged: 0.5, spared: 0.5 });
  const { rows: ofKinds } = await measureFacts(kinds, context);
  return [
    ...claims.slice(0, 2),
    ...ofKinds,
    ...judgementRows(await judge(context, 'sample', ['docs']), {}),
    ...handbookRows(await askHandbooks(context, 'sample', ['en', 'de', 'fr', 'es', 'zh']), {}).filter(
      ({ set }) => set === 'handbooks',
    ),
  ];
}
