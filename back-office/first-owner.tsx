// The page behind the link that the first start shows: the first person of the shop chooses a name and a password.
import { makeFirstOwner } from './api/session.ts';
import { Gate } from './gate.tsx';
import { TextField } from './parts/field.tsx';
import { useState } from './preact.ts';
import { goTo, route } from './routes.ts';
import { t } from './texts/texts.ts';

const FIELD_OF: { readonly [code: string]: 'username' | 'email' | 'password' } = {
  USERNAME_IS_INVALID: 'username',
  USERNAME_IN_USE: 'username',
  EMAIL_IS_INVALID: 'email',
  EMAIL_IS_IN_USE: 'email',
  PASSWORD_IS_INVALID: 'password',
};

const OwnerForm = ({ code }: { readonly code: string }) => {
  const texts = t().start.owner;
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setWaiting(true);
    const outcome = await makeFirstOwner({ code, username: username.trim(), email: email.trim(), password });
    setWaiting(false);
    setRefused(outcome);
    if (outcome === '') goTo('#/');
  };
  const known: { readonly [code: string]: string } = texts.refusals;
  const message = refused === '' ? undefined : (known[refused] ?? t().shell.refused);
  const errorOf = (field: string): string | undefined => (FIELD_OF[refused] === field ? message : undefined);
  return (
    <form class="login-form" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t().login.username}
        hint={texts.usernameHint}
        error={errorOf('username')}
        value={username}
        onInput={setUsername}
        autoComplete="username"
        autoFocus
        required
      />
      <TextField
        label={texts.email}
        error={errorOf('email')}
        value={email}
        onInput={setEmail}
        autoComplete="email"
        required
      />
      <TextField
        label={t().login.password}
        hint={texts.passwordHint}
        error={errorOf('password')}
        isPassword
        value={password}
        onInput={setPassword}
        autoComplete="new-password"
        required
      />
      {message !== undefined && FIELD_OF[refused] === undefined && (
        <p class="error" role="alert">
          {message}
        </p>
      )}
      <button type="submit" class="primary" disabled={isWaiting}>
        {texts.submit}
      </button>
    </form>
  );
};

export const FirstOwnerPage = () => {
  const { title, sub } = t().start.owner;
  return (
    <Gate title={title} isMarked>
      <p class="sub">{sub}</p>
      <OwnerForm code={route.value.id} />
    </Gate>
  );
};
