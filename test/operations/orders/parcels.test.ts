// Parcels and what follows from them: quantities per line, the delivery state, the order record. Would catch pieces
// that are to be sent and that no parcel takes.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, freeLine, line } from '../shop.ts';

interface Order extends Reply {
  readonly delivery_state: { readonly name: string; readonly label: string };
  readonly parcels: readonly Reply[];
}

/** An order of three pieces of one product, two of another, a free element and delivery costs: lines 1 to 4. */
const ordered = async (options: Parameters<typeof Goods.open>[0] = {}): Promise<{ goods: Goods; orderId: number }> => {
  const goods = await Goods.open(options);
  const session = await goods.shop.session();
  for (const [price, quantity] of [
    [10, 3],
    [20, 2],
  ] as const) {
    await goods.shop.call('add_to_cart', line(session, await goods.product(price), { quantity }));
  }
  await goods.shop.call('add_to_cart', freeLine(session, 1));
  await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 4.9, 0.19]] });
  const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
  return { goods, orderId };
};

const record = (goods: Goods, orderId: number): Promise<Order> =>
  goods.shop.call<Order>('get_order_by_id', { id_order: orderId, language: 'de_DE' });

type Pieces = readonly (readonly [id: number, quantity: number | string])[];

const parcel = (goods: Goods, orderId: number, lines: Pieces, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('add_parcel', {
    id_order: orderId,
    lines: lines.map(([id_element, quantity]) => ({ id_element, quantity })),
    ...more,
  });

const state = async (goods: Goods, orderId: number): Promise<string> =>
  (await record(goods, orderId)).delivery_state.name;

describe('the audit of parcels', () => {
  // Catches an entry that holds all parcels of the order before and after: a thousand of them made half a gigabyte.
  test('each entry tells the parcel that came, and is no larger the more there are', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', freeLine(session, 1, { quantity: 1000 }));
    const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
    for (let sent = 1; sent <= 60; sent += 1)
      await parcel(goods, orderId, [[1, 1]], { provider: 'DHL', tracking_number: `JJD${1000 + sent}` });
    const { engine } = goods.shop;
    await engine.whenDurable(engine.headSeq);
    const sizes = [...engine.journal.audit(0, ['order', orderId])].map(([, bytes]) => bytes.length);
    expect(sizes).toHaveLength(61);
    expect(sizes.at(-1)).toBeLessThanOrEqual(sizes[2]! + 8);
    const { records } = await goods.shop.admin<
      Reply & {
        readonly records: readonly {
          readonly seq: number;
          readonly field: string;
          readonly before: object | null;
          readonly after: object | null;
        }[];
      }
    >('get_changelog', { object: `order/${orderId}`, limit: 1000 });
    const told = records.filter(({ field }) => field.startsWith('parcels'));
    expect(told.map(({ field, before }) => [field, before])).toEqual(
      Array.from({ length: 60 }, (_, at) => [`parcels.${at + 1}`, null]),
    );
    expect(told[59]!.after).toMatchObject({
      provider: 'DHL',
      trackingNumber: 'JJD1060',
      lines: [{ lineId: 1, quantityMilli: 1000 }],
    });
  });
});

