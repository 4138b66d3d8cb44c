import '../shell/button.css';
import './add-documents.css';
import { useId, useRef, useState } from 'react';
import { fetchPages, sendText } from '../api.ts';
import { FormDialog } from '../shell/form-dialog.tsx';
import { useWords } from '../words/use-words.tsx';
import { chosenFiles } from './dropped-files.ts';
import type { UploadStore } from './upload-store.ts';

interface AddDocumentsProps {
  readonly collection: string;
  readonly uploads: UploadStore;
  /** Whether the reader may send the server to pages of the web. */
  readonly canFetch: boolean;
}

/** Ways to put documents in: files and folders, a text, a page of the web. Files can also be dropped anywhere. */
export function AddDocuments({ collection, uploads, canFetch }: AddDocumentsProps) {
  const words = useWords();
  const [form, setForm] = useState<'text' | 'page'>();
  const close = () => setForm(undefined);
  return (
    <div className="add-documents">
      <FileButton
        label={words.documents.addFiles}
        className="strong-button"
        onChoose={(files) => uploads.addFiles(collection, files)}
      />
      <FileButton
        label={words.documents.addFolder}
        className="quiet-button"
        isFolder
        onChoose={(files) => uploads.addFiles(collection, files)}
      />
      <button type="button" className="quiet-button" onClick={() => setForm('text')}>
        {words.documents.pasteText}
      </button>
      {canFetch && (
        <button type="button" className="quiet-button" onClick={() => setForm('page')}>
          {words.documents.addPage}
        </button>
      )}
      {form === 'text' && <TextDialog collection={collection} uploads={uploads} onClose={close} />}
      {form === 'page' && <PageDialog collection={collection} uploads={uploads} onClose={close} />}
    </div>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly className: string;
  readonly isFolder?: boolean;
  readonly onChoose: (files: ReturnType<typeof chosenFiles>) => void;
}

/** A button that opens the browser's choice of files. */
function FileButton({ label, className, isFolder = false, onChoose }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => field.current?.click()}>
        {label}
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          onChoose(chosenFiles(currentTarget.files));
          // The same file can be chosen again, after it was changed for instance.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface DialogProps extends Omit<AddDocumentsProps, 'canFetch'> {
  readonly onClose: () => void;
}

/** A text that is pasted becomes a document under its title. */
function TextDialog({ collection, uploads, onClose }: DialogProps) {
  const words = useWords();
  const field = useId();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const send = () => {
    const name = `${title.trim().replaceAll(/[/\\\p{Cc}]+/gu, ' ')}.md`;
    uploads.addOther(collection, name, (signal) =>
      sendText(collection, { name, title: title.trim(), markdown: text }, signal),
    );
  };
  return (
    <FormDialog
      title={words.documents.pasteText}
      action={words.documents.addText}
      isReady={title.trim() !== '' && text.trim() !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <label htmlFor={`${field}-title`}>{words.documents.title}</label>
      <input
        id={`${field}-title`}
        value={title}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${field}-text`}>{words.documents.text}</label>
      <textarea
        id={`${field}-text`}
        value={text}
        dir="auto"
        rows={10}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}

/** A page of the web, which the server fetches. */
function PageDialog({ collection, uploads, onClose }: DialogProps) {
  const words = useWords();
  const field = useId();
  const [url, setUrl] = useState('');
  const [crawl, setCrawl] = useState(false);
  const address = pageAddress(url);
  const send = () => {
    if (address === undefined) return;
    uploads.addOther(collection, address, (signal) =>
      fetchPages(collection, { url: address, crawl }, signal),
    );
  };
  return (
    <FormDialog
      title={words.documents.addPage}
      action={words.documents.addThisPage}
      isReady={address !== undefined}
      onSubmit={send}
      onClose={onClose}
    >
      <label htmlFor={`${field}-url`}>{words.documents.address}</label>
      <input
        id={`${field}-url`}
        type="text"
        inputMode="url"
        placeholder="https://example.org/handbook/"
        value={url}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUrl(event.target.value)}
      />
      <label className="form-dialog-check">
        <input type="checkbox" checked={crawl} onChange={(event) => setCrawl(event.target.checked)} />
        {words.documents.crawl}
      </label>
    </FormDialog>
  );
}

/** The address as a server takes it; undefined where it is none. People leave its beginning out. */
function pageAddress(written: string): string | undefined {
  const address = written.trim();
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(whole) && /\.|localhost/.test(new URL(whole).hostname) ? whole : undefined;
}
