// `kontor webhooks`: lists webhooks and sends their messages again, in a store that no server has open.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { forgetLoss, replay } from '../domain/webhooks/replay-messages.ts';
import { webhookIds } from '../domain/webhooks/list-webhooks.ts';
import type { PastMessage } from '../domain/webhooks/replay-messages.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { lossSince, pastMessages } from '../engine/delivery/past-messages.ts';
import type { Store } from '../engine/store/store.ts';
import { withoutPassword } from '../kernel/http-url.ts';
import { must } from '../kernel/result.ts';
import { withExistingStore } from './offline/store.ts';

const withWebhooks = (config: Config, work: (store: Store) => void): Promise<void> =>
  withExistingStore(config, async (store) => {
    work(store);
    await store.engine.whenDurable(store.engine.headSeq);
  });

/** Prints name, event, target, health, last answer and backlog. Throws ConfigError, StoreLocked, StoreDamage. */
export const listWebhooks = (config: Config): Promise<void> =>
  withWebhooks(config, ({ engine }) => {
    const reader = engine.readContext();
    const { queues } = reader.index('message');
    for (const id of webhookIds(reader)) {
      const { name, event, url, parameter, health, answer, answeredMs, lost, firstLostSeq } = reader.read(
        'webhook',
        id,
      )!;
      console.log(`${name} (${event})`);
      console.log(
        `  target       ${url === '' ? 'none: nothing is sent' : withoutPassword(url)}${parameter === '' ? '' : `, parameter ${parameter}`}`,
      );
      console.log(`  health       ${health}`);
      console.log(`  last answer  ${answeredMs === 0 ? 'none' : `${answer}, ${dateTime(answeredMs)} UTC`}`);
      console.log(`  waiting      ${queues.get(id)?.length ?? 0}`);
      if (lost > 0) console.log(`  lost         ${lost}, the first with record ${firstLostSeq}`);
    }
  });

/** Messages that are queued in one record, or as many as one past record sent. */
const REPLAY_PART = 1000;

/**
 * Queues again what a webhook was sent, or should have been sent, since a record. Throws ConfigError, StoreLocked,
 * StoreDamage.
 */
export const replayWebhook = (name: string, from: string | undefined, config: Config): Promise<void> =>
  withWebhooks(config, ({ engine }) => {
    const id = engine.readContext().index('webhook').byName.get(name);
    if (id === undefined) throw new ConfigError(`there is no webhook ${name}`);
    const fromSeq = /^\d{1,15}$/.test(from ?? '') ? Number(from) : 0;
    if (fromSeq === 0) throw new ConfigError('--from: the number of a record is wanted');
    const { queued, nextSeq } = replayAll(engine, id, fromSeq);
    console.log(`kontor: ${queued} messages of ${name} wait to be sent again`);
    if (nextSeq > 0) console.log(`kontor: the backlog is full; when they are delivered, go on with --from ${nextSeq}`);
  });

/** Messages that are queued again no longer count as lost; the journal says which others are. */
const forgetQueued = (engine: Engine, webhookId: number, fromSeq: number, nextSeq: number): void => {
  const { firstLostSeq } = engine.readContext().read('webhook', webhookId)!;
  if (fromSeq > firstLostSeq) return;
  // Messages lost before the first one that is counted are not in the journal any more.
  const left =
    nextSeq === 0 ? { lost: 0, firstLostSeq: 0 } : lossSince(engine, webhookId, Math.max(nextSeq, firstLostSeq));
  engine.transact(maintenanceCause('webhooks_replay'), (tx) => forgetLoss(tx, webhookId, left));
};

/** `nextSeq`: the first record whose messages did not fit into the backlog; 0 if all did. */
export const replayAll = (
  engine: Engine,
  webhookId: number,
  fromSeq: number,
): { readonly queued: number; readonly nextSeq: number } => {
  const past = pastMessages(engine, webhookId, fromSeq);
  const cause = maintenanceCause('webhooks_replay');
  let queued = 0;
  let part: PastMessage[] = [];
  let nextSeq = 0;
  const flush = (): number => {
    const made = engine.transact(cause, (tx) => replay(tx, webhookId, part));
    must(made.ok, 'a message can be queued again');
    queued += made.value;
    const next = part[made.value]?.seq ?? 0;
    part = [];
    return next;
  };
  for (let step = past.next(); ; step = past.next()) {
    if (step.done && step.value !== undefined) throw new ConfigError(`${step.value.code}: ${step.value.detail}`);
    const isWhole = step.done || (part.length >= REPLAY_PART && step.value.seq !== part.at(-1)!.seq);
    if (isWhole) nextSeq = flush();
    if (step.done || nextSeq > 0) break;
    part.push(step.value);
  }
  forgetQueued(engine, webhookId, fromSeq, nextSeq);
  return { queued, nextSeq };
};
