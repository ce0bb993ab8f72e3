// Messages that wait for one user. Catches a backlog of one person that suspends the webhook for everybody, a message
// that vanishes uncounted, and one that is ended while it may be on its way.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { noteDelivered } from '../../../src/domain/webhooks/record-delivery.ts';
import { endSurplus, surplusMessages } from '../../../src/domain/webhooks/surplus-messages.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { mapOk } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good } from '../seeded-shop.ts';

const EVENT = 'SEND_MESSAGE_TO_USER';
const mailer = (rules: ConstructorParameters<typeof MemoryShop>[0]) => {
  const shop = new MemoryShop(rules);
  good(shop.transact(createBuiltIns));
  const target = { url: 'https://mailer.example/', parameter: '', rotateSecret: false };
  const webhook = good(shop.transact((tx) => updateWebhook(tx, EVENT, target)));
  const queue = (): readonly number[] => shop.index('message').queues.get(webhook) ?? [];
  return {
    state: () => shop.state('webhook', webhook),
    send: (userId: number, message: string) => {
      good(shop.transact((tx) => fire(tx, EVENT, { message }, userId)));
      // As the outbox does with every tick.
      good(shop.transact((tx) => endSurplus(tx, surplusMessages(tx, Infinity))));
    },
    sendAtOnce: (...userIds: readonly number[]) => {
      for (const userId of userIds) good(shop.transact((tx) => fire(tx, EVENT, { message: `to ${userId}` }, userId)));
    },
    endSurplus: (countMax: number) => {
      const ids = shop.transact((tx) => {
        const surplus = surplusMessages(tx, countMax);
        return mapOk(endSurplus(tx, surplus), () => surplus);
      });
      return good(ids).length;
    },
    deliver: () => good(shop.transact((tx) => noteDelivered(tx, webhook, queue()[0]!, 'ok'))),
    waiting: () => queue().map((id) => shop.state('message', id).secrets?.['message']),
  };
};

test('the newest take the places of the oldest, but never that of the first; others are told', () => {
  const { send, waiting, state } = mailer({ webhookBacklogMax: 5, webhookMessagesPerUserMax: 3 });
  for (let count = 1; count <= 100; count += 1) send(1, `a${count}`);
  expect(waiting()).toEqual(['a1', 'a99', 'a100']);
  send(2, 'b');
  expect(waiting()).toEqual(['a1', 'a99', 'a100', 'b']);
  expect(state()).toMatchObject({ health: 'healthy', lost: 97 });
  send(3, 'c');
  send(1, 'a101');
  expect(waiting(), 'a full backlog has room for what takes a place').toEqual(['a1', 'a100', 'b', 'c', 'a101']);
  expect(state().health).toBe('healthy');
  send(4, 'd');
  expect(state()).toMatchObject({ health: 'suspended', lost: 99 });
});

test('what is to end takes no place from others, and ends so many at a time', () => {
  const {
    sendAtOnce,
    endSurplus: end,
    waiting,
    state,
  } = mailer({
    webhookBacklogMax: 5,
    webhookMessagesPerUserMax: 2,
  });
  sendAtOnce(1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3);
  expect(waiting()).toHaveLength(11);
  expect(state(), 'five have a place: 2, 2 and 1').toMatchObject({ health: 'healthy', lost: 0 });
  expect([end(4), end(4), end(4)]).toEqual([4, 2, 0]);
  expect(waiting()).toEqual(['to 1', 'to 1', 'to 2', 'to 2', 'to 3']);
  sendAtOnce(4);
  expect(state()).toMatchObject({ health: 'suspended', lost: 7 });
});

test('messages to nobody in particular are not limited so', () => {
  const { send, waiting } = mailer({ webhookMessagesPerUserMax: 2 });
  for (let count = 0; count < 20; count += 1) send(0, `${count}`);
  expect(waiting()).toHaveLength(20);
});

test('whatever is sent and delivered: sent = waiting + delivered + lost, in order, at most so many for each', () => {
  const step = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('deliver' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { send, deliver, waiting, state } = mailer({ webhookMessagesPerUserMax: 2 });
      let [sent, delivered] = [0, 0];
      for (const one of steps) {
        if (one !== 'deliver') send(one, `${one} ${String((sent += 1)).padStart(3, '0')}`);
        else if (waiting().length > 0) {
          deliver();
          delivered += 1;
        }
      }
      const left = waiting().map(String);
      expect(left.length + delivered + state().lost).toBe(sent);
      expect(left.map((text) => text.slice(2))).toEqual(left.map((text) => text.slice(2)).sort());
      for (const user of [1, 2, 3, 4])
        expect(left.filter((text) => text.startsWith(`${user} `)).length).toBeLessThanOrEqual(2);
      expect(state().health).toBe('healthy');
    }),
    { numRuns: runs(100) },
  );
});
