import '../shell/button.css';
import { useId, useState } from 'react';
import { type ApiError, asApiError, createCollection, deleteCollection, renameCollection } from '../api.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FormDialog } from '../shell/form-dialog.tsx';
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
          name=""
          onName={(name) => run(() => createCollection(name), name)}
          onClose={close}
        />
      )}
      {form === 'rename' && (
        <NameDialog
          title={words.renameOne(collection)}
          action={words.renameAction}
          name={collection}
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

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ title, action, name: before, onName, onClose }: NameDialogProps) {
  const { collections: words } = useWords();
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
      <label htmlFor={field}>{words.name}</label>
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
