// One channel: what it is for, its keys, which change with or without an overlap, and its end.
import type { Channel } from '../../src/client/operations.ts';
import { call, callByName } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { ChangedSince, Meanwhile, useLook, useSeen } from '../parts/meanwhile.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import type { Conflict, Fields, Seen, SeenPlace } from '../seen.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';
import { ChannelChips, ChannelFields, keysOf, overlapOf } from './channels.tsx';
import type { ChannelDraft } from './channels.tsx';
import { RoleChoice } from './role-dialogs.tsx';

const readChannel = async (id: number, signal?: AbortSignal): Promise<Channel> => {
  const { channels } = await call('get_channels', {}, signal);
  return found(channels.find((one) => one.id === id));
};

interface DialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

const ON = '1';

const seenOf = ({ name, description, shop_active: isActive, server_output: output, seq }: Channel): Seen => ({
  fields: { name, description, active: isActive === 1 ? ON : '', output },
  seq,
});

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await readChannel(id)),
  send: async (draft, changed, seen) => {
    const { name, description } = changed;
    await callByName('update_channel', {
      id_channel: id,
      ...(name !== undefined && { name }),
      // An empty text leaves a value as it is; null clears it.
      ...(description !== undefined && { description: description === '' ? null : description }),
      ...(changed['active'] !== undefined && { shop_active: draft['active'] === ON ? 1 : 0 }),
      ...(changed['output'] !== undefined && { server_output: draft['output'] }),
      ...seen,
    });
  },
});

const draftIn = ({ name = '', description = '', active, output }: Fields): ChannelDraft => ({
  name,
  description,
  isActive: active === ON,
  output: output as Channel['server_output'],
});

const EditDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const form = useSeen(placeOf(channel.id), () => seenOf(channel));
  const draft = draftIn(form.draft);
  const change = ({ name, description, isActive, output }: ChannelDraft): void => {
    const now = { name, description, active: isActive ? ON : '', output };
    for (const [field, text] of Object.entries(now)) form.type(field, text);
  };
  const names = { name: texts.name, description: texts.description, active: texts.answers, output: texts.output };
  const textOf = ({ field, theirs }: Conflict): string =>
    field === 'active' ? (theirs === ON ? texts.active : texts.inactive) : theirs;
  return (
    <ConfirmDialog
      title={texts.editTitle(channel.name)}
      label={texts.save}
      isReady={draft.name.trim() !== '' && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved : undefined)}
      onClose={onClose}
    >
      <ChannelFields draft={draft} onChange={change} />
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => names[field as keyof typeof names]}
        textOf={textOf}
        onChoose={form.choose}
      />
    </ConfirmDialog>
  );
};

const HOURS = whole(0);

const RotateDialog = ({
  channel,
  onKeys,
  onClose,
}: DialogProps & { readonly onKeys: (shown: ShownSecrets) => void }) => {
  const texts = t().channels;
  const [hours, setHours] = useState('24');
  const act = async (): Promise<undefined> => {
    const keys = await call('rotate_channel', { id_channel: channel.id, overlap_hours: numberIn(hours, HOURS)! });
    onKeys(keysOf(channel.name, keys));
    return undefined;
  };
  return (
    <ConfirmDialog
      title={texts.rotateTitle(channel.name)}
      label={texts.rotate}
      isDangerous
      isReady={numberIn(hours, HOURS) !== undefined}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.rotateWill} />
      <NumberField label={texts.hours} hint={texts.hoursHint} rule={HOURS} value={hours} onInput={setHours} autoFocus />
    </ConfirmDialog>
  );
};

const EndDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const act = async (): Promise<string> => {
    await call('end_channel_overlap', { id_channel: channel.id });
    return texts.ended;
  };
  return (
    <ConfirmDialog title={texts.endTitle(channel.name)} label={texts.end} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.endWill} />
    </ConfirmDialog>
  );
};

const RemoveDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const look = useLook(channel.seq);
  const act = async (): Promise<string> => {
    await look.send((seen) => call('delete_channel', { id_channel: channel.id, ...seen }));
    goTo(hrefOf('channels'));
    return texts.removed(channel.name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(channel.name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeWill} />
      <ChangedSince changed={look.changed} />
    </ConfirmDialog>
  );
};

const RoleDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const before = channel.role ?? '';
  const look = useLook(channel.seq);
  const [role, setRole] = useState(before);
  const roles = useData('roles', (signal) => call('get_roles', {}, signal));
  const act = async (): Promise<string> => {
    await look.send((seen) => call('set_channel_role', { id_channel: channel.id, role, ...seen }));
    return texts.saved;
  };
  return (
    <ConfirmDialog
      title={texts.roleTitle(channel.name)}
      label={texts.roleGo}
      isReady={role !== before}
      act={act}
      onClose={onClose}
    >
      <Loaded data={roles}>
        {({ roles: all }) => (
          <RoleChoice label={t().people.role} value={role} none={texts.noRole} roles={all} onChoose={setRole} />
        )}
      </Loaded>
      <Consequences sentences={texts.roleWill} />
      <ChangedSince changed={look.changed} />
    </ConfirmDialog>
  );
};

type Open = 'edit' | 'role' | 'rotate' | 'end' | 'remove';

const Actions = ({
  channel,
  onOpen,
}: {
  readonly channel: Channel | undefined;
  readonly onOpen: (which: Open) => void;
}) => {
  const texts = t().channels;
  const button = (which: Open, label: string, isDangerous = false) => (
    <button type="button" class={isDangerous ? 'danger' : ''} onClick={() => onOpen(which)}>
      {label}
    </button>
  );
  return (
    <>
      <a class="button" href={hrefOf('channels')}>
        <Icon name="left" size={16} />
        {texts.back}
      </a>
      {channel !== undefined && (
        <>
          {may('update_channel') && button('edit', texts.edit)}
          {may('set_channel_role') && may('get_roles') && button('role', texts.role)}
          {may('rotate_channel') && button('rotate', texts.rotate)}
          {channel.previous_until !== '' && may('end_channel_overlap') && button('end', texts.end)}
          {may('delete_channel') && button('remove', texts.remove, true)}
        </>
      )}
    </>
  );
};

const Data = ({ channel }: { readonly channel: Channel }) => {
  const texts = t().channels;
  const pairs = [
    [texts.id, String(channel.id)],
    [texts.description, channel.description === '' ? '–' : channel.description],
    [texts.output, channel.server_output.toUpperCase()],
    [texts.overlap, overlapOf(channel)],
    [t().people.role, channel.role === undefined ? texts.noRole : nameOfRole(channel.role)],
  ] as const;
  return (
    <Card title={texts.data}>
      <Pairs pairs={pairs} />
    </Card>
  );
};

export const OneChannel = ({ id }: { readonly id: number }) => {
  const data = useData(`channel-${id}`, (signal) => readChannel(id, signal));
  const [open, setOpen] = useState<Open | undefined>();
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  const channel = data.value;
  if (isGone(data.refused)) return <NotFound screen="channels" />;
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={channel?.name ?? t().screens.channels}
      beside={channel !== undefined && <ChannelChips channel={channel} />}
      actions={<Actions channel={channel} onOpen={setOpen} />}
    >
      <Loaded data={data}>
        {(one) => (
          <div class="columns">
            <Data channel={one} />
            <History object={`channel/${id}`} topics={[]} />
          </div>
        )}
      </Loaded>
      {channel !== undefined && open === 'edit' && <EditDialog channel={channel} onClose={close} />}
      {channel !== undefined && open === 'role' && <RoleDialog channel={channel} onClose={close} />}
      {channel !== undefined && open === 'end' && <EndDialog channel={channel} onClose={close} />}
      {channel !== undefined && open === 'remove' && <RemoveDialog channel={channel} onClose={close} />}
      {channel !== undefined && open === 'rotate' && (
        <RotateDialog
          channel={channel}
          onKeys={(keys) => {
            close();
            setShown(keys);
          }}
          onClose={close}
        />
      )}
      {shown !== undefined && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};
