// Catches a change that fires no call or one too many, a message that is queued wrongly, and one that is lost unseen.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../../src/domain/catalogue/update-category.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { addAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { WEBHOOK_HEALTHS, webhookLifecycle } from '../../../src/domain/lifecycles/webhook.ts';
import { changeStates } from '../orders/change-states.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from '../../../src/domain/webhooks/webhook.ts';
import type { Loss, WebhookEvent } from '../../../src/domain/webhooks/webhook.ts';
import { MESSAGE_KEY_MS } from '../../../src/domain/webhooks/message.ts';
import { createBuiltIns, createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { endMessages, noteDelivered, noteFailed } from '../../../src/domain/webhooks/record-delivery.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { forgetLoss, replay } from '../../../src/domain/webhooks/replay-messages.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { webhookIds } from '../../../src/domain/webhooks/list-webhooks.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';

const URL = 'https://receiver.example/hook';

const target = (shop: MemoryShop, name: string, parameter = '', url = URL): number =>
  good(shop.transact((tx) => updateWebhook(tx, name, { url, parameter, rotateSecret: false })));

const withBuiltIns = (shop: MemoryShop): MemoryShop => {
  good(shop.transact(createBuiltIns));
  return shop;
};

const fired = (shop: MemoryShop, event: WebhookEvent, parameters: { readonly [name: string]: string | number }): void =>
  good(shop.transact((tx) => fire(tx, event, parameters)));

/** What waits, in order: the parameters of each message, secret or not. */
const waiting = (shop: MemoryShop, webhookId: number): object[] =>
  (shop.index('message').queues.get(webhookId) ?? []).map((id) => ({
    ...shop.state('message', id).parameters,
    ...shop.state('message', id).secrets,
  }));

describe('what is queued', () => {
  test('one webhook per event exists from the start, without a target, and nothing is queued', () => {
    const shop = withBuiltIns(new MemoryShop());
    expect(webhookIds(shop as unknown as Transaction).map((id) => shop.state('webhook', id).name)).toEqual(
      WEBHOOK_EVENT_NAMES,
    );
    const records = shop.log.length;
    for (const event of WEBHOOK_EVENT_NAMES) fired(shop, event, { id_order: 1 });
    expect(shop.log.length).toBe(records);
    good(shop.transact(createBuiltIns));
    expect(shop.log.length, 'a second start makes nothing').toBe(records);
  });

  test('every webhook of the event with a target gets its own message, due at once or delayed as the event says', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WEBHOOK_EVENT_NAMES), (event) => {
        const shop = withBuiltIns(new MemoryShop());
        const second = good(shop.transact((tx) => createWebhook(tx, 'SECOND', event)));
        const first = target(shop, event);
        target(shop, 'SECOND');
        fired(shop, event, { id_order: 7 });
        for (const id of [first, second]) {
          expect(waiting(shop, id)).toEqual([{ id_order: 7 }]);
          const [messageId] = shop.index('message').queues.get(id)!;
          const { dueMs, atMs } = shop.state('message', messageId!);
          expect(dueMs - atMs).toBe(WEBHOOK_EVENTS[event].mode === 'delayed' ? shop.rules.webhookDelayMs : 0);
        }
        target(shop, 'SECOND', '', '');
        fired(shop, event, { id_order: 8 });
        expect(waiting(shop, second), 'without a target nothing more is queued, and what waits stays').toEqual([
          { id_order: 7 },
        ]);
      }),
    );
  });

  test('the parameter selects the object of the two update events and is sent along by the others', () => {
    const shop = withBuiltIns(new MemoryShop());
    const content = target(shop, 'WEBHOOK_CONTENT_UPDATE', '5');
    fired(shop, 'WEBHOOK_CONTENT_UPDATE', { id_shopobject: 55, language: '' });
    fired(shop, 'WEBHOOK_CONTENT_UPDATE', { id_shopobject: 5, language: 'de_DE' });
    expect(waiting(shop, content)).toEqual([{ id_shopobject: 5, language: 'de_DE' }]);
    const order = target(shop, 'ORDER_CREATE', '5');
    fired(shop, 'ORDER_CREATE', { id_order: 55 });
    expect(waiting(shop, order)).toEqual([{ id_order: 55, parameter: '5' }]);
  });

  test('names and numbers of webhooks have limits', () => {
    const shop = new MemoryShop({ webhooksMax: 2 });
    const made = (name: string): Result<number> => shop.transact((tx) => createWebhook(tx, name, 'ORDER_CREATE'));
    for (const name of ['', 'lower', 'WITH SPACE', 'Ä', 'A'.repeat(256), 'A\n'])
      expect(made(name)).toMatchObject({ code: 'WEBHOOK_NAME_NOT_VALID' });
    expect(made('A')).toMatchObject({ ok: true });
    expect(made('A')).toMatchObject({ code: 'WEBHOOK_NAME_ALREADY_IN_USE', param: 'A' });
    expect(made('_9')).toMatchObject({ ok: true });
    expect(made('C')).toMatchObject({ code: 'WEBHOOK_LIMIT_REACHED' });
    expect(
      shop.transact((tx) => updateWebhook(tx, 'NONE', { url: URL, parameter: '', rotateSecret: false })),
    ).toMatchObject({ code: 'WEBHOOK_NOT_FOUND', param: 'NONE' });
  });
});

