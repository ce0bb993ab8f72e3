// `kontor webhooks`: lists webhooks and sends their messages again, in a store that no server has open.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { webhookIds } from '../domain/webhooks/list-webhooks.ts';
import { replayWebhook } from '../engine/delivery/replay-webhook.ts';
import type { Store } from '../engine/store/store.ts';
import { withoutPassword } from '../kernel/http-url.ts';
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
      const target = url === '' ? 'none: nothing is sent' : withoutPassword(url);
      console.log(`  target       ${target}${parameter === '' ? '' : `, parameter ${parameter}`}`);
      console.log(`  health       ${health}`);
      console.log(`  last answer  ${answeredMs === 0 ? 'none' : `${answer}, ${dateTime(answeredMs)} UTC`}`);
      console.log(`  waiting      ${queues.get(id)?.length ?? 0}`);
      if (lost > 0) console.log(`  lost         ${lost}, the first with record ${firstLostSeq}`);
    }
  });

/**
 * Queues again what a webhook was sent, or should have been sent, since a record. Throws ConfigError, StoreLocked,
 * StoreDamage.
 */
export const replayMessages = (name: string, from: string | undefined, config: Config): Promise<void> =>
  withWebhooks(config, ({ engine }) => {
    const id = engine.readContext().index('webhook').byName.get(name);
    if (id === undefined) throw new ConfigError(`there is no webhook ${name}`);
    const fromSeq = /^\d{1,15}$/.test(from ?? '') ? Number(from) : 0;
    if (fromSeq === 0) throw new ConfigError('--from: the number of a record is wanted');
    const replayed = replayWebhook(engine, id, fromSeq);
    if (!replayed.ok) throw new ConfigError(`${replayed.code}: ${replayed.detail}`);
    const { queued, nextSeq } = replayed.value;
    console.log(`kontor: ${queued} messages of ${name} wait to be sent again`);
    if (nextSeq > 0) console.log(`kontor: the backlog is full; when they are delivered, go on with --from ${nextSeq}`);
  });
