// The page of somebody who is invited: they choose a name and a password, and are logged in.
import { Unanswered } from './api/http.ts';
import { Refused } from './api/refused.ts';
import { acceptInvitation, readInvitation } from './api/session.ts';
import type { Invited } from './api/session.ts';
import { wireLanguage } from './api/wire-language.ts';
import { dateTime } from './format.ts';
import { Gate } from './gate.tsx';
import { TextField } from './parts/field.tsx';
import { Skeleton } from './parts/page.tsx';
import { Pairs } from './parts/pairs.tsx';
import { StepForm } from './parts/step-form.tsx';
import { useEffect, useState } from './preact.ts';
import { nameOfRole, t } from './texts/texts.ts';

const AccountForm = ({ code }: { readonly code: string }) => {
  const texts = t().invitation;
  const [username, setUsername] = useState('');
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const differs = second !== '' && second !== first;
  const act = (): Promise<void> =>
    acceptInvitation({ code, username, password: first, password_again: second, language: wireLanguage() });
  const isReady = username !== '' && first !== '' && second === first;
  return (
    <StepForm label={texts.accept} isReady={isReady} act={act}>
      <p>{texts.choose}</p>
      <TextField
        label={texts.username}
        hint={texts.usernameHint}
        value={username}
        onInput={setUsername}
        autoComplete="username"
        autoFocus
        required
      />
      <TextField
        label={texts.password}
        isPassword
        value={first}
        onInput={setFirst}
        autoComplete="new-password"
        required
      />
      <TextField
        label={texts.again}
        error={differs ? texts.differs : undefined}
        isPassword
        value={second}
        onInput={setSecond}
        autoComplete="new-password"
        required
      />
    </StepForm>
  );
};

const Known = ({ code, invited }: { readonly code: string; readonly invited: Invited }) => {
  const texts = t().invitation;
  return (
    <>
      <p class="sub">{texts.welcome(nameOfRole(invited.role))}</p>
      <Pairs
        pairs={[
          [texts.email, invited.email],
          [texts.until, dateTime(invited.expiration_date)],
        ]}
      />
      <AccountForm code={code} />
    </>
  );
};

/** Undefined: not known yet. */
type Answer = Invited | 'over' | 'unanswered' | undefined;

const read = async (code: string): Promise<Answer> => {
  try {
    return await readInvitation(code);
  } catch (error) {
    if (error instanceof Refused) return 'over';
    if (error instanceof Unanswered) return 'unanswered';
    throw error;
  }
};

export const InvitationPage = ({ code }: { readonly code: string }) => {
  const texts = t().invitation;
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    void read(code).then(setAnswer);
  }, [code]);
  return (
    <Gate title={texts.title} step={answer}>
      {answer === undefined && <Skeleton />}
      {(answer === 'over' || answer === 'unanswered') && (
        <>
          <p role="alert">{answer === 'over' ? texts.over : t().login.unanswered}</p>
          <p>
            <a href="#/">{texts.toLogin}</a>
          </p>
        </>
      )}
      {typeof answer === 'object' && <Known code={code} invited={answer} />}
    </Gate>
  );
};
