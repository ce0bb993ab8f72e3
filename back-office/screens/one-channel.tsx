// One channel: what it is for, its keys, which change with or without an overlap, and its end.
import type { Channel } from '../../src/client/operations.ts';
import { call, callByName } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import { Ask } from '../parts/ask.tsx';
import { Gone } from '../parts/gone.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Once } from '../parts/once.tsx';
import type { Shown } from '../parts/once.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Will } from '../parts/will.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';
import { ChannelChips, ChannelFields, keysOf, overlapOf } from './channels.tsx';
import type { ChannelDraft } from './channels.tsx';

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
    <Ask
      title={texts.editTitle(channel.name)}
      label={texts.save}
      isReady={draft.name.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <ChannelFields draft={draft} onChange={setDraft} />
    </Ask>
  );
};

const HOURS = whole(0);

const RotateDialog = ({ channel, onKeys, onClose }: DialogProps & { readonly onKeys: (shown: Shown) => void }) => {
  const texts = t().channels;
  const [hours, setHours] = useState('24');
  const act = async (): Promise<undefined> => {
    const keys = await call('rotate_channel', { id_channel: channel.id, overlap_hours: numberIn(hours, HOURS)! });
    onKeys(keysOf(channel.name, keys));
    return undefined;
  };
  return (
    <Ask
      title={texts.rotateTitle(channel.name)}
      label={texts.rotate}
      isDangerous
      isReady={numberIn(hours, HOURS) !== undefined}
      act={act}
      onClose={onClose}
    >
      <Will sentences={texts.rotateWill} />
      <NumberField label={texts.hours} hint={texts.hoursHint} rule={HOURS} value={hours} onInput={setHours} autoFocus />
    </Ask>
  );
};

const EndDialog = ({ channel, onClose }: DialogProps) => {
  const texts = t().channels;
  const act = async (): Promise<string> => {
    await call('end_channel_overlap', { id_channel: channel.id });
    return texts.ended;
  };
  return (
    <Ask title={texts.endTitle(channel.name)} label={texts.end} isDangerous act={act} onClose={onClose}>
      <Will sentences={texts.endWill} />
    </Ask>
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
    <Ask title={texts.removeTitle(channel.name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Will sentences={texts.removeWill} />
    </Ask>
  );
};

type Open = 'edit' | 'rotate' | 'end' | 'remove';

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
          {button('edit', texts.edit)}
          {button('rotate', texts.rotate)}
          {channel.previous_until !== '' && button('end', texts.end)}
          {button('remove', texts.remove, true)}
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
  const [shown, setShown] = useState<Shown | undefined>();
  const channel = data.value;
  if (isGone(data.refused)) return <Gone screen="channels" />;
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
      {shown !== undefined && <Once shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};
