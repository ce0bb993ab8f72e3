// Who am I here? The own account: password, second factor, logins.
import { callByName } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { readRights, user } from '../api/session.ts';
import type { BackOfficeUser } from '../api/session.ts';
import { ChangePassword } from '../change-password.tsx';
import { count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { useState } from '../preact.ts';
import { SetUpDialog } from '../set-up-factor.tsx';
import { nameOfRole, t } from '../texts/texts.ts';
import { LoginsDialog } from './logins-dialog.tsx';

const EndFactor = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().secondFactor;
  const [code, setCode] = useState('');
  const act = async (): Promise<string> => {
    await callByName('end_second_factor', { code });
    await readRights();
    return texts.ended;
  };
  return (
    <ConfirmDialog
      title={texts.endTitle}
      label={texts.end}
      isDangerous
      isReady={code.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.endWill} />
      <TextField label={texts.anyCode} value={code} onInput={setCode} autoComplete="one-time-code" autoFocus required />
    </ConfirmDialog>
  );
};

type Asked = 'password' | 'begin' | 'end' | 'logins';

const Cards = ({ person }: { readonly person: BackOfficeUser }) => {
  const [asked, setAsked] = useState<Asked | undefined>();
  const { account: texts, secondFactor: factor } = t();
  const close = (): void => setAsked(undefined);
  const hasFactor = person.second_factor === 1;
  const role = person.role === '' ? t().people.noRole(person.level) : nameOfRole(person.role);
  const button = (label: string, which: Asked) => (
    <p>
      <button type="button" onClick={() => setAsked(which)}>
        {label}
      </button>
    </p>
  );
  return (
    <>
      <Card title={texts.who}>
        <Pairs
          pairs={[
            [texts.username, person.username],
            [texts.email, person.email],
            [texts.role, role],
          ]}
        />
      </Card>
      <Card
        title={factor.title}
        beside={<Chip tone={hasFactor ? 'good' : 'quiet'}>{hasFactor ? factor.isOn : factor.isOff}</Chip>}
      >
        <div class="card-body ask">
          <p>{hasFactor ? factor.onHint : factor.offHint}</p>
          {hasFactor && <p>{factor.codesLeft(count(person.recovery_codes))}</p>}
          {hasFactor ? button(factor.end, 'end') : button(factor.begin, 'begin')}
        </div>
      </Card>
      <Card title={texts.password}>
        <div class="card-body ask">
          <p>{texts.passwordHint}</p>
          {button(t().ownPassword.change, 'password')}
        </div>
      </Card>
      {may('get_logins') && (
        <Card title={texts.logins}>
          <div class="card-body ask">
            <p>{texts.loginsHint}</p>
            {button(t().logins.own, 'logins')}
          </div>
        </Card>
      )}
      {asked === 'begin' && <SetUpDialog onClose={close} />}
      {asked === 'end' && <EndFactor onClose={close} />}
      {asked === 'password' && <ChangePassword onClose={close} />}
      {asked === 'logins' && <LoginsDialog title={t().logins.own} onClose={close} />}
    </>
  );
};

export const Account = () => <Page title={t().account.title}>{user.value && <Cards person={user.value} />}</Page>;
