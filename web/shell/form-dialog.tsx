import './button.css';
import './form-dialog.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words/use-words.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly action: string;
  readonly isReady: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page. Escape closes it, and the focus goes back to what opened it. */
export function FormDialog({ title, action, isReady, onSubmit, onClose, children }: FormDialogProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onSubmit();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="form-dialog"
      aria-labelledby={heading}
      onClose={onClose}
      // Escape closes what is uppermost, and not the source beside the page too.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        <p className="form-dialog-foot">
          <button type="submit" className="strong-button" disabled={!isReady}>
            {action}
          </button>
          <button type="button" className="quiet-button" onClick={onClose}>
            {words.shell.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}

interface NameDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onClose'> {
  /** What the field is called. */
  readonly label: string;
  /** The name so far. */
  readonly name: string;
  /** Characters. */
  readonly maxLength: number;
  readonly onName: (name: string) => void;
}

/** Asks for a name; one that is there already, or is empty, cannot be given. */
export function NameDialog({
  title,
  action,
  label,
  name: before,
  maxLength,
  onName,
  onClose,
}: NameDialogProps) {
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
      <label htmlFor={field}>{label}</label>
      <input
        id={field}
        value={name}
        dir="auto"
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
