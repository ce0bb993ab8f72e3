// Who is invited to work here? Invitations that are open, made and withdrawn.
import type { Invitation, Role } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, mayCall } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { RoleChoice } from './role-dialogs.tsx';

/** What the person opens; the code stands behind the #, so that no server but this one ever gets it. */
const linkOf = (code: string): string => `${location.origin}${location.pathname}${hrefOf('invitation', code)}`;

interface InviteProps {
  readonly roles: readonly Role[];
  readonly onMade: (shown: ShownSecrets) => void;
  readonly onClose: () => void;
}

const InviteDialog = ({ roles, onMade, onClose }: InviteProps) => {
  const texts = t().invitation;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('');
  // Nobody gives what they lack.
  const given = roles.filter(({ operations }) => operations.every(mayCall));
  const act = async (): Promise<undefined> => {
    const { code } = await call('invite_person', { email: email.trim(), role });
    onMade({ name: texts.made(email.trim()), secrets: [[texts.link, linkOf(code)]], hint: texts.linkHint });
    return undefined;
  };
  return (
    <ConfirmDialog
      title={texts.invite}
      label={texts.inviteGo}
      isReady={email.trim() !== '' && role !== ''}
      act={act}
      onClose={onClose}
    >
      <TextField label={texts.email} value={email} onInput={setEmail} autoFocus required />
      <RoleChoice label={texts.role} value={role} none={texts.chooseRole} roles={given} onChoose={setRole} />
      <Consequences sentences={texts.will} />
    </ConfirmDialog>
  );
};

/** Asks for address and role, and shows the link once. */
export const Invite = ({ roles, onClose }: Omit<InviteProps, 'onMade'>) => {
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  return shown === undefined ? (
    <InviteDialog roles={roles} onMade={setShown} onClose={onClose} />
  ) : (
    <SecretDialog shown={shown} onClose={onClose} />
  );
};

interface WithdrawProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

const Withdraw = ({ invitation: { id_invitation: id, email }, onClose }: WithdrawProps) => {
  const texts = t().invitation;
  const act = async (): Promise<string> => {
    await call('withdraw_invitation', { id_invitation: id });
    return texts.withdrawn;
  };
  return (
    <ConfirmDialog title={texts.withdrawTitle(email)} label={texts.withdraw} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.withdrawWill} />
    </ConfirmDialog>
  );
};

export const Invitations = ({ onInvite }: { readonly onInvite: () => void }) => {
  const texts = t().invitation;
  const [asked, setAsked] = useState<Invitation | undefined>();
  const data = useData('invitations', (signal) => call('get_invitations', {}, signal));
  const withdraw = (invitation: Invitation) =>
    may('withdraw_invitation') && (
      <button
        type="button"
        class="plain danger"
        aria-label={`${texts.withdraw}: ${invitation.email}`}
        onClick={() => setAsked(invitation)}
      >
        {texts.withdraw}
      </button>
    );
  return (
    <Loaded data={data}>
      {({ invitations }) => (
        <Card title={texts.open} beside={<span class="figure">{count(invitations.length)}</span>}>
          {invitations.length === 0 ? (
            <Empty>
              <p>{texts.none}</p>
              {may('invite_person') && (
                <button type="button" onClick={onInvite}>
                  {texts.invite}
                </button>
              )}
            </Empty>
          ) : (
            <Table
              caption={texts.open}
              rows={invitations}
              keyOf={({ id_invitation: id }) => id}
              columns={[
                { title: texts.email, cell: ({ email }) => email },
                { title: texts.role, cell: ({ role }) => nameOfRole(role) },
                {
                  title: texts.by,
                  cell: ({ invited_by: by }) => (by === '' ? texts.byChannel : by),
                  isMinor: true,
                },
                { title: texts.until, cell: ({ expiration_date: until }) => dateTime(until), isMinor: true },
                { title: t().people.edit, cell: withdraw, isFigure: true },
              ]}
            />
          )}
          {asked !== undefined && <Withdraw invitation={asked} onClose={() => setAsked(undefined)} />}
        </Card>
      )}
    </Loaded>
  );
};
