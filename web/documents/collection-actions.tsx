import '../shell/button.css';
import { useId, useState } from 'react';
import { type ApiError, asApiError, createCollection, deleteCollection, renameCollection } from '../api.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FormDialog } from '../shell/form-dialog.tsx';
import { formatCount } from '../shell/format-number.ts';

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
          New collection
        </button>
        <button type="button" onClick={() => setForm('rename')}>
          Rename this one
        </button>
        <button type="button" onClick={() => setForm('delete')}>
          Delete this one
        </button>
      </p>
      {error && (
        <FailureNotice error={error} onRetry={() => setError(undefined)} retryLabel="Close this message" />
      )}
      {form === 'create' && (
        <NameDialog
          title="New collection"
          action="Make it"
          name=""
          onName={(name) => run(() => createCollection(name), name)}
          onClose={close}
        />
      )}
      {form === 'rename' && (
        <NameDialog
          title={`Rename “${collection}”`}
          action="Rename it"
          name={collection}
          onName={(name) => run(() => renameCollection(collection, name), name)}
          onClose={close}
        />
      )}
      {form === 'delete' && (
        <FormDialog
          title={`Delete “${collection}”?`}
          action={documents > 0 ? `Delete it with ${formatCount(documents, 'document')}` : 'Delete it'}
          isReady
          onSubmit={() => run(() => deleteCollection(collection), undefined)}
          onClose={close}
        >
          <p>
            {documents > 0 && `Its ${formatCount(documents, 'document')} can then no longer be asked. `}
            Its conversations and its question log go too. Nothing brings them back; the files that it was
            read from stay as they are.
          </p>
        </FormDialog>
      )}
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ title, action, name: before, onName, onClose }: NameDialogProps) {
  const field = useId();
  const [name, setName] = useState(before);
  const written = name.trim();
  return (
    <FormDialog
      title={title}
      action={action}
      isReady={written !== '' && written !== before}
      onSubmit={() => onName(written)}
      onClose={onClose}
    >
      <label htmlFor={field}>Name</label>
      <input
        id={field}
        value={name}
        dir="auto"
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