describe('add_parcel', () => {
  test('shows parcels in the order record and moves the delivery state', async () => {
    const { goods, orderId } = await ordered();
    expect((await record(goods, orderId)).parcels).toEqual([]);
    expect(
      await parcel(goods, orderId, [[1, 2]], { provider: 'DHL', tracking_number: '00340434161094000001' }),
    ).toEqual({
      object: 'add_parcel',
      status: 'success',
      id_parcel: 1,
      order_delivery_state: 'PARTIAL',
      weight: 0,
      weight_unknown: [1],
    });
    expect(
      await parcel(goods, orderId, [
        [1, '1'],
        [2, 1],
        [2, 1],
      ]),
    ).toMatchObject({ id_parcel: 2, order_delivery_state: 'CLOSED' });
    const { parcels, delivery_state } = await record(goods, orderId);
    expect(parcels).toEqual([
      {
        id: 1,
        creation_date: '2026-01-02 03:04:05',
        provider: 'DHL',
        tracking_number: '00340434161094000001',
        state: 'sent',
        weight: 0,
        weight_unknown: [1],
        lines: [{ id_element: 1, quantity: 2 }],
      },
      {
        id: 2,
        creation_date: '2026-01-02 03:04:05',
        provider: '',
        tracking_number: '',
        state: 'sent',
        weight: 0,
        weight_unknown: [1, 2],
        lines: [
          { id_element: 1, quantity: 1 },
          { id_element: 2, quantity: 2 },
        ],
      },
    ]);
    expect(delivery_state).toEqual({ name: 'CLOSED', label: 'Abgeschlossen' });
  });

  test('keeps parcels over a restart, and takes a free element along', async () => {
    const { goods, orderId } = await ordered();
    await parcel(goods, orderId, [
      [1, 3],
      [2, 2],
    ]);
    expect(await parcel(goods, orderId, [[3, 1]])).toMatchObject({ order_delivery_state: 'CLOSED' });
    const before = await record(goods, orderId);
    await goods.shop.restart();
    expect(await record(goods, orderId)).toEqual(before);
    expect(before.parcels).toHaveLength(2);
  });

  test.each(['lenient', 'strict'] as const)(
    'moves through regular arrows only, in a %s shop',
    async (orderTransitions) => {
      const { goods, orderId } = await ordered({ rules: { orderTransitions } });
      expect(await parcel(goods, orderId, [[1, 1]])).toMatchObject({ order_delivery_state: 'PARTIAL' });
      expect(
        await parcel(goods, orderId, [
          [1, 2],
          [2, 2],
        ]),
      ).toMatchObject({ order_delivery_state: 'CLOSED' });
    },
  );

  test('leaves a delivery state alone that was set by hand', async () => {
    const { goods, orderId } = await ordered();
    await parcel(goods, orderId, [[1, 1]]);
    await goods.shop.admin('update_order_details', { id_order: orderId, order_delivery_state: 'PROCESSING' });
    expect(
      await parcel(goods, orderId, [
        [1, 2],
        [2, 2],
      ]),
    ).toMatchObject({ id_parcel: 2, order_delivery_state: 'PROCESSING' });
    expect(await state(goods, orderId)).toBe('PROCESSING');
  });

  test('takes the same state by hand as no change of hands', async () => {
    const { goods, orderId } = await ordered();
    await goods.shop.admin('update_order_details', { id_order: orderId, order_delivery_state: 'PROCESSING' });
    expect(await parcel(goods, orderId, [[1, 1]])).toMatchObject({ order_delivery_state: 'PARTIAL' });
  });

  test('is the same parcel when it is repeated with its key', async () => {
    const { goods, orderId } = await ordered();
    const params = { id_order: orderId, lines: [{ id_element: 1, quantity: 1 }] };
    const first = await goods.shop.admin('add_parcel', params, { key: 'parcel-1' });
    expect(await goods.shop.admin('add_parcel', params, { key: 'parcel-1' })).toEqual(first);
    expect((await record(goods, orderId)).parcels).toHaveLength(1);
  });
});

describe('what is to be sent', () => {
  interface ToSend extends Order {
    readonly to_send?: readonly { readonly id_element: number; readonly quantity: number }[];
  }
  const toSend = async (goods: Goods, orderId: number) => ((await record(goods, orderId)) as ToSend).to_send ?? [];
  const byHand = (goods: Goods, orderId: number, states: Given): Promise<Reply> =>
    goods.shop.admin('update_order_details', { id_order: orderId, ...states });
  const back = { order_delivery_state: 'PROCESSING' } as const;

  test('is all once the parcels have come back, and parcels take it again', async () => {
    const { goods, orderId } = await ordered();
    await parcel(goods, orderId, [[1, 3]]);
    await byHand(goods, orderId, back);
    const all = [
      { id_element: 1, quantity: 3 },
      { id_element: 2, quantity: 2 },
      { id_element: 3, quantity: 1 },
    ];
    expect(await toSend(goods, orderId)).toEqual(all);
    await parcel(goods, orderId, [[1, 2]]);
    await goods.shop.restart();
    expect(await toSend(goods, orderId)).toEqual([{ id_element: 1, quantity: 1 }, ...all.slice(1)]);
    await byHand(goods, orderId, { order_delivery_state: 'PARTIAL' });
    expect(await toSend(goods, orderId), 'the first parcel has come back for good').toMatchObject([
      { quantity: 1 },
      {},
      {},
    ]);
  });

  test('is as before where PROCESSING is taken back at once', async () => {
    const { goods, orderId } = await ordered();
    await parcel(goods, orderId, [[1, 2]]);
    const before = await toSend(goods, orderId);
    await byHand(goods, orderId, back);
    await byHand(goods, orderId, { order_delivery_state: 'PARTIAL' });
    expect(await toSend(goods, orderId)).toEqual(before);
  });

  // Catches more pieces cancelled and sent than were ordered.
  test('leaves parcels back where a piece of them was cancelled since', async () => {
    const { goods, orderId } = await ordered();
    await parcel(goods, orderId, [[1, 3]]);
    await byHand(goods, orderId, back);
    await goods.shop.admin('cancel_lines', { id_order: orderId, lines: [{ id_element: 1, quantity: 1 }] });
    await byHand(goods, orderId, { order_delivery_state: 'PARTIAL' });
    expect(await toSend(goods, orderId)).toMatchObject([{ id_element: 1, quantity: 2 }, {}, {}]);
    await parcel(goods, orderId, [[1, 2]]);
    expect((await toSend(goods, orderId)).map(({ id_element: id }) => id)).toEqual([2, 3]);
  });

  const pieces = fc.record({
    step: fc.constant('parcel' as const),
    lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0.5, 1, 2, 3)), {
      minLength: 1,
      maxLength: 3,
    }),
  });
  const states = fc.record({
    step: fc.constant('states' as const),
    states: fc.oneof(
      fc.constantFrom('PROCESSING', 'PARTIAL', 'CLOSED').map((state) => ({ order_delivery_state: state })),
      fc.constantFrom('OPEN', 'PROCESSING', 'CLOSED', 'CANCELED').map((state) => ({ order_state: state })),
    ),
  });

  const half: { step: 'parcel'; lines: [number, 0.5][] } = { step: 'parcel', lines: [[1, 0.5]] };

  test('is never more than a parcel takes, whatever was sent, cancelled and set by hand', async () => {
    const goods = await Goods.open();
    const [one, two] = [await goods.product(10), await goods.product(20)];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, states), { minLength: 2, maxLength: 12 }), async (steps) => {
        const session = await goods.shop.session();
        await goods.shop.call('add_to_cart', line(session, one, { quantity: 3 }));
        await goods.shop.call('add_to_cart', line(session, two, { quantity: 2 }));
        await goods.shop.call('add_to_cart', freeLine(session, 1));
        const { id_order: orderId } = await goods.shop.call<Checkout>('checkout', { session });
        for (const step of steps) {
          // Either may be refused: too many pieces, a step that the order cannot go.
          if (step.step === 'states') await byHand(goods, orderId, step.states);
          else await parcel(goods, orderId, step.lines);
          const left = await toSend(goods, orderId);
          if (left.length === 0) continue;
          const sent = await goods.shop.admin('add_parcel', { id_order: orderId, lines: left, dry_run: 1 });
          expect(sent).toMatchObject({ status: 'success' });
        }
      }),
      { numRuns: runs(100), examples: [[[half, { step: 'states', states: back }, half]]] },
    );
  });
});

