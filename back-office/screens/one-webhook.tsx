// One webhook: does its receiver listen, what waits for it, what does it answer to a test; its target and its end.
import type { Webhook } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { useEvery } from '../api/use-every.ts';
import { count, dateTime } from '../format.ts';
import { NotFound } from '../parts/not-found.tsx';
import { Icon } from '../parts/icon.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { orWarn, say, warn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { saveSeen } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { Attempts, keepTest } from './webhook-attempts.tsx';
import { seenWebhook, webhookPlace } from './webhook-place.ts';
import { RemoveDialog, ReplayDialog, TargetDialog } from './webhook-dialogs.tsx';
import { EVERY_MS, HealthChip, TOPICS, eventName } from './webhooks.tsx';

const readWebhook = async (name: string, signal: AbortSignal) => {
  const [{ webhooks }, { messages }] = await Promise.all([
    call('get_webhooks', {}, signal),
    call('get_webhook_attempts', { name }, signal),
  ]);
  return { webhook: found(webhooks.find((one) => one.name === name)), messages };
};

const sendTest = (name: string): Promise<void> =>
  orWarn(async () => {
    const test = await call('test_webhook', { name });
    keepTest(test);
    if (test.accepted === 1) say(t().webhooks.tested(name));
    else warn(t().webhooks.notTested(name, test.answer));
  });

const NO_SECRET = { isRotated: false, onSecret: () => undefined };

/** Saves the settings that it has, so that the receiver is called again and gets what was kept. */
const revive = (webhook: Webhook): Promise<void> =>
  orWarn(async () => {
    const seen = seenWebhook(webhook);
    await saveSeen(webhookPlace(webhook.name, NO_SECRET), { seen, draft: seen.fields, conflicts: [] });
    say(t().webhooks.saved(webhook.name));
  });

const Data = ({ webhook }: { readonly webhook: Webhook }) => {
  const texts = t().webhooks;
  const { event, url, parameter, backlog, lost, first_lost_seq: firstLost, last_answer: answer } = webhook;
  const { body, filter, fields = [] } = webhook;
  const pairs = [
    [texts.event, <>{eventName(event)}</>],
    [texts.target, url === '' ? texts.noTarget : <code class="address">{url}</code>],
    ...(parameter === '' ? [] : ([[texts.parameter, parameter]] as const)),
    [texts.carries, texts.bodies[body]],
    ...(fields.length === 0 ? [] : ([[texts.fields, fields.join(', ')]] as const)),
    ...(filter === undefined ? [] : ([[texts.filter, <code class="address">{JSON.stringify(filter)}</code>]] as const)),
    [texts.answer, answer === '' ? texts.never : answer],
    [texts.answered, webhook.last_answer_date === '' ? '–' : dateTime(webhook.last_answer_date)],
    [texts.backlog, count(backlog)],
    [texts.lost, count(lost)],
    ...(firstLost === 0 ? [] : ([[texts.lostFrom, String(firstLost)]] as const)),
  ] as const;
  return (
    <Card title={event}>
      <Pairs pairs={pairs} />
    </Card>
  );
};

interface ActionsProps {
  readonly webhook: Webhook | undefined;
  readonly onChange: () => void;
  readonly onReplay: () => void;
  readonly onRemove: () => void;
  readonly onDone: () => void;
}

const Actions = ({ webhook, onChange, onReplay, onRemove, onDone }: ActionsProps) => {
  const texts = t().webhooks;
  const [isCalling, setCalling] = useState(false);
  const during = (act: Promise<void>): void => {
    setCalling(true);
    void act.finally(() => {
      setCalling(false);
      onDone();
    });
  };
  return (
    <>
      <a class="button" href={hrefOf('webhooks')}>
        <Icon name="left" size={16} />
        {texts.back}
      </a>
      {webhook !== undefined && webhook.url !== '' && may('test_webhook') && (
        <button type="button" disabled={isCalling} onClick={() => during(sendTest(webhook.name))}>
          <Icon name="play" size={16} />
          {isCalling ? texts.sending : texts.send}
        </button>
      )}
      {webhook !== undefined && (
        <>
          {webhook.health !== 'healthy' && webhook.url !== '' && may('update_webhook') && (
            <button type="button" class="primary" disabled={isCalling} onClick={() => during(revive(webhook))}>
              {texts.revive}
            </button>
          )}
          {may('update_webhook') && (
            <button type="button" onClick={onChange}>
              {texts.change}
            </button>
          )}
          {webhook.url !== '' && may('replay_webhook') && (
            <button type="button" onClick={onReplay}>
              {texts.again}
            </button>
          )}
          {may('delete_webhook') && (
            <button type="button" class="danger" onClick={onRemove}>
              {texts.remove}
            </button>
          )}
        </>
      )}
    </>
  );
};

export const OneWebhook = ({ name }: { readonly name: string }) => {
  const data = useData(`webhook-${name}`, (signal) => readWebhook(name, signal), { topics: TOPICS });
  const [open, setOpen] = useState<'change' | 'replay' | 'remove' | undefined>();
  const [shown, setShown] = useState<ShownSecrets | undefined>();
  useEvery(EVERY_MS, data.reload);
  const webhook = data.value?.webhook;
  if (isGone(data.refused)) return <NotFound screen="webhooks" />;
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={name}
      beside={webhook !== undefined && <HealthChip webhook={webhook} />}
      actions={
        <Actions
          webhook={webhook}
          onChange={() => setOpen('change')}
          onReplay={() => setOpen('replay')}
          onRemove={() => setOpen('remove')}
          onDone={data.reload}
        />
      }
    >
      <Loaded data={data}>
        {({ webhook: one, messages }) => (
          <div class="order-columns">
            <div class="main-column">
              <Attempts name={name} backlog={one.backlog} messages={messages} />
            </div>
            <div class="side-column">
              <Data webhook={one} />
            </div>
          </div>
        )}
      </Loaded>
      {webhook !== undefined && open === 'change' && (
        <TargetDialog
          webhook={webhook}
          onSecret={(secret) => {
            close();
            setShown(secret);
          }}
          onClose={close}
        />
      )}
      {webhook !== undefined && open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {webhook !== undefined && open === 'remove' && (
        <RemoveDialog webhook={webhook} onRemoved={() => goTo(hrefOf('webhooks'))} onClose={close} />
      )}
      {shown !== undefined && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};
