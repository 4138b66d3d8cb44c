import '../pages/list-page.css';
import './settings-page.css';
import { useId, useState } from 'react';
import type { SessionState } from '../api.ts';
import { useTitle } from '../use-title.ts';
import { type Appearance, keepAppearance, keptAppearance } from './appearance.ts';

const schemes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
const texts = { normal: 'Normal', large: 'Large', largest: 'Largest' } as const;
const roles = {
  read: 'ask and read',
  write: 'ask, read, and put documents in',
  admin: 'do everything',
} as const;

/** What the page does by keys, in the order in which they are needed. */
const keys: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Goes to the field for a question, or for finding a document'],
  ['Enter', 'Asks; Shift and Enter begin a new line'],
  ['← →', 'Open the footnote before and behind the one that is opened'],
  ['Escape', 'Closes the source, or a window over the page'],
  ['?', 'Opens this list'],
];

/** How the page looks, what its keys are, and who is asking. */
export function SettingsPage({ session }: { readonly session: SessionState | undefined }) {
  useTitle('Settings');
  const [appearance, setAppearance] = useState(keptAppearance);
  const change = (changed: Partial<Appearance>) => {
    const next = { ...appearance, ...changed };
    setAppearance(next);
    keepAppearance(next);
  };
  return (
    <div className="list-page settings">
      <h1>Settings</h1>
      <Choice
        title="Colours"
        names={schemes}
        chosen={appearance.scheme}
        onChoose={(scheme) => change({ scheme })}
      />
      <Choice
        title="Size of text"
        names={texts}
        chosen={appearance.text}
        onChoose={(text) => change({ text })}
      />
      <p className="small-print">Both are kept in this browser alone.</p>
      <h2>Keys</h2>
      <dl className="settings-keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {session?.principal && (
        <>
          <h2>Access</h2>
          <p>
            {session.principal.id === 'local'
              ? 'This server asks for no key. You may '
              : `You are here as ${session.principal.id}. You may `}
            {roles[session.principal.role]}.
          </p>
        </>
      )}
    </div>
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
