import './search-field.css';
import { useRef } from 'react';
import { useSlash } from '../use-slash.ts';

interface SearchFieldProps {
  /** What is found, for those who do not see the field. */
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onFind: (words: string) => void;
}

/** Where words are written of what a list has; the list follows each letter. "/" comes here from anywhere. */
export function SearchField({ label, placeholder, search, onFind }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <form className="search-field" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        dir={search === '' ? undefined : 'auto'}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onFind(event.target.value)}
      />
    </form>
  );
}
