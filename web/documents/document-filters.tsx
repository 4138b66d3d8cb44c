import { useRef } from 'react';
import type { DocumentFacets, DocumentFilter, DocumentState } from '../../src/contracts/document.ts';
import { useWords } from '../words/use-words.tsx';
import { pageLocale } from '../words/words.ts';

interface DocumentFiltersProps {
  /** Of each collection that is shown. */
  readonly facets: readonly DocumentFacets[];
  readonly filter: DocumentFilter;
  readonly onFilter: (filter: DocumentFilter) => void;
}

/** What the listed documents have in common. What there is but one of cannot be chosen. */
export function DocumentFilters({ facets, filter, onFilter }: DocumentFiltersProps) {
  const { filters: words } = useWords();
  const { field, value, ...others } = filter;
  const group = useRef<HTMLDivElement>(null);
  const clear = () => {
    // The button that was pressed goes with the filter.
    group.current?.querySelector('select')?.focus();
    onFilter({});
  };
  const names = new Intl.DisplayNames(pageLocale(), { type: 'language', fallback: 'code' });
  const states: Readonly<Record<DocumentState, string>> = words.states;
  const choice = (
    name: 'kind' | 'language' | 'state',
    label: string,
    all: Counts,
    said: (name: string) => string,
  ) =>
    (Object.keys(all).length > 1 || filter[name] !== undefined) && (
      <select
        aria-label={label}
        value={filter[name] ?? any}
        onChange={({ target }) => onFilter(changed(filter, name, target.value))}
      >
        <option value={any}>{label}</option>
        {Object.entries(all).map(([key, count]) => (
          <option key={key} value={key}>
            {said(key)} ({count})
          </option>
        ))}
      </select>
    );
  const fields = summed(facets, 'fields');
  return (
    <div ref={group} className="documents-filters" role="group" aria-label={words.title}>
      {choice('kind', words.kind, summed(facets, 'kinds'), (kind) => kind.toUpperCase() || words.noKind)}
      {choice('language', words.language, summed(facets, 'languages'), (code) => languageName(names, code))}
      {choice('state', words.state, summed(facets, 'states'), (state) => states[state as DocumentState])}
      {Object.keys(fields).length > 0 && (
        <select
          aria-label={words.field}
          value={field ?? any}
          onChange={({ target }) =>
            onFilter({ ...others, ...(target.value !== any && { field: target.value }) })
          }
        >
          <option value={any}>{words.field}</option>
          {Object.entries(fields).map(([name, count]) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      )}
      {field !== undefined && (
        <input
          aria-label={words.value(field)}
          placeholder={words.value(field)}
          value={value ?? ''}
          dir="auto"
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => onFilter(changed(filter, 'value', target.value))}
        />
      )}
      {Object.keys(filter).length > 0 && (
        <button type="button" className="quiet-button" onClick={clear}>
          {words.clear}
        </button>
      )}
    </div>
  );
}

/** Stands for no choice. A document without an ending is of the kind that is empty. */
const any = '*';

type Counts = Readonly<Record<string, number>>;

function changed(filter: DocumentFilter, name: keyof DocumentFilter, value: string): DocumentFilter {
  const { [name]: _, ...others } = filter;
  return value === any || (name === 'value' && value === '') ? others : { ...others, [name]: value };
}

function summed(facets: readonly DocumentFacets[], name: keyof DocumentFacets): Counts {
  const counts: Record<string, number> = {};
  for (const facet of facets)
    for (const [key, count] of Object.entries(facet[name])) counts[key] = (counts[key] ?? 0) + count;
  return counts;
}

function languageName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
