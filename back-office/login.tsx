// The login: as a page, and above a screen whose session has ended.
import { login, user } from './api/session.ts';
import type { LoginOutcome } from './api/session.ts';
import { Dialog } from './parts/dialog.tsx';
import { TextField } from './parts/field.tsx';
import { useEffect, useState } from './preact.ts';
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx';
import { t } from './texts/texts.ts';

const messageOf = (outcome: LoginOutcome | undefined): string | undefined => {
  if (outcome === undefined || outcome === 'ok') return undefined;
  return { refused: t().login.wrong, throttled: t().login.throttled, unanswered: t().login.unanswered }[outcome];
};

const LoginForm = ({ name }: { readonly name: string }) => {
  const [username, setUsername] = useState(name);
  const [password, setPassword] = useState('');
  const [outcome, setOutcome] = useState<LoginOutcome | undefined>();
  const [isWaiting, setWaiting] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setWaiting(true);
    const outcome = await login(username, password);
    setWaiting(false);
    setOutcome(outcome);
  };
  const message = messageOf(outcome);
  return (
    <form class="login-form" onSubmit={(event) => void submit(event)}>
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
      {message !== undefined && (
        <p class="error" role="alert">
          {message}
        </p>
      )}
      <button type="submit" class="primary" disabled={isWaiting}>
        {t().login.submit}
      </button>
    </form>
  );
};

export const LoginPage = () => {
  const title = t().login.title;
  useEffect(() => {
    document.title = `${title} · Kontor`;
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [title]);
  return (
    <div class="login">
      <main>
        <svg class="mark" width="44" height="44" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M10 7v18M22 8 11.5 16.5 22 24.5" />
        </svg>
        <h1>{t().shell.product}</h1>
        <p class="sub">{t().shell.backOffice}</p>
        <LoginForm name="" />
        <p class="first-account">
          {t().login.noAccount} <code>kontor user add anna --email anna@example.org --level administrator</code>
        </p>
      </main>
      <footer>
        <LanguageChoice />
        <ThemeChoice />
      </footer>
    </div>
  );
};

export const LoginAgain = () => (
  <Dialog title={t().login.again} class="small">
    <p>{t().login.expired}</p>
    <LoginForm name={user.value?.username ?? ''} />
  </Dialog>
);
