import { useRef } from 'react';
import { useSlash } from '../use-slash.ts';

interface DocumentSearchProps {
  readonly search: string;
  readonly onFind: (words: string) => void;
}

/** Where words of a title or path are written; the list follows each letter. "/" comes here from anywhere. */
export function DocumentSearch({ search, onFind }: DocumentSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <form className="document-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        ref={field}
        type="search"
        aria-label="Find a document by title or path"
        placeholder="Find by title or path"
        dir="auto"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => onFind(event.target.value)}
      />
    </form>
  );
}
