import './edit-document.css';
import { useId, useState } from 'react';
import type { MetadataValue } from '../../src/contracts/chunk.ts';
import type { DocumentChange, DocumentSummary } from '../../src/contracts/document.ts';
import { FormDialog } from '../shell/form-dialog.tsx';
import { useWords } from '../words/use-words.tsx';

type Kind = 'text' | 'list' | 'number' | 'truth';

/** A field as it is being written. */
interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** A list has an entry a line. */
  readonly value: string;
  /** Whether it is to be the document's own again. */
  readonly isOwn: boolean;
}

interface EditDocumentProps {
  readonly document: DocumentSummary;
  /** For whom a document is only administrators say. */
  readonly canGroup: boolean;
  readonly onChange: (change: DocumentChange) => void;
  readonly onClose: () => void;
}

/** A form for title and metadata of a document. Only what differs from what it was is sent. */
export function EditDocument({ document, canGroup, onChange, onClose }: EditDocumentProps) {
  const { edits: words } = useWords();
  const ids = useId();
  const [title, setTitle] = useState(document.title);
  const [isOwnTitle, setOwnTitle] = useState(false);
  const [fields, setFields] = useState<readonly Field[]>(() =>
    Object.entries(document.metadata)
      .filter(([name]) => canGroup || name !== 'groups')
      .map(([name, value]) => ({ name, kind: kindOf(value), value: shown(value), isOwn: false })),
  );
  const change = changeOf(document, { title, isOwnTitle, fields });
  const set = (place: number, changed: Partial<Field>) =>
    setFields(fields.map((field, index) => (index === place ? { ...field, ...changed } : field)));
  const add = () => setFields([...fields, { name: '', kind: 'text', value: '', isOwn: false }]);
  const isEdited = (name: string) => Object.hasOwn(document.edits?.metadata ?? {}, name);
  return (
    <FormDialog
      title={words.title}
      action={words.save}
      isReady={change !== undefined}
      onSubmit={() => change && onChange({ ...change, version: document.version })}
      onClose={onClose}
    >
      <p className="small-print">{words.hint}</p>
      <label htmlFor={`${ids}-title`}>{words.titleField}</label>
      <input
        id={`${ids}-title`}
        value={title}
        dir="auto"
        maxLength={500}
        autoComplete="off"
        disabled={isOwnTitle}
        onChange={({ target }) => setTitle(target.value)}
      />
      {document.edits && document.edits.title !== null && (
        <label className="edit-own">
          <input
            type="checkbox"
            checked={isOwnTitle}
            onChange={({ target }) => setOwnTitle(target.checked)}
          />
          {words.own}
        </label>
      )}
      {fields.map((field, place) => (
        <fieldset key={place} className="edit-field">
          <legend className="visually-hidden">{words.field(field.name)}</legend>
          <input
            aria-label={words.name}
            placeholder={words.name}
            value={field.name}
            dir="auto"
            maxLength={100}
            autoComplete="off"
            readOnly={
              Object.hasOwn(document.metadata, field.name) && place < Object.keys(document.metadata).length
            }
            onChange={({ target }) => set(place, { name: target.value })}
          />
          <select
            aria-label={words.kind}
            value={field.kind}
            disabled={field.isOwn}
            onChange={({ target }) => set(place, { kind: target.value as Kind })}
          >
            {(['text', 'list', 'number', 'truth'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {words[kind]}
              </option>
            ))}
          </select>
          <Value field={field} label={words.value} onChange={(value) => set(place, { value })} />
          {isEdited(field.name) && (
            <label className="edit-own">
              <input
                type="checkbox"
                checked={field.isOwn}
                onChange={({ target }) => set(place, { isOwn: target.checked })}
              />
              {words.own}
            </label>
          )}
        </fieldset>
      ))}
      <button type="button" className="quiet-button" onClick={add}>
        {words.add}
      </button>
    </FormDialog>
  );
}

interface ValueProps {
  readonly field: Field;
  readonly label: string;
  readonly onChange: (value: string) => void;
}

function Value({ field: { kind, value, isOwn }, label, onChange }: ValueProps) {
  const { edits: words } = useWords();
  const common = { 'aria-label': label, placeholder: label, value, disabled: isOwn };
  if (kind === 'list')
    return (
      <textarea
        {...common}
        aria-label={words.listValue}
        placeholder={words.listValue}
        dir="auto"
        rows={3}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'truth')
    return (
      <select
        aria-label={label}
        value={value === 'true' ? 'true' : 'false'}
        disabled={isOwn}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="true">{words.yes}</option>
        <option value="false">{words.no}</option>
      </select>
    );
  const type = kind === 'number' ? 'number' : 'text';
  return (
    <input
      {...common}
      type={type}
      step="any"
      dir="auto"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function kindOf(value: MetadataValue): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'truth' : 'list';
}

function shown(value: MetadataValue): string {
  return typeof value === 'object' ? value.join('\n') : String(value);
}

/** What a field is to hold; undefined where nothing stands in it. */
function valueOf({ kind, value }: Field): MetadataValue | undefined {
  const lines = value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (kind === 'truth') return value === 'true';
  if (kind === 'list') return lines;
  if (value.trim() === '') return undefined;
  return kind === 'number' ? Number(value) : value.trim();
}

/** What differs from the document; undefined where nothing does, or something cannot be sent. */
function changeOf(
  document: DocumentSummary,
  written: { readonly title: string; readonly isOwnTitle: boolean; readonly fields: readonly Field[] },
): DocumentChange | undefined {
  const { title, isOwnTitle, fields } = written;
  if (!isOwnTitle && title.trim() === '') return undefined;
  const metadata: Record<string, MetadataValue | null> = {};
  for (const field of fields) {
    const name = field.name.trim();
    const value = valueOf(field);
    if (name === '' && value === undefined) continue;
    const before = Object.hasOwn(document.metadata, name) ? document.metadata[name] : undefined;
    if (field.isOwn) metadata[name] = null;
    else if (name === '' || value === undefined) return undefined;
    else if (JSON.stringify(value) !== JSON.stringify(before)) metadata[name] = value;
  }
  const isTitled = isOwnTitle || title.trim() !== document.title;
  if (!isTitled && Object.keys(metadata).length === 0) return undefined;
  return {
    ...(isTitled && { title: isOwnTitle ? null : title.trim() }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}
