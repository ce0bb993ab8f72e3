// Channels that change: would catch credentials that work longer or shorter than they should, also by a reply that is
// found by the bytes of its call alone, a secret key of one set beside the username of another, a channel that is ended
// and still answers, and a name that is lost or given twice.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOverlapping } from '../../../src/domain/channels/channel.ts';
import type { Channel } from '../../../src/domain/channels/channel.ts';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { openChangeFeed } from '../../../src/operations/dispatch/change-feed.ts';
import { FeedReader, parseEvents, untilPublished } from '../../engine/delivery/feed-reader.ts';
import { runs } from '../../harness/effort.ts';
import { channel } from './channel-calls.ts';
import type { Credentials } from './channel-calls.ts';
import { CREDENTIALS, START_MS, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const HOUR_MS = 3_600_000;

/** As a transport answers: by the very bytes where it can. */
const isAnswered = (shop: TestShop, credentials: Credentials): Promise<boolean> => {
  const bytes = new URLSearchParams({ request: 'get_categories', id_parent: '0', ...credentials }).toString();
  return new Promise((resolve) => {
    const send = (_status: number, body: string | Uint8Array): void =>
      resolve(
        Buffer.from(body as Uint8Array)
          .toString()
          .includes('shopcategories'),
      );
    if (!shop.dispatch.sendCached(bytes, send))
      shop.dispatch.call(Object.fromEntries(new URLSearchParams(bytes)), '', send, bytes);
  });
};

/** What a channel is, by the rules as a person would say them. */
interface Model {
  readonly id: number;
  name: string;
  isOn: boolean;
  hasEnded: boolean;
  /** Every set of credentials that it ever had, and until when each works; Infinity: the present one. */
  readonly sets: { readonly credentials: Credentials; untilMs: number }[];
}

const rotated = (model: Model, credentials: Credentials, untilMs: number): void => {
  for (const set of model.sets) set.untilMs = set.untilMs === Infinity ? untilMs : 0;
  model.sets.push({ credentials, untilMs: Infinity });
};

const step = fc.oneof(
  fc.record({ type: fc.constant('rotate' as const), at: fc.nat(2), hours: fc.constantFrom(0, 1, 5, 720) }),
  fc.record({ type: fc.constant('end_overlap' as const), at: fc.nat(2) }),
  fc.record({ type: fc.constant('switch' as const), at: fc.nat(2), on: fc.boolean() }),
  fc.record({ type: fc.constant('rename' as const), at: fc.nat(2), name: fc.constantFrom('a', 'b', 'c', 'd') }),
  fc.record({ type: fc.constant('delete' as const), at: fc.nat(2) }),
  fc.record({ type: fc.constant('wait' as const), hours: fc.constantFrom(1, 3, 100, 1000) }),
  fc.record({ type: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const change = async (shop: TestShop, models: readonly Model[], given: Step): Promise<void> => {
  if (given.type === 'wait') shop.nowMs += given.hours * HOUR_MS;
  if (given.type === 'restart') await shop.restart();
  if (!('at' in given)) return;
  const model = models[given.at]!;
  const { id } = model;
  const expected = (request: string, refusal = model.hasEnded ? 'CHANNEL_NOT_FOUND' : undefined): object =>
    refusal === undefined ? { object: request, status: 'success' } : { object: 'error', message: refusal };
  switch (given.type) {
    case 'rotate': {
      const reply = await shop.admin<Credentials>('rotate_channel', { id_channel: id, overlap_hours: given.hours });
      expect(reply).toMatchObject(expected('rotate_channel'));
      const { licence_username, licence_password, licence_secret_key } = reply;
      if (!model.hasEnded)
        rotated(
          model,
          { licence_username, licence_password, licence_secret_key },
          given.hours === 0 ? 0 : shop.nowMs + given.hours * HOUR_MS,
        );
      return;
    }
    case 'end_overlap':
      expect(await shop.admin('end_channel_overlap', { id_channel: id })).toMatchObject(
        expected('end_channel_overlap'),
      );
      for (const set of model.sets) if (set.untilMs < Infinity) set.untilMs = 0;
      return;
    case 'switch':
      expect(await shop.admin('update_channel', { id_channel: id, shop_active: given.on ? 1 : 0 })).toMatchObject(
        expected('update_channel'),
      );
      model.isOn = given.on;
      return;
    case 'rename': {
      const { name } = given;
      const isTaken = models.some((other) => other !== model && !other.hasEnded && other.name === name);
      const refusal = isTaken ? 'CHANNEL_NAME_ALREADY_IN_USE' : undefined;
      expect(await shop.admin('update_channel', { id_channel: id, name })).toMatchObject(
        expected('update_channel', model.hasEnded ? 'CHANNEL_NOT_FOUND' : refusal),
      );
      if (!model.hasEnded && !isTaken) model.name = name;
      return;
    }
    case 'delete':
      expect(await shop.admin('delete_channel', { id_channel: id })).toMatchObject(expected('delete_channel'));
      model.hasEnded = true;
      return;
    default:
      given satisfies never;
  }
};

const isOpen = ({ isOn, hasEnded }: Model, untilMs: number, nowMs: number): boolean =>
  isOn && !hasEnded && nowMs < untilMs;

describe('channels', () => {
  test('answer the credentials that they have, and no others, whatever happens to them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const shop = openShop();
        const models: Model[] = [];
        for (const name of ['a', 'b', 'c']) {
          const credentials = await channel(shop, 'json', { name });
          models.push({
            id: models.length + 2,
            name,
            isOn: true,
            hasEnded: false,
            sets: [{ credentials, untilMs: Infinity }],
          });
        }
        for (const given of steps) {
          await change(shop, models, given);
          // Twice: the second time a reply may be found by the bytes of its call.
          for (const model of [...models, ...models])
            for (const { credentials, untilMs } of model.sets)
              expect(await isAnswered(shop, credentials)).toBe(isOpen(model, untilMs, shop.nowMs));
        }
        const { channels } = await shop.admin<{ channels: { id: number; name: string }[] }>('get_channels');
        expect(channels.slice(1).map(({ id, name }) => [id, name])).toEqual(
          models.filter(({ hasEnded }) => !hasEnded).map(({ id, name }) => [id, name]),
        );
      }),
      { numRuns: runs(30) },
    );
  });

  test('take the secret key of the set that username and password are of', async () => {
    const shop = openShop();
    const before = await channel(shop, 'json');
    const after = await shop.admin<Credentials>('rotate_channel', { id_channel: 2, overlap_hours: 1 });
    const { licence_secret_key } = after;
    expect(await isAnswered(shop, before)).toBe(true);
    expect(await isAnswered(shop, { ...before, licence_secret_key })).toBe(false);
    expect(await shop.admin('get_channels')).toMatchObject({ channels: [{ previous_until: '' }, {}] });
    expect(await shop.admin('get_channels')).toMatchObject({
      channels: [{}, { previous_until: '2026-01-02 04:04:05' }],
    });
  });

  test('count an overlap that was recorded ahead of the present time as over', () => {
    const state = { previousUntilMs: START_MS + 720 * HOUR_MS } as Channel;
    expect([START_MS - 1, START_MS, START_MS + 1].map((atMs) => isOverlapping(state, atMs))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('refuse what cannot be: the end of the first one, an overlap of public credentials, a long overlap', async () => {
    const shop = openShop();
    await shop.adminRefused('delete_channel', { id_channel: 1 }, 'CHANNEL_IS_FIRST', 1);
    await shop.adminRefused('delete_channel', { id_channel: 7 }, 'CHANNEL_NOT_FOUND', 7);
    await shop.adminRefused('update_channel', { id_channel: 1, name: ' a' }, 'CHANNEL_NAME_NOT_VALID', 'name');
    await shop.adminRefused(
      'rotate_channel',
      { id_channel: 1, overlap_hours: 721 },
      'PARAMETER_INVALID',
      'overlap_hours',
    );
    for (const request of ['update_channel', 'rotate_channel', 'end_channel_overlap', 'delete_channel'])
      await shop.refused(request, { id_channel: 1 }, 'PERMISSION_DENIED', 'licence_secret_key');
  });

  test('show new credentials once, and leave what is not given as it is', async () => {
    const shop = openShop();
    await channel(shop, 'xml');
    const again = { id_channel: 2, overlap_hours: 1 };
    expect(await shop.admin('rotate_channel', again, { key: 'k' })).toMatchObject({ status: 'success' });
    expect(await shop.admin('rotate_channel', again, { key: 'k' })).toMatchObject({
      message: 'IDEMPOTENCY_RESULT_GONE',
    });
    await shop.admin('update_channel', { id_channel: 2, name: 'erp' });
    expect(await shop.admin('get_channels')).toMatchObject({
      channels: [{}, { name: 'erp', description: 'd', shop_active: 1, server_output: 'xml' }],
    });
  });

  test('a change feed ends with the credentials that opened it', async () => {
    const shop = openShop();
    const credentials = await channel(shop, 'json');
    const feed = new ChangeFeed(shop.engine, { readersMax: 5, stalledMsMax: 10_000 });
    const open = (given: Credentials): FeedReader => {
      const sink = new FeedReader();
      const { licence_username, licence_password, licence_secret_key: secretKey } = given;
      const fields = { licence_username, licence_password, licence_secret_key: secretKey };
      const permits = () => shop.dispatch.callers.permits(fields);
      expect(openChangeFeed(feed, { permits, lastEventId: '' }, () => sink)).toBeUndefined();
      return sink;
    };
    const [office, app] = [open({ ...CREDENTIALS, licence_secret_key: 'secret-1' }), open(credentials)];
    const fresh = await shop.admin<Credentials>('rotate_channel', { id_channel: 2, overlap_hours: 1 });
    const freshReader = open(fresh);
    feed.tick();
    expect([app.ended, freshReader.ended]).toEqual([false, false]);
    shop.nowMs += HOUR_MS;
    feed.tick();
    expect([app.ended, freshReader.ended]).toEqual([true, false]);
    await shop.admin('update_channel', { id_channel: 2, shop_active: 0 });
    await untilPublished(shop);
    expect([freshReader.ended, office.ended]).toEqual([true, false]);
    expect(parseEvents(freshReader.text).messages.at(-1)).toMatchObject({
      event: 'cut',
      data: { reason: 'PERMISSION_DENIED' },
    });
  });
});
