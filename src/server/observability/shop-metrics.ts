// What /metrics tells of the shop: its actors and their memory, webhooks, unclaimed money, its clock and its disks.
import { actorCount } from '../../admin/actor-count.ts';
import type { Config } from '../../config/config.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { UNCLAIMED_REASONS } from '../../domain/orders/payment-notice.ts';
import { webhookIds } from '../../domain/webhooks/list-webhooks.ts';
import { MAILER_ID } from '../../domain/webhooks/mailer.ts';
import type { Engine } from '../../engine/engine.ts';
import { freeBytesSoon } from '../../engine/disk/disk-space.ts';
import type { ExtensionFigures, Extensions } from '../../kernel/extensions.ts';
import { by } from './metrics-page.ts';
import type { MetricsPage, Sample } from './metrics-page.ts';

export interface MeasuredShop {
  readonly config: Config;
  readonly engine: Engine;
  /** Absent: the shop has none. */
  readonly extensions?: Pick<Extensions, 'list'> | undefined;
}

const byKind = (count: (kind: KindName) => number): readonly Sample[] =>
  by(
    'kind',
    KIND_NAMES.map((kind) => [kind, count(kind)] as const),
  );

/** Bytes of a disk; without a sample where the system does not tell. */
const freeBytes = async (disk: string, directory: string): Promise<readonly Sample[]> => {
  const value = await freeBytesSoon(directory);
  return value === Infinity ? [] : [{ value, labels: { disk } }];
};

const measureExtensions = (page: MetricsPage, { extensions }: MeasuredShop): void => {
  const each = (valueOf: (figures: ExtensionFigures) => number) => (): readonly Sample[] =>
    (extensions?.list() ?? []).map((one) => ({ value: valueOf(one), labels: { extension: one.name || one.module } }));
  const labels = { extension: '' };
  page.counter(
    { name: 'kontor_extension_calls_total', help: 'Questions to an extension.', labels },
    each(({ calls }) => calls),
  );
  page.counter(
    { name: 'kontor_extension_failures_total', help: 'Those that it did not answer rightly in time.', labels },
    each(({ failures }) => failures),
  );
  page.counter(
    { name: 'kontor_extension_seconds_total', help: 'Seconds that its answers took.', labels },
    each(({ seconds }) => seconds),
  );
  page.counter(
    { name: 'kontor_extension_restarts_total', help: 'How often its thread had to be started again.', labels },
    each(({ restarts }) => restarts),
  );
  page.gauge(
    { name: 'kontor_extension_running', help: '1 while it is asked.', labels },
    each(({ state }) => (state === 'running' ? 1 : 0)),
  );
};

const measureMessages = (page: MetricsPage, engine: MeasuredShop['engine']): void => {
  page.gauge(
    {
      name: 'kontor_webhook_messages_waiting',
      help: 'Messages that wait to be delivered, by webhook.',
      labels: { webhook: '' },
    },
    () => webhooksOf(engine).map(({ name, waiting }) => ({ value: waiting, labels: { webhook: name } })),
  );
  page.gauge(
    {
      name: 'kontor_webhook_oldest_message_seconds',
      help: 'Seconds that the oldest message of a webhook waits.',
      labels: { webhook: '' },
    },
    () =>
      webhooksOf(engine).map(({ name, oldestMs }) => ({
        value: oldestMs === undefined ? 0 : Math.max(0, engine.nowMs() - oldestMs) / 1000,
        labels: { webhook: name },
      })),
  );
  page.gauge(
    { name: 'kontor_webhooks_suspended', help: 'Webhooks that are not called any more.' },
    () => webhooksOf(engine).filter(({ isSuspended }) => isSuspended).length,
  );
  page.gauge(
    {
      name: 'kontor_mails',
      help: 'Mails that wait, failed for good, or are lost since retry_mail was called last.',
      labels: { state: '`waiting`, `failed`, `lost`' },
    },
    () => {
      const shop = engine.readContext();
      const { waiting, failed } = shop.index('message').mails;
      const lost = shop.read('mailer', MAILER_ID)?.lost ?? 0;
      return by('state', [
        ['waiting', waiting],
        ['failed', failed.size],
        ['lost', lost],
      ]);
    },
  );
};

export const measureShop = (page: MetricsPage, measured: MeasuredShop): void => {
  const { config, engine } = measured;
  measureExtensions(page, measured);
  page.gauge(
    {
      name: 'kontor_actors',
      help: 'Ids in use by kind; those of deleted objects are not given again, and counted.',
      labels: { kind: '' },
    },
    () => byKind((kind) => actorCount(engine, kind)),
  );
  page.gauge({ name: 'kontor_actors_in_memory', help: 'Actors in memory, by kind.', labels: { kind: '' } }, () =>
    byKind((kind) => engine.tables[kind].resident.size),
  );
  page.gauge({ name: 'kontor_memory_bytes', help: 'Bytes counted, by share of memory.', labels: { share: '' } }, () => {
    const { actors, cache, waiting, aggregates, calls, searches } = engine.memory;
    const shares = { actors, cache, waiting, aggregates, calls, searches };
    return by(
      'share',
      Object.entries(shares).map(([name, { bytes }]) => [name, bytes] as const),
    );
  });
  page.gauge({ name: 'kontor_search_warming', help: '1 while words are indexed, and MATCH waits.' }, () =>
    engine.isSearchWarming ? 1 : 0,
  );
  measureMessages(page, engine);
  page.gauge(
    {
      name: 'kontor_unclaimed_money',
      help: 'Payments that came without a claim and that nobody has settled, by why.',
      labels: { reason: '' },
    },
    () => {
      const { open } = engine.readContext().index('payment_notice');
      const reasons = [...open.values()];
      return by(
        'reason',
        UNCLAIMED_REASONS.map((reason) => [reason, reasons.filter((one) => one === reason).length] as const),
      );
    },
  );
  page.gauge(
    { name: 'kontor_clock_jump_seconds', help: "Seconds that the system's clock is away from the shop's." },
    () => engine.time.jumpMs / 1000,
  );
  page.gauge(
    {
      name: 'kontor_disk_free_bytes',
      help: 'Bytes that are free, by what the disk is for.',
      labels: { disk: '`data`, `snapshots`' },
    },
    async () => (await Promise.all([freeBytes('data', config.data), freeBytes('snapshots', config.snapshots)])).flat(),
  );
};

interface WebhookLoad {
  readonly name: string;
  readonly waiting: number;
  /** When the oldest message that waits was made; undefined where none does. */
  readonly oldestMs: number | undefined;
  readonly isSuspended: boolean;
}

const webhooksOf = (engine: Engine): readonly WebhookLoad[] => {
  const shop = engine.readContext();
  const { queues } = shop.index('message');
  return webhookIds(shop).flatMap((id) => {
    const webhook = shop.read('webhook', id);
    if (webhook === undefined) return [];
    const queue = queues.get(id) ?? [];
    const oldest = queue[0] === undefined ? undefined : shop.read('message', queue[0]);
    const isSuspended = webhook.health !== 'healthy';
    return [{ name: webhook.name, waiting: queue.length, oldestMs: oldest?.atMs, isSuspended }];
  });
};