describe('what fires', () => {
  test('a checkout, once, and the states of its order, in one record with the change', () => {
    const shop = withBuiltIns(seededShop());
    const [created, payment, delivery] = ['ORDER_CREATE', 'ORDER_PAYMENT_CHANGE', 'ORDER_DELIVERY_CHANGE'].map((name) =>
      target(shop, name),
    );
    const session = openSession(shop);
    expect(shop.transact((tx) => checkout(tx, session))).toMatchObject({ code: 'CART_EMPTY' });
    good(
      shop.transact((tx) =>
        tx.ask('session', session, {
          type: 'add_line',
          line: {
            type: 'FREE_ELEMENT',
            productId: 0,
            elementNumber: '',
            priceE4: 10_000 as never,
            rateE6: 0 as never,
            taxMinor: 0 as never,
            name: 'x',
            description: '',
            attributes: [],
            parentId: 0,
            measures: [],
            markup: 0,
          },
          quantityMilli: 1000 as never,
          grouped: false,
          linesMax: 10,
          bytesMax: 1_048_576,
          currencyDigits: 2,
        }),
      ),
    );
    const { orderId } = good(shop.transact((tx) => checkout(tx, session)));
    expect(waiting(shop, created!)).toEqual([{ id_order: orderId }]);
    const { events } = shop.log.at(-1)!;
    expect(events.map(({ event }) => event.type)).toEqual(expect.arrayContaining(['order_placed', 'message_queued']));
    good(shop.transact((tx) => checkout(tx, session)));
    expect(waiting(shop, created!), 'the same checkout again is no new order').toHaveLength(1);

    const update = (states: object): Result<void> => shop.transact((tx) => changeStates(tx, orderId, states));
    good(update({ payment: 'PAYMENT_RECEIVED', delivery: 'PARTIAL' }));
    good(update({ payment: 'PAYMENT_RECEIVED', order: 'PROCESSING' }));
    expect(waiting(shop, payment!)).toEqual([
      { id_order: orderId, state1: 'PAYMENT_NOT_RECEIVED', state2: 'PAYMENT_RECEIVED' },
    ]);
    expect(waiting(shop, delivery!)).toEqual([{ id_order: orderId, state1: 'PROCESSING', state2: 'PARTIAL' }]);
  });

  test('contents: per language that changed, without a language where none did, never for products', () => {
    const shop = withBuiltIns(new MemoryShop());
    const webhook = target(shop, 'WEBHOOK_CONTENT_UPDATE');
    const classId = good(shop.transact((tx) => createClass(tx, 'page', 'content')));
    good(shop.transact((tx) => addAttributes(tx, classId, [{ name: 'text', type: 'TXT', labels: {}, defaults: {} }])));
    const given = { className: 'page', active: true, seo: {}, categories: [] };
    const page = good(
      shop.transact((tx) =>
        createContent(tx, { ...given, name: 'a', attributes: { de_DE: { text: 'x' }, en_GB: { text: 'y' } } }),
      ),
    );
    const bare = good(shop.transact((tx) => createContent(tx, { ...given, name: 'b', attributes: {} })));
    const update = (change: object): void => good(shop.transact((tx) => updateObject(tx, page, 'content', change)));
    update({ attributes: { en_GB: { text: 'z' }, de_DE: { text: 'x' } } });
    update({ seo: { fr_FR: { permalink: 'p' } }, active: true });
    update({ active: false });
    update({ active: false, attributes: { de_DE: { text: 'x' } } });
    good(shop.transact((tx) => deleteObject(tx, page, 'content')));
    const told = (id: number, ...languages: string[]): object[] =>
      languages.map((language) => ({ id_shopobject: id, language }));
    expect(waiting(shop, webhook)).toEqual([
      ...told(page, 'de_DE', 'en_GB'),
      ...told(bare, ''),
      ...told(page, 'en_GB', 'fr_FR', ''),
      ...told(page, 'de_DE', 'en_GB', 'fr_FR'),
    ]);
    const others = withBuiltIns(seededShop());
    const silent = target(others, 'WEBHOOK_CONTENT_UPDATE');
    good(others.transact((tx) => updateObject(tx, 1, 'product', { name: 'renamed' })));
    good(others.transact((tx) => deleteObject(tx, 1, 'product')));
    expect(waiting(others, silent)).toEqual([]);
  });

  test('categories: made, changed, moved, deleted with those below', () => {
    const shop = withBuiltIns(new MemoryShop());
    const webhook = target(shop, 'WEBHOOK_CATEGORY_UPDATE');
    const make = (name: string, parentId: number, labels: object): number =>
      good(
        shop.transact((tx) =>
          createCategory(tx, { parentId, name, labels: labels as { [l: string]: string }, attributes: {}, seo: {} }),
        ),
      );
    const top = make('top', 0, { de_DE: 'Oben', en_GB: 'Top' });
    const below = make('below', top, {});
    const update = (change: object): void => good(shop.transact((tx) => updateCategory(tx, below, change)));
    update({ labels: { en_GB: 'Below' } });
    update({ labels: { en_GB: 'Below' } });
    update({ parentId: 0 });
    update({ parentId: top });
    good(shop.transact((tx) => deleteCategory(tx, top)));
    expect(waiting(shop, webhook).map((one) => Object.values(one))).toEqual([
      [top, 'de_DE'],
      [top, 'en_GB'],
      [below, ''],
      [below, 'en_GB'],
      [below, ''],
      [below, ''],
      [top, 'de_DE'],
      [top, 'en_GB'],
      [below, 'en_GB'],
    ]);
  });
});

