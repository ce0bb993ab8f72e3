// The list of what happened to an order. Would catch a step that is missing, told twice or in another order, and one
// that names somebody else than the record of changes does.
import { describe, expect, test } from 'vitest';
import { timelineOf } from '../../back-office/order-timeline.ts';
import type { TimelineParts, TimelineStep } from '../../back-office/order-timeline.ts';
import { timeline as texts } from '../../back-office/texts/en-timeline.ts';
import { announce, placed, receive, set, ship } from '../operations/orders/returned-order.ts';
import type { Placed } from '../operations/orders/returned-order.ts';
import type { Given, Reply } from '../operations/shop.ts';

const words = {
  texts,
  money: (amount: number) => `${amount} EUR`,
  pieces: String,
  nameOf: (line: number) => `line ${line}`,
};

const MINUTE_MS = 60_000;

/** What a person reads who may read all of it. */
const partsOf = async ({ goods, orderId }: Placed): Promise<TimelineParts> => {
  const { shop } = goods;
  const order = await shop.admin<TimelineParts['order']>('get_order_by_id', { id_order: orderId });
  const { returns } = await shop.admin<Pick<TimelineParts, 'returns'>>('get_returns', { id_order: orderId });
  const { refunds } = await shop.admin<{ refunds: NonNullable<TimelineParts['refunds']> }>('get_refunds');
  const objects = [
    `order/${orderId}`,
    `issued_invoice/${orderId}`,
    ...returns.map(({ id }) => `order_return/${id}`),
    ...refunds.map(({ id }) => `refund/${id}`),
  ];
  const changes: TimelineParts['changes'][number][] = [];
  for (const object of objects)
    changes.push(...(await shop.admin<{ records: typeof changes }>('get_changelog', { object, limit: 1000 })).records);
  return { order, returns, refunds: refunds.toReversed(), changes };
};

const told = (steps: readonly TimelineStep[]): readonly string[] =>
  steps.map(({ text, more }) => (more === '' ? text : `${text} · ${more}`));

/** Each call a minute after the one before. */
const lived = async (): Promise<Placed> => {
  const order = await placed();
  const { shop } = order.goods;
  const { orderId: id } = order;
  const after = (ask: () => Promise<unknown>): Promise<unknown> => {
    shop.nowMs += MINUTE_MS;
    return ask();
  };
  await after(() => set(order, { order_payment_state: 'PAYMENT_RECEIVED' }));
  await after(() => shop.admin('get_invoice', { id_order: id, format: 'html' }));
  await after(() => shop.admin('cancel_lines', { id_order: id, lines: [{ id_element: 2, quantity: 1 }] }));
  await after(() => ship(order, [[1, 3]]));
  await after(() => shop.admin('set_parcel_delivered', { id_order: id, id_parcel: 1 }));
  await after(() => announce(order, [[1, 1]], { note: 'Too tight.' }));
  await after(() => receive(order, [[1, 1]], {}, { id_return: 1 }));
  await after(() => announce(order, [[1, 1]]));
  await after(() => shop.admin('withdraw_return', { id_return: 2 }));
  await after(() => receive(order, [[1, 1]]));
  await after(() => shop.admin('refund', { id_order: id, to: 'manual', note: 'by transfer' }));
  await after(() => set(order, { order_state: 'CLOSED' }));
  return order;
};

