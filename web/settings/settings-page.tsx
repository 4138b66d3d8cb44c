import '../pages/list-page.css';
import './settings-page.css';
import { lazy, Suspense, useId, useState } from 'react';
import type { SessionState } from '../api.ts';
import { useTitle } from '../use-title.ts';
import { useWords } from '../words/use-words.tsx';
import { type LanguageCode, languages, pageLanguage } from '../words/words.ts';
import { type Appearance, keepAppearance, keptAppearance } from './appearance.ts';

/** Loaded with the page of an administrator. */
const AdminSettings = lazy(() => import('./admin-settings.tsx'));

interface SettingsPageProps {
  /** The collection that is shown; undefined where there is none. */
  readonly collection: string | undefined;
  readonly session: SessionState | undefined;
  readonly onLanguage: (language: LanguageCode) => void;
}

/** How the page looks and in which language, what its keys are, and who is asking. */
export function SettingsPage({ collection, session, onLanguage }: SettingsPageProps) {
  const { settings: words, shell } = useWords();
  useTitle(shell.settings);
  const [appearance, setAppearance] = useState(keptAppearance);
  const change = (changed: Partial<Appearance>) => {
    const next = { ...appearance, ...changed };
    setAppearance(next);
    keepAppearance(next);
  };
  const keys = [
    ['/', words.keySlash],
    ['Enter', words.keyEnter],
    ['← →', words.keyArrows],
    ['Escape', words.keyEscape],
    ['?', words.keyQuestion],
  ] as const;
  const may = { read: words.mayRead, write: words.mayWrite, admin: words.mayAdmin };
  return (
    <div className="list-page settings">
      <h1>{shell.settings}</h1>
      <Choice
        title={words.colours}
        names={{ system: words.asSystem, light: words.light, dark: words.dark }}
        chosen={appearance.scheme}
        onChoose={(scheme) => change({ scheme })}
      />
      <Choice
        title={words.textSize}
        names={{ normal: words.normal, large: words.large, largest: words.largest }}
        chosen={appearance.text}
        onChoose={(text) => change({ text })}
      />
      <LanguageChoice onChoose={onLanguage} />
      <p className="small-print">{words.kept}</p>
      <h2>{words.keys}</h2>
      <dl className="settings-keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd dir="ltr">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {session?.principal && (
        <>
          <h2>{words.access}</h2>
          <p>
            {session.principal.id === 'local' ? words.noKey : words.youAre(session.principal.id)}{' '}
            {may[session.principal.role]}
          </p>
        </>
      )}
      {session?.principal?.role === 'admin' && (
        <Suspense>
          <AdminSettings collection={collection} />
        </Suspense>
      )}
    </div>
  );
}

/** The language of the page: each is written as it calls itself, for whoever can read no other. */
function LanguageChoice({ onChoose }: { readonly onChoose: (language: LanguageCode) => void }) {
  const field = useId();
  return (
    <p className="settings-language">
      <label htmlFor={field}>{useWords().settings.language}</label>
      <select
        id={field}
        value={pageLanguage()}
        onChange={({ currentTarget: { value } }) => onChoose(value as LanguageCode)}
      >
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}

interface ChoiceProps<Name extends string> {
  readonly title: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** One of a few. */
function Choice<Name extends string>({ title, names, chosen, onChoose }: ChoiceProps<Name>) {
  const group = useId();
  return (
    <fieldset className="settings-choice">
      <legend>{title}</legend>
      {(Object.entries(names) as [Name, string][]).map(([name, label]) => (
        <label key={name}>
          <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
