// Which receivers does the shop notify, do they answer, and which messages wait for them?
import { Refused, call } from '../api/call.ts';
import type { Webhook } from '../../src/client/operations.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { useEvery } from '../api/use-every.ts';
import { ago, count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Chip } from '../parts/chip.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { warn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import type { Fields } from '../seen.ts';
import { refusalText, t } from '../texts/texts.ts';
import { ContentFields } from './webhook-content.tsx';
import { contentOf } from './webhook-place.ts';

/** Interval of reads: answers of receivers are not in the change feed. */
export const EVERY_MS = 5000;
/** Events that make messages. */
export const TOPICS = ['order', 'content', 'category'] as const;

const TONES = { healthy: 'good', unhealthy: 'bad', suspended: 'bad' } as const;

export const HealthChip = ({ webhook: { health, url } }: { readonly webhook: Pick<Webhook, 'health' | 'url'> }) =>
  url === '' && health === 'healthy' ? (
    <Chip>{t().webhooks.unused}</Chip>
  ) : (
    <Chip tone={TONES[health]}>{t().states.health[health]}</Chip>
  );

export const eventName = (event: string): string => {
  const known: { readonly [event: string]: string } = t().webhooks.events;
  return known[event] ?? event;
};

export const secretOf = (name: string, secret: string): ShownSecrets => ({
  name: t().webhooks.made(name),
  secrets: [[t().webhooks.secret, secret]],
  hint: t().webhooks.secretUse,
});

interface MakeProps {
  readonly onMade: (shown: ShownSecrets) => void;
  readonly onClose: () => void;
}

const MakeDialog = ({ onMade, onClose }: MakeProps) => {
  const texts = t().webhooks;
  const [name, setName] = useState('');
  const [event, setEvent] = useState(Object.keys(texts.events)[0]!);
  const [url, setUrl] = useState('');
  const [content, setContent] = useState<Fields>({ body: 'form' });
  const act = async (): Promise<undefined> => {
    const { secret } = await call('create_webhook', { name, event });
    // The webhook exists now: its secret is shown even if setting its target fails.
    try {
      const target = { name, url: url.trim(), parameter: '', ...contentOf(content) };
      if (target.url !== '') await call('update_webhook', target);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      warn(texts.noTargetYet(refusalText(error)));
    } finally {
      onMade(secretOf(name, secret));
    }
    return undefined;
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={name !== ''} act={act} onClose={onClose}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onInput={(typed) => setName(typed.toUpperCase())}
        autoFocus
        required
      />
      <Field label={texts.event} hint={eventName(event)}>
        {(described) => (
          <select {...described} value={event} onInput={({ currentTarget }) => setEvent(currentTarget.value)}>
            {Object.keys(texts.events).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={texts.url} hint={texts.urlLater} value={url} onInput={setUrl} />
      {url.trim() !== '' && (
        <ContentFields draft={content} type={(field, text) => setContent({ ...content, [field]: text })} />
      )}
    </ConfirmDialog>
  );
};

/** Sorts webhooks in trouble first, then those in use, then the others. */
const rankOf = ({ health, url }: Webhook): number => (health === 'healthy' ? (url === '' ? 2 : 1) : 0);

const List = ({ webhooks }: { readonly webhooks: readonly Webhook[] }) => {
  const texts = t().webhooks;
  return (
    <Card>
      <Table
        caption={t().screens.webhooks}
        rows={webhooks.toSorted((a, b) => rankOf(a) - rankOf(b))}
        keyOf={({ name }) => name}
        hrefOf={({ name }) => hrefOf('webhooks', name)}
        columns={[
          { title: texts.name, cell: ({ name }) => <span class="name-text">{name}</span> },
          { title: texts.health, cell: (webhook) => <HealthChip webhook={webhook} /> },
          { title: texts.event, cell: ({ event }) => eventName(event), isMinor: true },
          {
            title: texts.target,
            cell: ({ url }) => (url === '' ? '–' : <code class="address">{url}</code>),
            isMinor: true,
          },
          { title: texts.backlog, cell: ({ backlog }) => count(backlog), isFigure: true },
          { title: texts.lost, cell: ({ lost }) => count(lost), isFigure: true, isMinor: true },
          {
            title: texts.answered,
            cell: ({ last_answer_date: date }) => (date === '' ? texts.never : ago(date)),
            isMinor: true,
          },
        ]}
      />
    </Card>
  );
};

export const Webhooks = () => {
  const texts = t().webhooks;
  const data = useData('webhooks', (signal) => call('get_webhooks', {}, signal), { topics: TOPICS });
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  useEvery(EVERY_MS, data.reload);
  const webhooks = data.value?.webhooks;
  const used = webhooks?.filter(({ url }) => url !== '').length ?? 0;
  return (
    <Page
      title={t().screens.webhooks}
      beside={
        webhooks !== undefined && (
          <span class="quiet-text figure">{texts.found(count(used), count(webhooks.length))}</span>
        )
      }
      actions={
        may('create_webhook') && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            {texts.make}
          </button>
        )
      }
    >
      <Loaded data={data} lines={6}>
        {({ webhooks: all }) => (all.length === 0 ? <Empty>{texts.nothing}</Empty> : <List webhooks={all} />)}
      </Loaded>
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
