// Would catch a packing slip that shows a price, forgets pieces or asks for pieces that have left; a pick list that
// sends somebody to the wrong storage or for another number of pieces than the slips say; a barcode that reads as
// another order.
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../src/operations/context/operation.ts';
import { sliceOf } from '../../../src/operations/params/order-list-params.ts';
import { barcodeOf } from '../../../src/operations/views/barcode.ts';
import { runs } from '../../harness/effort.ts';
import { pagesOf, wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, freeLine, line, makePart, warmPrinting } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import { decoded, seen } from './bought.ts';

beforeAll(() => warmPrinting());

interface Sliced {
  readonly orders: readonly number[];
  readonly sent: readonly number[];
  readonly left: readonly number[];
}
interface Slips extends Sliced {
  readonly packing_slips: string;
}
interface Position {
  readonly storage: string;
  readonly element_number: string;
  readonly name: string;
  readonly quantity: number;
  readonly orders: readonly number[];
}
interface PickList extends Sliced {
  readonly pick_list: string;
  readonly positions: readonly Position[];
}

const slips = (goods: Goods, orders: readonly unknown[], more: Given = {}) =>
  goods.shop.admin<Slips>('get_packing_slips', { orders, ...more });
const pickList = (goods: Goods, orders: readonly unknown[], more: Given = {}) =>
  goods.shop.admin<PickList>('get_pick_list', { orders, ...more });
const textOf = (base64: string): string => seen(decoded(Buffer.from(base64, 'base64').toString()));
const pdfText = (base64: string): string =>
  wordsOf(Buffer.from(base64, 'base64'))
    .map(({ text }) => text)
    .join(' ');

const ordered = async (goods: Goods, lines: readonly Given[], details: Given = {}): Promise<number> => {
  const { shop } = goods;
  const session = await shop.session();
  for (const one of lines) await shop.call('add_to_cart', { ...one, session });
  await shop.call('set_order_details', {
    session,
    id_delivery_method: 1,
    delivery_firstname: 'Änne',
    delivery_lastname: 'Łuczak',
    delivery_city: 'Graz',
    ...details,
  });
  return (await shop.call<Checkout>('checkout', { session })).id_order;
};

const sent = (goods: Goods, orderId: number, id: number, quantity: number): Promise<Reply> =>
  goods.shop.admin('add_parcel', { id_order: orderId, lines: [{ id_element: id, quantity }] });

const place = (goods: Goods, storage: string, number: string, quantity: number): Promise<Reply> =>
  goods.shop.admin('inventory_place', { storage, element_number: number, quantity });

/** A product of two legs each, whose stock lies in two storages. */
const bound = async (goods: Goods): Promise<number> => {
  await makePart(goods.shop, 'LEG', 'Leg');
  await place(goods, 'B10', 'LEG', 3);
  await place(goods, 'B9', 'LEG', 100);
  const id = await goods.product(20, { availability: { active: 1, quantity_warning: 0 } });
  await goods.shop.admin('add_binding', { id_product: id, element_number: 'LEG', quantity: 2 });
  return id;
};