describe('health', () => {
  test('saved settings make any webhook healthy, and nothing else ends a suspension', () => {
    const moves = WEBHOOK_HEALTHS.flatMap((from) => webhookLifecycle.reachable(from).map((to) => `${from} → ${to}`));
    expect(moves).toEqual([
      'healthy → unhealthy',
      'healthy → suspended',
      'healthy → healthy',
      'unhealthy → suspended',
      'unhealthy → healthy',
      'suspended → healthy',
    ]);
  });

  test('failures count attempts; the last one makes it unhealthy; saved settings make it healthy', () => {
    const shop = withBuiltIns(new MemoryShop());
    const id = target(shop, 'ORDER_CREATE');
    fired(shop, 'ORDER_CREATE', { id_order: 1 });
    good(shop.transact((tx) => noteFailed(tx, id, 'HTTP 500', 5000)));
    expect(shop.state('webhook', id)).toMatchObject({
      health: 'healthy',
      attempts: 1,
      nextMs: shop.nowMs + 5000,
      answer: 'HTTP 500',
      answeredMs: shop.nowMs,
    });
    good(shop.transact((tx) => noteFailed(tx, id, 'HTTP 502', null)));
    expect(shop.state('webhook', id)).toMatchObject({ health: 'unhealthy', attempts: 2, answer: 'HTTP 502' });
    fired(shop, 'ORDER_CREATE', { id_order: 2 });
    expect(waiting(shop, id), 'its events are kept').toHaveLength(2);
    target(shop, 'ORDER_CREATE');
    expect(shop.state('webhook', id)).toMatchObject({ health: 'healthy', attempts: 0, nextMs: 0 });
    good(shop.transact((tx) => noteDelivered(tx, id, shop.index('message').queues.get(id)![0]!, 'WEBHOOK_EXECUTED')));
    expect(waiting(shop, id)).toEqual([{ id_order: 2 }]);
  });

  test('beyond its backlog it is suspended; what is lost is counted, its record known, and can be queued again', () => {
    const shop = withBuiltIns(new MemoryShop({ webhookBacklogMax: 3 }));
    const id = target(shop, 'ORDER_CREATE');
    const one = (order: number): void => fired(shop, 'ORDER_CREATE', { id_order: order });
    for (const order of [1, 2, 3]) one(order);
    expect(shop.state('webhook', id)).toMatchObject({ health: 'healthy', lost: 0 });
    one(4);
    const firstLostSeq = shop.log.length;
    one(5);
    expect(shop.state('webhook', id)).toMatchObject({ health: 'suspended', lost: 2, firstLostSeq });
    expect(waiting(shop, id)).toHaveLength(3);
    target(shop, 'ORDER_CREATE');
    one(6);
    expect(waiting(shop, id), 'saved settings give room for as many again').toHaveLength(4);
    expect(shop.state('webhook', id)).toMatchObject({ health: 'healthy', lost: 2, firstLostSeq });
    const past = [4, 5, 7].map((order, at) => ({
      id: -1,
      seq: firstLostSeq + at,
      atMs: 1,
      parameters: { id_order: order },
    }));
    expect(good(shop.transact((tx) => replay(tx, id, past))), 'as many as there is room').toBe(2);
    expect(waiting(shop, id).map((message) => Object.values(message)[0])).toEqual([1, 2, 3, 6, 4, 5]);
    const forget = (left: Loss): void => good(shop.transact((tx) => forgetLoss(tx, id, left)));
    forget({ lost: 1, firstLostSeq: firstLostSeq + 1 });
    expect(shop.state('webhook', id)).toMatchObject({ lost: 1, firstLostSeq: firstLostSeq + 1 });
    const records = shop.log.length;
    forget({ lost: 1, firstLostSeq: firstLostSeq + 1 });
    expect(shop.log.length, 'nothing was forgotten').toBe(records);
    forget({ lost: 0, firstLostSeq: 0 });
    expect(shop.state('webhook', id)).toMatchObject({ lost: 0, firstLostSeq: 0 });
    one(8);
    expect(shop.state('webhook', id)).toMatchObject({ health: 'suspended', lost: 1, firstLostSeq: shop.log.length });
  });

  test('what one record told finds its places together when it is told again, or none', () => {
    // Catches a record that told more than there is room for: nobody would come past it.
    const shop = withBuiltIns(new MemoryShop({ webhookBacklogMax: 2 }));
    const id = target(shop, 'ORDER_CREATE');
    const past = [1, 1, 1, 2].map((seq, at) => ({ id: at + 1, seq, atMs: 1, parameters: { id_order: at } }));
    expect(good(shop.transact((tx) => replay(tx, id, past)))).toBe(3);
    expect(good(shop.transact((tx) => replay(tx, id, past)))).toBe(0);
  });

  test('several events of one change find their places, and several losses', () => {
    const shop = withBuiltIns(new MemoryShop({ webhookBacklogMax: 1 }));
    const id = target(shop, 'WEBHOOK_CATEGORY_UPDATE');
    const both = (tx: Transaction): Result<void> => {
      const first = fire(tx, 'WEBHOOK_CATEGORY_UPDATE', { id_category: 1, language: 'de_DE' });
      return first.ok ? fire(tx, 'WEBHOOK_CATEGORY_UPDATE', { id_category: 1, language: 'en_GB' }) : first;
    };
    good(shop.transact(both));
    expect(waiting(shop, id)).toHaveLength(2);
    good(shop.transact(both));
    expect(shop.state('webhook', id)).toMatchObject({ health: 'suspended', lost: 2, firstLostSeq: shop.log.length });
  });
});

