import './notice.css';

interface NothingIngestedProps {
  readonly collection?: string | undefined;
  /** Whether the reader may put documents in. */
  readonly canAdd?: boolean;
}

/** What to do where there is nothing to ask yet. */
export function NothingIngested({ collection, canAdd = false }: NothingIngestedProps) {
  const option = collection && collection !== 'default' ? ` --collection ${collection}` : '';
  return (
    <section className="notice" aria-labelledby="nothing-ingested">
      <h2 id="nothing-ingested">There is nothing to ask about yet</h2>
      {canAdd && <p>Drop files or folders anywhere on this page, and they can be asked about.</p>}
      <p>
        {canAdd ? 'Or give' : 'Give'} Footnote a file or a folder, and the <code>--store</code> of this server
        if it was started with one. Then come back to this page.
      </p>
      <pre>{`footnote ingest PATH${option}`}</pre>
      <p>
        It reads PDF and office files, web pages, Markdown, e-mail, chats and more. Your documents stay on
        this machine.
      </p>
    </section>
  );
}
