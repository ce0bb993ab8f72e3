// Who works in the back office, and what may they do? Roles, and who has which.
import type { Role, StaffMember } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { user } from '../api/session.ts';
import { useData } from '../api/use-data.ts';
import { ago, count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Chip } from '../parts/chip.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { LoginsDialog } from './logins-dialog.tsx';
import { Invitations, Invite } from './invitations.tsx';
import { EditRole, MakeRole, RemoveRole, RoleChoice } from './role-dialogs.tsx';

interface GiveProps {
  readonly person: StaffMember;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

const GiveRole = ({ person, roles, onClose }: GiveProps) => {
  const texts = t().people;
  const [role, setRole] = useState(person.role);
  const act = async (): Promise<string> => {
    await call('set_user_role', { id_user: person.id_user, role });
    return texts.changed(person.username);
  };
  return (
    <ConfirmDialog
      title={texts.changeTitle(person.username)}
      label={texts.changeGo}
      isReady={role !== person.role}
      act={act}
      onClose={onClose}
    >
      <RoleChoice label={texts.role} value={role} none={texts.noRole(person.level)} roles={roles} onChoose={setRole} />
      <Consequences sentences={texts.changeWill} />
    </ConfirmDialog>
  );
};

interface ResetProps {
  readonly person: StaffMember;
  readonly onClose: () => void;
}

/** For a colleague who has lost the app and the recovery codes. */
const ResetFactor = ({ person: { id_user: id, username }, onClose }: ResetProps) => {
  const texts = t().secondFactor;
  const act = async (): Promise<string> => {
    await call('reset_second_factor', { id_user: id });
    return texts.resetDone(username);
  };
  return (
    <ConfirmDialog title={texts.resetTitle(username)} label={texts.reset} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.resetWill} />
    </ConfirmDialog>
  );
};

interface AskedStaff {
  readonly which: 'role' | 'logins' | 'factor';
  readonly person: StaffMember;
}

const Staff = ({ staff, roles }: { readonly staff: readonly StaffMember[]; readonly roles: readonly Role[] }) => {
  const texts = t().people;
  const [asked, setAsked] = useState<AskedStaff | undefined>();
  const button = (which: AskedStaff['which'], label: string, person: StaffMember) => (
    <button
      type="button"
      class="plain"
      aria-label={`${label}: ${person.username}`}
      onClick={() => setAsked({ which, person })}
    >
      {label}
    </button>
  );
  const change = (person: StaffMember) =>
    may('set_user_role') &&
    person.id_user !== user.value?.id_user && (
      <span class="button-row end">
        {person.second_factor === 1 && may('reset_second_factor') && button('factor', t().secondFactor.reset, person)}
        {button('logins', t().logins.show, person)}
        {button('role', texts.change, person)}
      </span>
    );
  const close = (): void => setAsked(undefined);
  return (
    <Card title={texts.staff} beside={<span class="figure">{count(staff.length)}</span>}>
      <Table
        caption={texts.staff}
        rows={staff}
        keyOf={({ id_user: id }) => id}
        hrefOf={({ id_user: id }) => hrefOf('customers', id)}
        columns={[
          { title: texts.username, cell: ({ username }) => username },
          { title: texts.name, cell: ({ name }) => name, isMinor: true },
          { title: texts.role, cell: ({ role, level }) => (role === '' ? texts.noRole(level) : nameOfRole(role)) },
          {
            title: t().secondFactor.wantedShort,
            cell: ({ second_factor: has }) =>
              has === 1 ? <Chip tone="good">{t().secondFactor.isOn}</Chip> : t().secondFactor.isOff,
            isMinor: true,
          },
          { title: texts.state, cell: ({ status }) => t().customers.statuses[status], isMinor: true },
          {
            title: texts.lastLogin,
            cell: ({ last_login: last }) => (last === '' ? texts.never : ago(last)),
            isMinor: true,
          },
          { title: texts.edit, cell: change, isFigure: true },
        ]}
      />
      {asked?.which === 'role' && <GiveRole person={asked.person} roles={roles} onClose={close} />}
      {asked?.which === 'factor' && <ResetFactor person={asked.person} onClose={close} />}
      {asked?.which === 'logins' && (
        <LoginsDialog title={t().logins.of(asked.person.username)} userId={asked.person.id_user} onClose={close} />
      )}
    </Card>
  );
};

type Asked = { readonly which: 'edit' | 'remove'; readonly role: Role };

const whatFor = ({ name, built_in: isBuiltIn, description }: Role): string => {
  const known: { readonly [role: string]: string } = t().people.builtInFor;
  return isBuiltIn === 1 ? (known[name] ?? '') : description;
};

const Roles = ({ roles }: { readonly roles: readonly Role[] }) => {
  const texts = t().people;
  const [asked, setAsked] = useState<Asked | undefined>();
  const button = (which: Asked['which'], role: Role) => (
    <button
      type="button"
      class={which === 'remove' ? 'plain danger' : 'plain'}
      aria-label={`${texts[which]}: ${role.name}`}
      onClick={() => setAsked({ which, role })}
    >
      {texts[which]}
    </button>
  );
  const buttons = (role: Role) =>
    role.built_in === 1 ? (
      <Chip tone="quiet">{texts.builtIn}</Chip>
    ) : (
      <span class="button-row end">
        {may('update_role') && button('edit', role)}
        {may('delete_role') && button('remove', role)}
      </span>
    );
  const close = (): void => setAsked(undefined);
  return (
    <Card title={texts.roles} beside={<span class="figure">{count(roles.length)}</span>}>
      <Table
        caption={texts.roles}
        rows={roles}
        keyOf={({ name }) => name}
        columns={[
          { title: texts.role, cell: ({ name }) => nameOfRole(name) },
          { title: texts.description, cell: whatFor, isMinor: true },
          {
            title: t().secondFactor.wantedShort,
            cell: ({ second_factor: wants }) =>
              wants === 1 ? <Chip tone="good">{t().secondFactor.wantedShort}</Chip> : '',
            isMinor: true,
          },
          { title: texts.holds, cell: ({ operations }) => count(operations.length), isFigure: true },
          { title: texts.edit, cell: buttons, isFigure: true },
        ]}
      />
      {asked?.which === 'edit' && <EditRole role={asked.role} roles={roles} onClose={close} />}
      {asked?.which === 'remove' && <RemoveRole role={asked.role} onClose={close} />}
    </Card>
  );
};

export const People = () => {
  const texts = t().people;
  const [isMaking, setMaking] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const invite = (): void => setInviting(true);
  const data = useData('people', async (signal) => {
    const [{ staff }, { roles }] = await Promise.all([call('get_staff', {}, signal), call('get_roles', {}, signal)]);
    return { staff, roles };
  });
  return (
    <Page
      title={t().screens.people}
      actions={
        <>
          {may('create_role') && (
            <button type="button" onClick={() => setMaking(true)}>
              {texts.make}
            </button>
          )}
          {may('invite_person') && (
            <button type="button" class="primary" onClick={invite}>
              {t().invitation.invite}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data}>
        {({ staff, roles }) => (
          <>
            <Staff staff={staff} roles={roles} />
            {may('get_invitations') && <Invitations onInvite={invite} />}
            <Roles roles={roles} />
            {isInviting && <Invite roles={roles} onClose={() => setInviting(false)} />}
            {isMaking && <MakeRole roles={roles} onClose={() => setMaking(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
};