describe('refusals change nothing', () => {
  test('more than was ordered, in one parcel or over several, by one thousandth', async () => {
    const { goods, orderId } = await ordered();
    const refused = (lines: readonly (readonly [number, number | string])[], param: number): Promise<Reply> =>
      goods.shop.adminRefused(
        'add_parcel',
        { id_order: orderId, lines: lines.map(([id_element, quantity]) => ({ id_element, quantity })) },
        'PARCEL_QUANTITY_EXCEEDED',
        param,
      );
    await refused([[1, '3.001']], 1);
    await refused(
      [
        [2, 1],
        [1, 2],
        [1, 2],
      ],
      1,
    );
    await parcel(goods, orderId, [[1, 2]]);
    expect((await refused([[1, 2]], 1))['detail']).toBe('Of line 1 3 were ordered, 1 have not left yet.');
    expect(await state(goods, orderId)).toBe('PARTIAL');
  });

  test('lines that are none of goods, orders that are none or cancelled, no secret key', async () => {
    const { goods, orderId } = await ordered();
    const { shop } = goods;
    const lines = [{ id_element: 1, quantity: 1 }];
    const cart = (await record(goods, orderId))['cart'] as unknown as Cart;
    const delivery = cart.contents.find(({ type }) => type === 'DELIVERY_COSTS')!;
    await shop.adminRefused(
      'add_parcel',
      { id_order: orderId, lines: [{ id_element: delivery.id, quantity: 1 }] },
      'ORDER_LINE_NOT_FOUND',
      delivery.id,
    );
    await shop.adminRefused(
      'add_parcel',
      { id_order: orderId, lines: [{ id_element: 99, quantity: 1 }] },
      'ORDER_LINE_NOT_FOUND',
      99,
    );
    await shop.adminRefused('add_parcel', { id_order: 4, lines }, 'ORDER_NOT_FOUND', 4);
    await shop.refused('add_parcel', { id_order: orderId, lines }, 'PERMISSION_DENIED', 'licence_secret_key');
    await shop.admin('update_order_details', { id_order: orderId, order_state: 'CANCELED' });
    await shop.adminRefused('add_parcel', { id_order: orderId, lines }, 'ORDER_CANCELED', orderId);
  });

  test.each([
    ['no line', [], 'PARAMETER_INVALID', 'lines'],
    ['no quantity', [{ id_element: 1 }], 'PARAMETER_INVALID', 'lines'],
    ['a quantity of nothing', [{ id_element: 1, quantity: 0 }], 'PARAMETER_INVALID', 'quantity'],
    ['a negative quantity', [{ id_element: 1, quantity: -1 }], 'PARAMETER_INVALID', 'quantity'],
    ['a broken line id', [{ id_element: '1x', quantity: 1 }], 'PARAMETER_INVALID', 'id_element'],
  ])('%s', async (_name, lines, code, param) => {
    const { goods, orderId } = await ordered();
    await goods.shop.adminRefused('add_parcel', { id_order: orderId, lines }, code, param);
  });
});
