import '../shell/button.css';
import { useState } from 'react';
import { type ApiError, asApiError, createCollection, deleteCollection, renameCollection } from '../api.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FormDialog, NameDialog } from '../shell/form-dialog.tsx';
import { useWords } from '../words/use-words.tsx';

interface CollectionActionsProps {
  /** The collection that is shown. */
  readonly collection: string;
  /** How many documents it has. */
  readonly documents: number;
  /** Called with the collection to show once something was done. */
  readonly onChanged: (collection: string | undefined) => void;
}

/** Makes a collection, or gives the one that is shown another name, or deletes it. */
export function CollectionActions({ collection, documents, onChanged }: CollectionActionsProps) {
  const { collections: words } = useWords();
  const [form, setForm] = useState<'create' | 'rename' | 'delete'>();
  const [error, setError] = useState<ApiError>();
  const close = () => setForm(undefined);
  const run = (act: () => Promise<void>, shown: string | undefined) => {
    setError(undefined);
    act().then(
      () => onChanged(shown),
      (reason: unknown) => setError(asApiError(reason)),
    );
  };
  return (
    <>
      <p className="collection-actions">
        <button type="button" onClick={() => setForm('create')}>
          {words.create}
        </button>
        <button type="button" onClick={() => setForm('rename')}>
          {words.rename}
        </button>
        <button type="button" onClick={() => setForm('delete')}>
          {words.remove}
        </button>
      </p>
      {error && (
        <FailureNotice error={error} onRetry={() => setError(undefined)} retryLabel={words.closeMessage} />
      )}
      {form === 'create' && (
        <NameDialog
          title={words.create}
          action={words.createAction}
          label={words.name}
          name=""
          maxLength={64}
          onName={(name) => run(() => createCollection(name), name)}
          onClose={close}
        />
      )}
      {form === 'rename' && (
        <NameDialog
          title={words.renameOne(collection)}
          action={words.renameAction}
          label={words.name}
          name={collection}
          maxLength={64}
          onName={(name) => run(() => renameCollection(collection, name), name)}
          onClose={close}
        />
      )}
      {form === 'delete' && (
        <FormDialog
          title={words.removeOne(collection)}
          action={documents > 0 ? words.removeActionWith(documents) : words.removeAction}
          isReady
          onSubmit={() => run(() => deleteCollection(collection), undefined)}
          onClose={close}
        >
          <p>
            {documents > 0 && `${words.removeWarningDocuments(documents)} `}
            {words.removeWarning}
          </p>
        </FormDialog>
      )}
    </>
  );
}
