// `kontor webhooks`: lists webhooks and sends their messages again.
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { webhookIds } from '../domain/webhooks/list-webhooks.ts';
import { replayWebhook } from '../engine/delivery/replay-webhook.ts';
import { withoutPassword } from '../kernel/http-url.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

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

/** Queues again what a webhook was sent, or should have been sent, since a record. Throws ConfigError. */
export const replayMessages = async (
  { store: { engine } }: Shop,
  { name, from }: { readonly name: string; readonly from: string },
  terminal: Terminal,
): Promise<boolean> => {
  const id = engine.readContext().index('webhook').byName.get(name);
  if (id === undefined) throw new ConfigError(`there is no webhook ${name}`);
  const fromSeq = /^\d{1,15}$/.test(from) ? Number(from) : 0;
  if (fromSeq === 0) throw new ConfigError('--from: the number of a record is wanted');
  mustTakeChanges(engine);
  const { queued, nextSeq } = orConfigError(await replayWebhook(engine, id, fromSeq, () => terminal.pause()));
  await engine.whenDurable(engine.headSeq);
  await terminal.show(`kontor: ${queued} messages of ${name} wait to be sent again`, { name, queued, next: nextSeq });
  if (nextSeq > 0)
    await terminal.show(`kontor: the backlog is full; when they are delivered, go on with --from ${nextSeq}`);
  return true;
};