describe('what happened to an order', () => {
  test('is one list, in order of time', async () => {
    const parts = await partsOf(await lived());
    expect(told(timelineOf(parts, words))).toEqual([
      'Placed: 95 EUR',
      'Paid: 95 EUR',
      'Invoice R-1 issued',
      'Pieces cancelled: 1 × line 2 · 20 EUR less, Credit note S-1',
      'Parcel 1 packed and sent',
      'Parcel 1 delivered',
      'Return 1 announced: 1 · Too tight.',
      'Return 1 received: 1',
      'What came back is credited · 10 EUR less, Credit note S-2',
      'Return 2 announced: 1',
      'Return 2 withdrawn',
      'Return 3 received: 1',
      'What came back is credited · 10 EUR less, Credit note S-3',
      'Refund 1 of 40 EUR · done, by transfer',
      'Closed',
    ]);
  });

  test('tells of edits with the total and the number of the invoice at each time', async () => {
    const order = await placed();
    const { shop } = order.goods;
    const later = (request: string, params: Given): Promise<Reply> => {
      shop.nowMs += MINUTE_MS;
      return shop.admin(request, params);
    };
    const edit = async (quantity: number): Promise<void> => {
      const { id_edit, session } = await later('begin_order_edit', { id_order: order.orderId });
      const { contents } = await shop.admin<{ contents: Reply[] }>('get_cart', { session: session! });
      await later('set_quantity', { session: session!, id_element: contents[0]!['id']!, quantity });
      await later('commit_order_edit', { id_edit: id_edit! });
    };
    const invoice = { id_order: order.orderId, format: 'html' };
    await later('cancel_lines', { id_order: order.orderId, lines: [{ id_element: 2, quantity: 1 }] });
    await later('get_invoice', invoice);
    await edit(1);
    await edit(2);
    await later('get_invoice', invoice);
    await edit(3);
    expect(told(timelineOf(await partsOf(order), words))).toEqual([
      'Placed: 95 EUR',
      'Pieces cancelled: 1 × line 2 · 20 EUR less',
      'Invoice R-1 issued',
      'Edited: the cart before is taken back · 75 EUR less, Credit note S-1',
      'Edited: the cart before is taken back · 55 EUR less',
      'Invoice R-2 issued',
      'Edited: the cart before is taken back · 65 EUR less, Credit note S-2',
    ]);
  });

  test('has what happened within one second as it happened', async () => {
    const order = await placed();
    const { shop } = order.goods;
    const id = { id_order: order.orderId };
    const cancel = () => shop.admin('cancel_lines', { ...id, lines: [{ id_element: 2, quantity: 1 }] });
    const edit = (quantity: number) => shop.admin('edit_order', { ...id, set: [{ id_element: 1, quantity }] });
    await cancel();
    await edit(1);
    await edit(2);
    await set(order, { order_payment_state: 'PAYMENT_RECEIVED' });
    await cancel();
    const parts = await partsOf(order);
    const steps = timelineOf(parts, words);
    expect(steps.map(({ text, by }) => [text.split(':')[0], by?.operation])).toEqual([
      ['Placed', 'checkout'],
      ['Pieces cancelled', 'cancel_lines'],
      ['Edited', 'edit_order'],
      ['Edited', 'edit_order'],
      ['Paid', 'update_order_details'],
      ['Pieces cancelled', 'cancel_lines'],
    ]);
    const unseen = parts.changes.filter(({ field }) => !/^(past|credits)/.test(field));
    expect(timelineOf({ ...parts, changes: unseen }, words)[0]?.key).toBe('placed');
  });

  test('names for each step the record that made it', async () => {
    const order = await lived();
    const steps = timelineOf(await partsOf(order), words);
    expect(steps.map(({ by }) => by?.operation)).toEqual([
      'checkout',
      'update_order_details',
      'get_invoice',
      'cancel_lines',
      'add_parcel',
      'set_parcel_delivered',
      'announce_return',
      'receive_return',
      'receive_return',
      'announce_return',
      'withdraw_return',
      'receive_return',
      'receive_return',
      'refund',
      'update_order_details',
    ]);
    expect(steps.every(({ by, date }) => by?.date === date)).toBe(true);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
  });

  test('is told without amounts, refunds and changes to a person who may not read them', async () => {
    const { order, returns } = await partsOf(await lived());
    const steps = timelineOf({ order, returns, refunds: undefined, changes: [] }, { ...words, money: () => '' });
    expect(told(steps)).toEqual([
      'Placed',
      'Pieces cancelled: 1 × line 2 · Credit note S-1',
      'Parcel 1 packed and sent',
      'Parcel 1 delivered',
      'Return 1 announced: 1 · Too tight.',
      'Return 1 received: 1',
      'What came back is credited · Credit note S-2',
      'Return 2 announced: 1',
      'Return 2 withdrawn',
      'Return 3 received: 1',
      'What came back is credited · Credit note S-3',
      'Refund 1 · done',
    ]);
  });

  test('has each state of a refund, the buyer of a return, and the document that takes the invoice back', async () => {
    const order = await placed();
    const { shop } = order.goods;
    await set(order, { order_payment_state: 'PAYMENT_RECEIVED' });
    await shop.admin('get_invoice', { id_order: order.orderId, format: 'html' });
    await ship(order, [[1, 3]]);
    const lines = [{ id_element: 1, quantity: 1 }];
    await shop.call('announce_return', { session: order.session, id_order: order.orderId, lines });
    await set(order, { order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    await set(order, { order_state: 'CANCELED' });
    const parts = await partsOf(order);
    const refund = {
      id: 7,
      amount: 5,
      state: 'failed',
      creation_date: '2027-01-01 00:00:00',
      end_date: '2027-01-01 00:00:02',
      failure: 'card_gone',
      note: '',
    } as NonNullable<TimelineParts['refunds']>[number];
    const change = { ...parts.changes[0]!, object: 'refund/7', field: 'state', before: 'asked' };
    const moved = [
      { ...change, seq: 90, after: 'pending', date: '2027-01-01 00:00:01' },
      { ...change, seq: 91, after: 'failed', date: '2027-01-01 00:00:02' },
    ];
    const all = { ...parts, refunds: [refund], changes: [...parts.changes, ...moved] };
    expect(told(timelineOf(all, words)).slice(-6)).toEqual([
      'Return 1 announced: 1',
      'Set to not paid: all money went back',
      'Cancelled · Document S-1 takes its invoice back',
      'Refund 7 of 5 EUR · asked for',
      'Refund 7 of 5 EUR · on its way',
      'Refund 7 of 5 EUR · failed, card_gone',
    ]);
    expect(told(timelineOf({ ...all, changes: [] }, words)).slice(-2)).toEqual([
      'Refund 7 of 5 EUR · asked for',
      'Refund 7 of 5 EUR · failed, card_gone',
    ]);
    expect(timelineOf(all, words).find(({ key }) => key === 'return-1')).toMatchObject({ isBuyers: true });
  });
});
