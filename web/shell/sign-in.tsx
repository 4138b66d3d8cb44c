import { type FormEvent, useId, useState } from 'react';
import './button.css';
import './sign-in.css';
import { asApiError, type SessionState, signIn } from '../api.ts';

interface SignInProps {
  /** Undefined until it is known how one can sign in. */
  readonly session: SessionState | undefined;
  readonly onSignedIn: () => void;
}

/** What the way back from the provider of identities said, by its code. */
const providerFailures: Readonly<Record<string, string>> = {
  access_denied: 'You have an account there, but no access here. Ask whoever runs this server for it.',
  identity_unavailable: 'The account server is not responding. Try again in a moment.',
};

/** Asks who somebody is: by a key, or by an account where the server knows a provider of identities. */
export function SignIn({ session, onSignedIn }: SignInProps) {
  const field = useId();
  const [key, setKey] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState(providerFailure);

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
      setFailure(
        code === 'credentials_invalid' ? 'This key is not in force. Check it, or ask for another.' : message,
      );
      setSending(false);
    }
  };

  return (
    <section className="sign-in" aria-labelledby={`${field}-title`}>
      <h1 id={`${field}-title`}>Sign in</h1>
      {failure !== '' && (
        <p className="sign-in-failure" role="alert">
          {failure}
        </p>
      )}
      {session?.provider && (
        <>
          <a className="strong-button sign-in-provider" href="auth/login">
            Sign in with your account
          </a>
          <p className="sign-in-or">or</p>
        </>
      )}
      <form onSubmit={(event) => void send(event)}>
        <label htmlFor={field}>Key</label>
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
          You get one from whoever runs this server. It is not kept in the browser.
        </p>
        <button type="submit" className="strong-button" disabled={isSending}>
          Sign in
        </button>
      </form>
    </section>
  );
}

/** What the address says that went wrong at the provider; empty where nothing did. */
function providerFailure(): string {
  const code = new URLSearchParams(location.search).get('sign-in');
  if (code === null) return '';
  return providerFailures[code] ?? 'Signing in did not work. Try again.';
}

function forgetProviderFailure(): void {
  if (location.search !== '') history.replaceState(history.state, '', `${location.pathname}${location.hash}`);
}
