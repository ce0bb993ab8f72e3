// Who may call the shop, and which applications open in its back office? For administrators.
import type { Channel } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Chip } from '../parts/chip.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { Applications } from './applications.tsx';

type Credentials = Pick<Reply<'create_channel'>, 'licence_username' | 'licence_password' | 'licence_secret_key'>;

const KEYS = ['licence_username', 'licence_password', 'licence_secret_key'] as const;

export const keysOf = (name: string, credentials: Credentials): ShownSecrets => ({
  name: t().channels.keysOf(name),
  secrets: KEYS.map((key) => [t().channels.keys[key], credentials[key]]),
});

export const ChannelChips = ({ channel }: { readonly channel: Channel }) => {
  const texts = t().channels;
  const isActive = channel.shop_active === 1;
  return (
    <>
      <Chip tone={isActive ? 'good' : 'quiet'}>{isActive ? texts.active : texts.inactive}</Chip>{' '}
      {channel.demo === 1 && <Chip tone="warn">{texts.demo}</Chip>}
    </>
  );
};

export const overlapOf = ({ previous_until: until }: Channel): string =>
  until === '' ? t().channels.noOverlap : t().channels.overlapUntil(dateTime(until));

export interface ChannelDraft {
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly output: Channel['server_output'];
}

interface FieldsProps {
  readonly draft: ChannelDraft;
  readonly onChange: (draft: ChannelDraft) => void;
}

export const ChannelFields = ({ draft, onChange }: FieldsProps) => {
  const texts = t().channels;
  const set = (change: Partial<ChannelDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <TextField label={texts.name} value={draft.name} onInput={(name) => set({ name })} autoFocus required />
      <TextField label={texts.description} value={draft.description} onInput={(description) => set({ description })} />
      <Field label={texts.output}>
        {(described) => (
          <select
            {...described}
            value={draft.output}
            onInput={({ currentTarget }) => set({ output: currentTarget.value as ChannelDraft['output'] })}
          >
            <option value="json">JSON</option>
            <option value="xml">XML</option>
          </select>
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isActive}
          onInput={({ currentTarget }) => set({ isActive: currentTarget.checked })}
        />
        {texts.answers}
      </label>
    </>
  );
};

interface MakeProps {
  readonly onMade: (shown: ShownSecrets) => void;
  readonly onClose: () => void;
}

const MakeDialog = ({ onMade, onClose }: MakeProps) => {
  const texts = t().channels;
  const [draft, setDraft] = useState<ChannelDraft>({ name: '', description: '', isActive: true, output: 'json' });
  const { name, description, isActive, output } = draft;
  const act = async (): Promise<undefined> => {
    const params = { name, description, shop_active: isActive ? 1 : 0, server_output: output } as const;
    onMade(keysOf(name, await call('create_channel', params)));
    return undefined;
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={name.trim() !== ''} act={act} onClose={onClose}>
      <ChannelFields draft={draft} onChange={setDraft} />
    </ConfirmDialog>
  );
};

const List = ({ channels }: { readonly channels: readonly Channel[] }) => {
  const texts = t().channels;
  return (
    <Card title={t().screens.channels} beside={<span class="figure">{count(channels.length)}</span>}>
      <Table
        caption={t().screens.channels}
        rows={channels}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf('channels', id)}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.state, cell: (channel) => <ChannelChips channel={channel} /> },
          { title: texts.description, cell: ({ description }) => description, isMinor: true },
          { title: texts.output, cell: ({ server_output: output }) => output.toUpperCase(), isMinor: true },
          { title: texts.overlap, cell: overlapOf, isMinor: true },
        ]}
      />
    </Card>
  );
};

export const Channels = () => {
  const texts = t().channels;
  const data = useData('channels', (signal) => call('get_channels', {}, signal));
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  return (
    <Page
      title={t().screens.channels}
      actions={
        may('create_channel') && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            {texts.make}
          </button>
        )
      }
    >
      <Loaded data={data}>{({ channels }) => <List channels={channels} />}</Loaded>
      {may('get_applications') && <Applications />}
      {isMaking && (
        <MakeDialog
          onMade={(made) => {
            setMaking(false);
            setShown(made);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {shown !== undefined && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};
