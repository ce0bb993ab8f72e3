// The login: as a page, and above a screen whose session has ended.
import { login, user } from './api/session.ts';
import type { LoginOutcome } from './api/session.ts';
import { Gate } from './gate.tsx';
import { Dialog } from './parts/dialog.tsx';
import { TextField } from './parts/field.tsx';
import { useLayoutEffect, useRef, useState } from './preact.ts';
import { t } from './texts/texts.ts';

const messageOf = (outcome: LoginOutcome | undefined): string | undefined => {
  if (outcome === undefined || outcome === 'ok') return undefined;
  const { wrong: refused, throttled, unanswered } = t().login;
  const { login: code, wrong } = t().secondFactor;
  return { refused, throttled, unanswered, code, wrong_code: wrong }[outcome];
};

const LoginForm = ({ name }: { readonly name: string }) => {
  const [username, setUsername] = useState(name);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [outcome, setOutcome] = useState<LoginOutcome | undefined>();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (wantsCode) form.current?.querySelector<HTMLElement>('input[autocomplete=one-time-code]')?.focus();
  }, [wantsCode, outcome]);
  const [isWaiting, setWaiting] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setWaiting(true);
    const outcome = await login(username, password, code);
    setWaiting(false);
    setOutcome(outcome);
    if (outcome === 'code') setWantsCode(true);
    if (outcome === 'wrong_code') setCode('');
    // Another name or password may be of an account without a second factor.
    if (outcome === 'refused') {
      setWantsCode(false);
      setCode('');
    }
  };
  const message = messageOf(outcome);
  return (
    <form ref={form} class="login-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t().login.username}
        value={username}
        onInput={setUsername}
        autoComplete="username"
        autoFocus={name === ''}
        required
      />
      <TextField
        label={t().login.password}
        isPassword
        value={password}
        onInput={setPassword}
        autoComplete="current-password"
        autoFocus={name !== ''}
        required
      />
      {wantsCode && (
        <TextField
          label={t().secondFactor.anyCode}
          value={code}
          onInput={setCode}
          autoComplete="one-time-code"
          required
        />
      )}
      {message !== undefined && (
        <p class={outcome === 'code' ? 'note-text' : 'error'} role="alert">
          {message}
        </p>
      )}
      <button type="submit" class="primary" disabled={isWaiting}>
        {wantsCode ? t().secondFactor.submit : t().login.submit}
      </button>
    </form>
  );
};

export const LoginPage = () => (
  <Gate title={t().login.title} heading={t().shell.product} isMarked>
    <p class="sub">{t().shell.backOffice}</p>
    <LoginForm name="" />
    <p class="first-account">
      {t().login.noAccount} <code>kontor user add anna --email anna@example.org --level administrator</code>
    </p>
  </Gate>
);

export const LoginAgain = () => (
  <Dialog title={t().login.again} class="small">
    <p>{t().login.expired}</p>
    <LoginForm name={user.value?.username ?? ''} />
  </Dialog>
);