describe('packing slips', () => {
  test('show what is still to be sent, with address and number, and no price', async () => {
    const goods = await Goods.open();
    const lamp = await goods.product(77.7, { metadata: { element_number: 'L-1' } });
    const mat = await goods.product(12.3, { metadata: { element_number: 'M-1' } });
    const orderId = await ordered(goods, [line('', lamp, { quantity: 3 }), line('', mat, { quantity: 2 })], {
      note: 'Bitte klingeln',
    });
    await sent(goods, orderId, 1, 1);
    await sent(goods, orderId, 2, 2);
    const made = await slips(goods, [orderId]);
    expect(made).toMatchObject({ orders: [orderId], sent: [], left: [] });
    const text = textOf(made.packing_slips);
    for (const part of [
      `Packzettel ${orderId}`,
      'Änne Łuczak',
      'Graz',
      'L-1',
      'Ware 1',
      'bestellt: 3',
      'Bitte klingeln',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Ware 1 2 bestellt: 3/);
    expect(text).not.toContain('M-1');
    expect(text).not.toMatch(/77[.,]7|233|€/);
    const pdf = await slips(goods, [orderId], { args: { format: 'pdf' } });
    const words = pdfText(pdf.packing_slips);
    for (const part of ['Packzettel', String(orderId), 'Łuczak', 'L-1', 'bestellt: 3', 'klingeln'])
      expect(words).toContain(part);
    expect(words).not.toMatch(/M-1|77[.,]7|€/);
  });

  test('are a page for each order, in the language of the call or the order’s own', async () => {
    const goods = await Goods.open();
    const lamp = await goods.product();
    const [first, second] = [await ordered(goods, [line('', lamp)]), await ordered(goods, [line('', lamp)])];
    const pdf = await slips(goods, [second, String(first), second], { args: { format: 'pdf' } });
    expect(pdf.orders).toEqual([second, first]);
    expect(pagesOf(Buffer.from(pdf.packing_slips, 'base64'))).toBe(2);
    const english = await slips(goods, [first], { language: 'en_GB', args: { closing: 'Have fun' } });
    expect(textOf(english.packing_slips)).toMatch(/Packing slip .*Have fun/);
    await goods.shop.admin('get_invoice', { id_order: first, language: 'en_GB' });
    expect(textOf((await slips(goods, [first])).packing_slips)).toContain('Packing slip');
    expect(textOf((await slips(goods, [second])).packing_slips)).toContain('Packzettel');
  });

  test('pass over what needs none, and leave what has no room to the next call', async () => {
    const goods = await Goods.open();
    const lamp = await goods.product();
    const open = await ordered(goods, [line('', lamp)]);
    const gone = await ordered(goods, [line('', lamp), freeLine('', 1)]);
    await sent(goods, gone, 1, 1);
    const canceled = await ordered(goods, [line('', lamp)]);
    await goods.shop.admin('update_order_details', { id_order: canceled, order_state: 'CANCELED' });
    expect(await slips(goods, [gone, open, canceled])).toMatchObject({
      orders: [open],
      sent: [gone, canceled],
      left: [],
    });
    expect(await slips(goods, [gone])).toEqual({
      object: 'packing_slips',
      packing_slips: '',
      orders: [],
      sent: [gone],
      left: [],
    });
  });

  test('follow a delivery state that was set by hand, and leave out what is done', async () => {
    const goods = await Goods.open();
    const lamp = await goods.product();
    const at = async (states: Given): Promise<number> => {
      const orderId = await ordered(goods, [line('', lamp, { quantity: 3 })]);
      await sent(goods, orderId, 1, 1);
      await goods.shop.admin('update_order_details', { id_order: orderId, ...states });
      return orderId;
    };
    const [shipped, done] = [await at({ order_delivery_state: 'CLOSED' }), await at({ order_state: 'CLOSED' })];
    const [back, part] = [await at({ order_delivery_state: 'PROCESSING' }), await at({})];
    expect(await slips(goods, [shipped, done, back, part])).toMatchObject({
      orders: [back, part],
      sent: [shipped, done],
    });
    const left = async (orderId: number): Promise<unknown> =>
      (await goods.shop.admin('get_order_by_id', { id_order: orderId }))['to_send'];
    expect(await Promise.all([shipped, done, back, part].map(left)), 'an order says the same').toEqual([
      undefined,
      undefined,
      [{ id_element: 1, quantity: 3 }],
      [{ id_element: 1, quantity: 2 }],
    ]);
    expect((await pickList(goods, [shipped, done, back])).positions).toMatchObject([{ quantity: 3, orders: [back] }]);
    expect((await pickList(goods, [back, part])).positions).toMatchObject([{ quantity: 5 }]);
  });

  test('have room for 500 lines, and for one order whatever it has', () => {
    const orderOf = (length: number) => ({
      states: { order: 'OPEN' },
      parcels: [],
      credits: [],
      cart: {
        lines: Array.from({ length }, (_, at) => ({ id: at + 1, type: 'PRODUCT', priceE4: 1, quantityMilli: 1000 })),
      },
    });
    const kept: { readonly [id: number]: object } = {
      1: orderOf(300),
      2: orderOf(201),
      3: orderOf(1),
      4: orderOf(800),
    };
    const shop = { read: (_kind: string, id: number) => kept[id] };
    const slice = (...ids: readonly number[]) => {
      const taken = sliceOf({ shop, backOffice: true } as unknown as Context, ids);
      return taken.ok && [taken.value.orders.map(([id]) => id), taken.value.left];
    };
    expect(slice(1, 3)).toEqual([[1, 3], []]);
    expect(slice(1, 2, 3)).toEqual([[1], [2, 3]]);
    expect(slice(2, 3, 1)).toEqual([[2, 3], [1]]);
    expect(slice(4, 3)).toEqual([[4], [3]]);
  });

  test('refuse what is no order, more than may be, and those without the key', async () => {
    const goods = await Goods.open();
    await goods.shop.adminRefused('get_packing_slips', { orders: [77] }, 'ORDER_NOT_FOUND', 77);
    for (const orders of [[], ['x'], [0], Array.from({ length: 201 }, (_, at) => at + 1), 'x'])
      await goods.shop.adminRefused('get_packing_slips', { orders }, 'PARAMETER_INVALID', 'orders');
    const docx = { orders: [77], args: { format: 'docx' } };
    await goods.shop.adminRefused('get_pick_list', docx, 'PARAMETER_INVALID', 'args');
    await goods.shop.refused('get_pick_list', { orders: [77] }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

describe('the pick list', () => {
  test('leads by storage, B9 before B10, to the parts that the orders took there', async () => {
    const goods = await Goods.open();
    const table = await bound(goods);
    const lamp = await goods.product(5, { metadata: { element_number: 'L-1' } });
    const orders = [
      await ordered(goods, [line('', table), line('', lamp)]),
      await ordered(goods, [line('', table, { quantity: 2 }), line('', lamp, { quantity: 4 })]),
    ];
    const { positions, pick_list: file } = await pickList(goods, orders);
    expect(positions).toEqual([
      { storage: 'B9', element_number: 'LEG', name: 'Leg', quantity: 3, orders: [orders[1]] },
      { storage: 'B10', element_number: 'LEG', name: 'Leg', quantity: 3, orders },
      { storage: '', element_number: 'L-1', name: 'Ware 2', quantity: 5, orders },
    ]);
    expect(textOf(file)).toMatch(/Pickliste .* B9 LEG Leg 3 B10 LEG Leg 3 L-1 Ware 2 5/);
    expect(textOf((await slips(goods, [orders[1]])).packing_slips)).toContain('B10, B9');
    const pdf = pdfText((await pickList(goods, orders, { args: { format: 'pdf' }, language: 'en' })).pick_list);
    for (const part of ['Pick list', 'B9', 'B10', 'LEG', 'L-1']) expect(pdf).toContain(part);
    // What has left was taken first: from B10.
    await sent(goods, orders[0]!, 1, 1);
    expect((await pickList(goods, orders)).positions.slice(0, 2)).toMatchObject([
      { storage: 'B9', quantity: 3 },
      { storage: 'B10', quantity: 1, orders: [orders[1]] },
    ]);
  });

  test('adds up no different goods: what shares a number, a name, or all but a colour', async () => {
    const goods = await Goods.open();
    const same = { metadata: { element_number: 'N-1' } };
    const twins = [await goods.product(5, same), await goods.product(6, same)] as const;
    const named = { attributes: { de_DE: { name: 'Shirt', price: 9 } } };
    const variations = [await goods.product(9, named), await goods.product(9, named)] as const;
    const red = (product: number, colour: string): Given =>
      line('', product, { attributes: JSON.stringify([['Colour', colour]]) });
    const orders = [
      await ordered(goods, [line('', twins[0]), line('', twins[1], { quantity: 2 }), red(variations[0], 'red')]),
      await ordered(goods, [red(variations[0], 'blue'), red(variations[1], 'green'), line('', twins[0])]),
      await ordered(goods, [red(variations[0], 'red')]),
    ];
    const { positions, pick_list: file } = await pickList(goods, orders);
    const found = positions.map((one) => `${one.element_number} ${one.name} ${one.quantity} ${one.orders.join(' ')}`);
    const [first, second, third] = orders as [number, number, number];
    expect(found).toEqual([
      ` Shirt 2 ${first} ${third}`,
      ` Shirt 1 ${second}`,
      ` Shirt 1 ${second}`,
      `N-1 Ware 1 2 ${first} ${second}`,
      `N-1 Ware 2 2 ${first}`,
    ]);
    for (const colour of ['red', 'blue', 'green']) expect(textOf(file)).toContain(`Colour: ${colour}`);
  });

  test('asks for as many pieces as the orders still need, whatever was sent', async () => {
    const goods = await Goods.open();
    const table = await bound(goods);
    const loose = await goods.product(5, { metadata: { element_number: 'L-1' } });
    const parcels = fc.record({ tables: fc.nat({ max: 3 }), loose: fc.nat({ max: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(parcels, { minLength: 1, maxLength: 3 }), async (sentPieces) => {
        const orders: number[] = [];
        let [legs, pieces] = [0, 0];
        for (const gone of sentPieces) {
          const orderId = await ordered(goods, [line('', table, { quantity: 3 }), line('', loose, { quantity: 4 })]);
          orders.push(orderId);
          if (gone.tables > 0) await sent(goods, orderId, 1, gone.tables);
          if (gone.loose > 0) await sent(goods, orderId, 2, gone.loose);
          legs += 2 * (3 - gone.tables);
          pieces += 4 - gone.loose;
        }
        const { positions } = await pickList(goods, orders);
        const sumOf = (number: string): number =>
          positions.filter((one) => one.element_number === number).reduce((sum, { quantity }) => sum + quantity, 0);
        expect([sumOf('LEG'), sumOf('L-1')]).toEqual([legs, pieces]);
        // Stock comes back for the next try.
        for (const id_order of orders)
          await goods.shop.admin('update_order_details', {
            id_order,
            order_delivery_state: 'PROCESSING',
            order_state: 'CANCELED',
          });
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('the barcode', () => {
  const read = (number: number): string => {
    const { bars, bars_width: width } = barcodeOf(number);
    const elements = bars.flatMap((bar, at) => {
      const next = bars[at + 1]?.x ?? width + 1;
      return [bar.width, next - bar.x - bar.width];
    });
    const characters = Array.from({ length: elements.length / 10 }, (_, at) => elements.slice(at * 10, at * 10 + 9));
    return characters.map((nine) => nine.map((one) => (one > 1 ? 'w' : 'n')).join('')).join(' ');
  };

  test('is Code 39: as the standard draws the start, each digit and the end', () => {
    expect(read(10)).toBe('nwnnwnwnn wnnwnnnnw nnnwwnwnn nwnnwnwnn');
    expect(read(23456)).toBe('nwnnwnwnn nnwwnnnnw wnwwnnnnn nnnwwnnnw wnnwwnnnn nnwwwnnnn nwnnwnwnn');
    expect(read(789)).toBe('nwnnwnwnn nnnwnnwnw wnnwnnwnn nnwwnnwnn nwnnwnwnn');
  });

  test('has as many modules as its last bar says', () => {
    const { bars, bars_width: width } = barcodeOf(10_281);
    const last = bars.at(-1)!;
    expect(width).toBe(last.x + last.width);
    expect(width).toBe(7 * 16 - 1);
  });
});
