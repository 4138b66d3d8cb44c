import { type FormEvent, useId, useState } from 'react';
import './button.css';
import './sign-in.css';
import { asApiError, type SessionState, signIn } from '../api.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';

interface SignInProps {
  /** Undefined until it is known how one can sign in. */
  readonly session: SessionState | undefined;
  readonly onSignedIn: () => void;
}

/** Asks who somebody is: by a key, or by an account where the server knows a provider of identities. */
export function SignIn({ session, onSignedIn }: SignInProps) {
  const words = useWords();
  const field = useId();
  const [key, setKey] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState(() => providerFailure(words));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isSending) return;
    setSending(true);
    try {
      await signIn(key.trim());
      forgetProviderFailure();
      onSignedIn();
    } catch (error) {
      const { code, message } = asApiError(error);
      setFailure(code === 'credentials_invalid' ? words.signIn.keyInvalid : message);
      setSending(false);
    }
  };

  return (
    <section className="sign-in" aria-labelledby={`${field}-title`}>
      <h1 id={`${field}-title`}>{words.signIn.title}</h1>
      {failure !== '' && (
        <p className="sign-in-failure" role="alert">
          {failure}
        </p>
      )}
      {session?.provider && (
        <>
          <a className="strong-button sign-in-provider" href="auth/login">
            {words.signIn.account}
          </a>
          <p className="sign-in-or">{words.signIn.or}</p>
        </>
      )}
      <form onSubmit={(event) => void send(event)}>
        <label htmlFor={field}>{words.signIn.key}</label>
        <input
          id={field}
          type="password"
          name="key"
          autoComplete="current-password"
          spellCheck={false}
          placeholder="fn_…"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          aria-describedby={`${field}-hint`}
        />
        <p className="sign-in-hint" id={`${field}-hint`}>
          {words.signIn.hint}
        </p>
        <button type="submit" className="strong-button" disabled={isSending}>
          {words.signIn.title}
        </button>
      </form>
    </section>
  );
}

/** What the address says that went wrong at the provider; empty where nothing did. */
function providerFailure({ signIn }: Words): string {
  const code = new URLSearchParams(location.search).get('sign-in');
  if (code === null) return '';
  if (code === 'access_denied') return signIn.noAccess;
  return code === 'identity_unavailable' ? signIn.accountAway : signIn.failed;
}

function forgetProviderFailure(): void {
  if (location.search !== '') history.replaceState(history.state, '', `${location.pathname}${location.hash}`);
}
