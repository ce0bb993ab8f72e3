// Setting up a second factor, step by step: the password, the secret with a first code, and the recovery codes, which
// are shown once. In a dialog of one's own account, or as the page of somebody whose role wants one.
import { callByName } from './api/call.ts';
import type { Reply } from './api/call.ts';
import { logout, readRights } from './api/session.ts';
import type { BackOfficeUser } from './api/session.ts';
import { Gate } from './gate.tsx';
import { Code } from './parts/code.tsx';
import { Dialog } from './parts/dialog.tsx';
import { TextField } from './parts/field.tsx';
import { QrCode } from './parts/qr-code.tsx';
import { StepForm } from './parts/step-form.tsx';
import { Toasts, say } from './parts/toast.tsx';
import { useState } from './preact.ts';
import { saveFile } from './save-file.ts';
import { nameOfRole, t } from './texts/texts.ts';

type Begun = Reply<'begin_second_factor'>;

// Without a session: that of the cookie, which the page does not know.
const begin = async (password: string): Promise<Begun> =>
  (await callByName('begin_second_factor', { password })) as Begun;
const confirm = async (code: string): Promise<readonly string[]> => {
  const reply = await callByName('confirm_second_factor', { code });
  return (reply as Reply<'confirm_second_factor'>).recovery_codes;
};

const PasswordStep = ({ onBegun }: { readonly onBegun: (begun: Begun) => void }) => {
  const texts = t().secondFactor;
  const [password, setPassword] = useState('');
  return (
    <StepForm label={texts.goOn} isReady={password !== ''} act={async () => onBegun(await begin(password))}>
      <p>{texts.passwordFirst}</p>
      <TextField
        label={texts.password}
        isPassword
        value={password}
        onInput={setPassword}
        autoComplete="current-password"
        autoFocus
        required
      />
    </StepForm>
  );
};

interface CodeStepProps {
  readonly begun: Begun;
  readonly onSet: (codes: readonly string[]) => void;
}

const CodeStep = ({ begun, onSet }: CodeStepProps) => {
  const texts = t().secondFactor;
  const [code, setCode] = useState('');
  return (
    <StepForm label={texts.confirm} isReady={code.trim() !== ''} act={async () => onSet(await confirm(code))}>
      <p>{texts.scan}</p>
      <QrCode text={begun.url} label={texts.picture} />
      <Code text={begun.secret} label={texts.secret} />
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        value={code}
        onInput={setCode}
        autoComplete="one-time-code"
        required
      />
    </StepForm>
  );
};

interface CodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

const Codes = ({ codes, onKept }: CodesProps) => {
  const texts = t().secondFactor;
  const text = codes.join('\n');
  return (
    <StepForm
      label={texts.kept}
      act={() => {
        onKept();
        return Promise.resolve();
      }}
    >
      <p>
        <strong>{texts.recovery}</strong>
      </p>
      <p class="note-text">{texts.recoveryHint}</p>
      <Code text={text} label={texts.recovery} />
      <p>
        <button type="button" onClick={() => saveFile('kontor-codes.txt', 'text/plain', `${text}\n`)}>
          {texts.save}
        </button>
      </p>
    </StepForm>
  );
};

interface StepsProps {
  /** The codes are shown: what closes the steps would lose them. */
  readonly onShown?: () => void;
  readonly onDone: () => void;
}

const Steps = ({ onShown, onDone }: StepsProps) => {
  const [begun, setBegun] = useState<Begun | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const done = async (): Promise<void> => {
    await readRights();
    say(t().secondFactor.done);
    onDone();
  };
  if (codes !== undefined) return <Codes codes={codes} onKept={() => void done()} />;
  if (begun === undefined) return <PasswordStep onBegun={setBegun} />;
  const set = (shown: readonly string[]): void => {
    setCodes(shown);
    onShown?.();
  };
  return <CodeStep begun={begun} onSet={set} />;
};

export const SetUpDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [isShown, setShown] = useState(false);
  return (
    <Dialog title={t().secondFactor.begin} onClose={isShown ? undefined : onClose}>
      <Steps onShown={() => setShown(true)} onDone={onClose} />
    </Dialog>
  );
};

/** All that is open to somebody whose role wants a second factor that they have not. */
export const FactorWanted = ({ person }: { readonly person: BackOfficeUser }) => (
  <>
    <Gate title={t().secondFactor.begin} class="wanted">
      <p class="sub">{t().secondFactor.missing(nameOfRole(person.role))}</p>
      <Steps onDone={() => undefined} />
      <p class="first-account">
        <button type="button" class="plain" onClick={() => void logout()}>
          {t().shell.logout}
        </button>
      </p>
    </Gate>
    <Toasts />
  </>
);
