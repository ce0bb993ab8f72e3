// `kontor webhooks`: lists, tests and deletes webhooks, and sends their messages again.
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { WEBHOOK_ANSWER } from '../domain/webhooks/webhook.ts';
import { webhookIds } from '../domain/webhooks/list-webhooks.ts';
import { deleteWebhook } from '../domain/webhooks/delete-webhook.ts';
import { replayWebhook } from '../engine/delivery/replay-webhook.ts';
import type { ReplayRange } from '../engine/delivery/replay-webhook.ts';
import type { Engine } from '../engine/engine.ts';
import { withoutPassword } from '../kernel/http-url.ts';
import type { Shop } from './command.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { decideDurably, mustTakeChanges, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';
import { testNow, webhookCallSettings } from './webhook-calls.ts';

/** Name, event, target, health, last answer and backlog. */
export const listWebhooks = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  for (const id of webhookIds(engine.readContext())) {
    const reader = engine.readContext();
    const webhook = reader.read('webhook', id);
    if (webhook === undefined) continue;
    const { name, event, url, parameter, health, answer, answeredMs, lost, firstLostSeq } = webhook;
    const target = withoutPassword(url);
    const waiting = reader.index('message').queues.get(id)?.length ?? 0;
    const answered = answeredMs === 0 ? '' : dateTime(answeredMs);
    const lines = [
      `${name} (${event})`,
      `  target       ${url === '' ? 'none: nothing is sent' : target}${parameter === '' ? '' : `, parameter ${parameter}`}`,
      `  health       ${health}`,
      `  last answer  ${answered === '' ? 'none' : `${answer}, ${answered} UTC`}`,
      `  waiting      ${waiting}`,
      ...(lost > 0 ? [`  lost         ${lost}, the first with record ${firstLostSeq}`] : []),
    ];
    await terminal.show(lines.join('\n'), {
      name,
      event,
      url: url === '' ? '' : target,
      parameter,
      health,
      last_answer: answer,
      last_answer_date: answered,
      backlog: waiting,
      lost,
      first_lost_seq: firstLostSeq,
    });
  }
  return true;
};

/** Throws ConfigError. */
const webhookNamed = (engine: Engine, name: string): number => {
  const id = engine.readContext().index('webhook').byName.get(name);
  if (id === undefined) throw new ConfigError(`there is no webhook ${name}; kontor webhooks lists them`);
  return id;
};

/** Throws ConfigError. */
const recordOf = (option: string, given: string): number => {
  const seq = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (seq === 0) throw new ConfigError(`${option}: the number of a record is wanted`);
  return seq;
};

/** Arguments of `webhooks replay` that are wrong whatever the shop holds. Throws ConfigError. */
const rangeOf = ({ from, to }: { readonly from: string; readonly to?: string | undefined }): ReplayRange => {
  const fromSeq = recordOf('--from', from);
  if (to === undefined) return { fromSeq };
  const toSeq = recordOf('--to', to);
  if (toSeq < fromSeq) throw new ConfigError('--to: it is before --from');
  return { fromSeq, toSeq };
};

/** Queues again what a webhook was sent, or should have been sent, by a range of records. Throws ConfigError. */
export const replayMessages = async (
  { store: { engine } }: Shop,
  { name, ...given }: { readonly name: string; readonly from: string; readonly to?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const range = rangeOf(given);
  const id = webhookNamed(engine, name);
  await mustTakeChanges(engine);
  const { queued, nextSeq } = orConfigError(await replayWebhook(engine, id, range, { pause: () => terminal.pause() }));
  await engine.whenDurable(engine.headSeq);
  await terminal.show(`kontor: ${queued} messages of ${name} wait to be sent again`, { name, queued, next: nextSeq });
  if (nextSeq > 0)
    await terminal.show(`kontor: the backlog is full; when they are delivered, go on with --from ${nextSeq}`);
  return true;
};

/** Deletes a webhook; a server ends what waits for it in the background. Throws ConfigError. */
export const removeWebhook = async (
  { store: { engine } }: Shop,
  { name }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const id = webhookNamed(engine, name);
  const waiting = engine.readContext().index('message').waiting(id);
  await decideDurably(engine, 'webhooks_delete', (tx) => deleteWebhook(tx, name));
  await terminal.show(`kontor: webhook ${name} is deleted, and ${waiting} messages that waited for it`, {
    name,
    messages: waiting,
  });
  return true;
};

/** Calls the receiver of a webhook once; with findings if a real call would have failed. Throws ConfigError. */
export const callWithTest = async (
  { store: { engine, identity }, config }: Shop,
  { name }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const webhook = engine.readContext().read('webhook', webhookNamed(engine, name))!;
  if (webhook.url === '') throw new ConfigError(`the webhook ${name} has no target; update_webhook gives it one`);
  const client = new UndiciClient();
  try {
    const settings = { ...webhookCallSettings(config, identity.key), client };
    const { failure, status, body, durationMs } = await testNow(webhook, engine.nowMs(), settings);
    const answer = failure === '' ? WEBHOOK_ANSWER : failure;
    const lines = [
      `${name} (${webhook.event}), a test`,
      `  target  ${withoutPassword(webhook.url)}`,
      `  answer  ${answer}`,
      `  status  ${status === 0 ? 'none' : status}`,
      `  body    ${JSON.stringify(body)}`,
      `  time    ${durationMs} ms`,
    ];
    await terminal.show(lines.join('\n'), {
      name,
      accepted: failure === '',
      answer,
      status,
      body,
      duration_ms: durationMs,
    });
    return failure === '';
  } finally {
    await client.close();
  }
};
