import '../shell/button.css';
import './admin-settings.css';
import { useId, useRef, useState } from 'react';
import type { ModelCheck } from '../../src/contracts/model-check.ts';
import type { ApiKey, CreatedKey } from '../../src/contracts/principal.ts';
import { type ApiError, asApiError, createKey, listKeys, readLog, revokeKey, testModels } from '../api.ts';
import { Bar } from '../explain/bar.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FormDialog } from '../shell/form-dialog.tsx';
import { formatDate, formatNumber } from '../shell/formats.ts';
import { Loading } from '../shell/loading.tsx';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';
import { EvaluationReports } from './evaluation-reports.tsx';

/** What an administrator looks after: the models, who may ask, what was asked, and what was measured. */
export default function AdminSettings({ collection }: { readonly collection: string | undefined }) {
  return (
    <>
      <Models />
      <AccessKeys />
      {collection !== undefined && <AskedQuestions collection={collection} />}
      <EvaluationReports />
    </>
  );
}

/** Whether the models that the settings name can be asked: tried where that is wanted. */
function Models() {
  const { admin: words } = useWords();
  const [checks, setChecks] = useState<readonly ModelCheck[]>();
  const [isTesting, setTesting] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const test = () => {
    if (isTesting) return;
    setTesting(true);
    setFailure(undefined);
    testModels()
      .then(setChecks, (reason: unknown) => setFailure(asApiError(reason)))
      .finally(() => setTesting(false));
  };
  return (
    <section aria-labelledby="admin-models">
      <h2 id="admin-models">{words.models}</h2>
      <p className="small-print">{words.modelsHint}</p>
      <div aria-live="polite" aria-busy={isTesting}>
        {failure && <FailureNotice error={failure} onRetry={test} />}
        {isTesting && <p className="small-print">{words.modelsTesting}</p>}
        {checks && !isTesting && (
          <ul className="admin-list">
            {checks.map(({ part, ok, state, finding, remedy, tookMs }) => (
              <li key={part}>
                <span>
                  <span className={ok ? 'admin-fine' : 'admin-wrong'}>
                    {words.modelParts[part]}: {words.modelStates[state]}
                  </span>
                  <span className="small-print" lang="en" dir="ltr">
                    {finding}
                    {remedy !== null && ` ${remedy}`}
                  </span>
                  <span className="small-print">
                    <bdi>{formatNumber(tookMs)} ms</bdi>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="admin-act">
        <button type="button" className="quiet-button" aria-disabled={isTesting} onClick={test}>
          {words.modelsTest}
        </button>
      </p>
    </section>
  );
}

/** The keys of clients: made, shown once, and revoked. */
function AccessKeys() {
  const { admin: words, shell } = useWords();
  const { value, error, reload } = useResource(listKeys, []);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKey>();
  const [failure, setFailure] = useState<ApiError>();
  const act = (work: Promise<unknown>) => {
    setFailure(undefined);
    work.then(reload, (reason: unknown) => setFailure(asApiError(reason)));
  };
  const shownError = error ?? failure;
  return (
    <section aria-labelledby="admin-keys">
      <h2 id="admin-keys">{words.keys}</h2>
      <p className="small-print">{words.keysHint}</p>
      {shownError && <FailureNotice error={shownError} onRetry={() => act(Promise.resolve())} />}
      {!value && !shownError && <Loading />}
      {made && (
        <div className="notice" role="status">
          <p>{words.keyOnce}</p>
          <p>
            <code className="admin-key">{made.key}</code>
          </p>
          <button type="button" className="quiet-button" onClick={() => setMade(undefined)}>
            {shell.close}
          </button>
        </div>
      )}
      {value && value.length > 0 && (
        <ul className="admin-list">
          {value.map((key) => (
            <KeyEntry key={key.id} apiKey={key} onRevoke={() => act(revokeKey(key.id))} />
          ))}
        </ul>
      )}
      <p className="admin-act">
        <button type="button" className="quiet-button" onClick={() => setMaking(true)}>
          {words.newKey}
        </button>
      </p>
      {isMaking && (
        <KeyDialog
          onMake={(options) => act(createKey(options).then(setMade))}
          onClose={() => setMaking(false)}
        />
      )}
    </section>
  );
}

/** A key of the list. Revoking is asked for twice, since whoever has it is locked out at once. */
function KeyEntry({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const { admin: words } = useWords();
  const [isAsked, setAsked] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  const revoke = () => {
    // The button that was pressed goes once the key is revoked.
    entry.current?.focus();
    onRevoke();
  };
  const { id, name, role, collections, createdAt, lastUsedAt, revokedAt, expiresAt } = apiKey;
  const roles = { read: words.roleRead, write: words.roleWrite, admin: words.roleAdmin };
  const uses = lastUsedAt === null ? words.neverUsed : words.lastUsed(formatDate(lastUsedAt));
  const state = revokedAt === null ? uses : words.revoked(formatDate(revokedAt));
  return (
    <li ref={entry} tabIndex={-1} className={revokedAt === null ? undefined : 'admin-revoked'}>
      <span>
        <bdi>{name}</bdi>
        <span className="small-print">
          <code>{id}</code> · {roles[role]}
          {collections !== 'all' && <> · {collections.join(', ')}</>} · {words.made(formatDate(createdAt))} ·{' '}
          {state}
          {expiresAt !== null && <> · {words.expires(formatDate(expiresAt))}</>}
        </span>
      </span>
      {revokedAt === null && (
        <button
          type="button"
          className={isAsked ? 'quiet-button' : 'list-page-act small-print'}
          aria-label={isAsked ? words.revokeForGood(name) : words.revokeOne(name)}
          onBlur={() => setAsked(false)}
          onClick={() => (isAsked ? revoke() : setAsked(true))}
        >
          {isAsked ? words.revokeForGood(name) : words.revoke}
        </button>
      )}
    </li>
  );
}

interface KeyDialogProps {
  readonly onMake: (options: Parameters<typeof createKey>[0]) => void;
  readonly onClose: () => void;
}

function KeyDialog({ onMake, onClose }: KeyDialogProps) {
  const { admin: words } = useWords();
  const field = useId();
  const [name, setName] = useState('');
  const [role, setRole] = useState<ApiKey['role']>('read');
  return (
    <FormDialog
      title={words.newKey}
      action={words.newKey}
      isReady={name.trim() !== ''}
      onSubmit={() => onMake({ name: name.trim(), role })}
      onClose={onClose}
    >
      <label htmlFor={`${field}-name`}>{words.keyName}</label>
      <input
        id={`${field}-name`}
        value={name}
        dir="auto"
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${field}-role`}>{words.role}</label>
      <select
        id={`${field}-role`}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as ApiKey['role'])}
      >
        <option value="read">{words.roleRead}</option>
        <option value="write">{words.roleWrite}</option>
        <option value="admin">{words.roleAdmin}</option>
      </select>
    </FormDialog>
  );
}

/** Questions of the log that are looked at for how they ended, and those that are listed at once. */
const questionsCounted = 1000;
const questionsListed = 50;

/** What was asked in a collection: how it ended, and the questions themselves, those without an answer first. */
function AskedQuestions({ collection }: { readonly collection: string }) {
  const { admin: words } = useWords();
  const [only, setOnly] = useState<'all' | 'unanswered'>('all');
  const field = useId();
  const { value, error, reload } = useResource(
    (signal) => readLog(collection, { limit: questionsCounted }, signal),
    [collection],
  );
  const unanswered = useResource(
    (signal) => readLog(collection, { only: 'unanswered', limit: questionsListed }, signal),
    [collection],
  );
  const counts = Map.groupBy(value?.entries ?? [], ({ outcome }) => outcome);
  const rated = value?.entries.filter(({ helpful }) => helpful !== null) ?? [];
  const most = Math.max(1, ...[...counts.values()].map(({ length }) => length));
  const listed = (only === 'all' ? value : unanswered.value)?.entries.slice(0, questionsListed) ?? [];
  return (
    <section aria-labelledby="admin-log">
      <h2 id="admin-log">{words.questions(collection)}</h2>
      {error && <FailureNotice error={error} onRetry={reload} />}
      {!value && !error && <Loading />}
      {value?.matching === 0 && <p className="small-print">{words.noQuestions}</p>}
      {value && value.matching > 0 && (
        <>
          <dl className="admin-chart">
            {[...counts].map(([outcome, { length }]) => (
              <div key={outcome}>
                <dt>{words.outcomes[outcome]}</dt>
                <dd>
                  <Bar fraction={length / most} />
                  <span>{formatNumber(length)}</span>
                </dd>
              </div>
            ))}
            {rated.length > 0 && (
              <div>
                <dt>{words.helped}</dt>
                <dd>
                  <Bar fraction={rated.filter(({ helpful }) => helpful).length / rated.length} />
                  <span>
                    {formatNumber(rated.filter(({ helpful }) => helpful).length)} /{' '}
                    {formatNumber(rated.length)}
                  </span>
                </dd>
              </div>
            )}
          </dl>
          <p className="admin-act">
            <label htmlFor={field}>{words.show}</label>
            <select
              id={field}
              value={only}
              onChange={({ currentTarget }) => setOnly(currentTarget.value as typeof only)}
            >
              <option value="all">{words.all}</option>
              <option value="unanswered">{words.unanswered}</option>
            </select>
          </p>
          <ul className="admin-list">
            {listed.map(({ id, question, outcome, askedAt, totalMs, helpful, model }) => (
              <li key={id}>
                <span>
                  <span dir="auto">{question ?? words.wordsNotKept}</span>
                  <span className="small-print">
                    {words.outcomes[outcome]} · <time dateTime={askedAt}>{formatDate(askedAt)}</time> ·{' '}
                    <bdi>{formatNumber(totalMs)} ms</bdi>
                    {model !== null && <> · {model}</>}
                    {helpful !== null && <> · {helpful ? words.helpful : words.unhelpful}</>}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
