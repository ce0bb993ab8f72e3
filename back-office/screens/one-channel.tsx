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
import { NumberField } from '../parts/number-field.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';
import { ChannelChips, ChannelFields, keysOf, overlapOf } from './channels.tsx';
import type { ChannelDraft } from './channels.tsx';
import { RoleChoice } from './role-dialogs.tsx';

const readChannel = async (id: number, signal: AbortSignal): Promise<Channel> => {
  const { channels } = await call('get_channels', {}, signal);
  return found(channels.find((one) => one.id === id));
};

interface DialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

const EditDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const [draft, setDraft] = useState<ChannelDraft>({
    name: channel.name,
    description: channel.description,
    isActive: channel.shop_active === 1,
    output: channel.server_output,
  });
  const act = async (): Promise<string> => {
    const { name, description, isActive, output } = draft;
    await callByName('update_channel', {
      id_channel: channel.id,
      name,
      // An empty text leaves a value as it is; null clears it.
      description: description === '' ? null : description,
      shop_active: isActive ? 1 : 0,
      server_output: output,
    });
    return texts.saved;
  };
  return (
    <ConfirmDialog
      title={texts.editTitle(channel.name)}
      label={texts.save}
      isReady={draft.name.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <ChannelFields draft={draft} onChange={setDraft} />
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
  const act = async (): Promise<string> => {
    await call('delete_channel', { id_channel: channel.id });
    goTo(hrefOf('channels'));
    return texts.removed(channel.name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(channel.name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeWill} />
    </ConfirmDialog>
  );
};

const RoleDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const before = channel.role ?? '';
  const [role, setRole] = useState(before);
  const roles = useData('roles', (signal) => call('get_roles', {}, signal));
  const act = async (): Promise<string> => {
    await call('set_channel_role', { id_channel: channel.id, role });
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
