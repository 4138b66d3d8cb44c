import './notice.css';
import { Filled, useWords } from '../words/use-words.tsx';

interface NothingIngestedProps {
  readonly collection?: string | undefined;
  /** Whether the reader may put documents in. */
  readonly canAdd?: boolean;
}

/** What to do where there is nothing to ask yet. */
export function NothingIngested({ collection, canAdd = false }: NothingIngestedProps) {
  const words = useWords();
  const option = collection && collection !== 'default' ? ` --collection ${collection}` : '';
  return (
    <section className="notice" aria-labelledby="nothing-ingested">
      <h2 id="nothing-ingested">{words.shell.nothingTitle}</h2>
      {canAdd && <p>{words.shell.nothingDrop}</p>}
      <p>
        <Filled phrase={words.shell.nothingGive} parts={{ option: <code>--store</code> }} />
      </p>
      <pre dir="ltr">{`footnote ingest PATH${option}`}</pre>
      <p>{words.shell.nothingReads}</p>
    </section>
  );
}