describe('secrets', () => {
  test('those of one hour are sealed for one subject, kept until delivered, and then only their place is', () => {
    const shop = withBuiltIns(new MemoryShop());
    const id = target(shop, 'SEND_NEW_PASSWD_TO_USER');
    const send = (passwd: string): void => fired(shop, 'SEND_NEW_PASSWD_TO_USER', { email: 'a@b.example', passwd });
    for (const passwd of ['p1', 'p2']) send(passwd);
    shop.nowMs += MESSAGE_KEY_MS;
    send('p3');
    const ids = shop.index('message').queues.get(id)!;
    const [one, two, three] = ids.map((messageId) => shop.state('message', messageId));
    expect([one!.parameters, one!.secrets]).toEqual([{}, { email: 'a@b.example', passwd: 'p1' }]);
    expect(two!.subject).toBe(one!.subject);
    expect(three!.subject).toBeGreaterThan(two!.subject);
    const [first] = [...ids];
    good(shop.transact((tx) => noteDelivered(tx, id, first!, 'WEBHOOK_EXECUTED')));
    expect(shop.state('message', first!)).toMatchObject({ delivered: true, secrets: null });
    expect(waiting(shop, id)).toHaveLength(2);
    expect([...shop.index('message').bySubject.get(one!.subject)!.delivered]).toEqual([first]);
    good(shop.transact((tx) => endMessages(tx, [first!])));
    expect(shop.find('message', first!)).toBeUndefined();
  });

  test('of a lost one nothing is kept', () => {
    const shop = withBuiltIns(new MemoryShop({ webhookBacklogMax: 1 }));
    target(shop, 'SEND_MESSAGE_TO_USER');
    for (const message of ['text one', 'text two'])
      fired(shop, 'SEND_MESSAGE_TO_USER', { email: 'a@b.example', message });
    expect(JSON.stringify(shop.log)).toContain('text one');
    expect(JSON.stringify(shop.log)).not.toContain('text two');
  });
});
