// What a parcel measures, its slip, and its label as a row of a file. Catches a slip of other pieces than the parcel
// holds, sides that nobody gave and no piece has, and a file whose columns a name can shift or turn into a formula.
import { beforeAll, expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line, warmPrinting } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import { csvOf } from '../../../src/operations/views/csv.ts';
import { decoded, seen } from './bought.ts';

beforeAll(() => warmPrinting());

const BOX = { weight: 1.2, length: 30, width: 20.5, height: 10 };

/** An order of three lamps, whose sides are known, and two mats, whose are not. */
const shopOf = async (details: Given = {}) => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  const lamp = await goods.product(10, { metadata: { ...BOX, element_number: 'L-1' } });
  const mat = await goods.product(10, { metadata: { element_number: 'M-1' } });
  await shop.call('add_to_cart', line(session, lamp, { quantity: 3 }));
  await shop.call('add_to_cart', line(session, mat, { quantity: 2 }));
  await shop.call('set_order_details', { session, delivery_firstname: 'Ada', delivery_city: 'Leeds', ...details });
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  const send = (pieces: readonly (readonly [id: number, quantity: number])[], more: Given = {}) =>
    shop.admin('add_parcel', {
      id_order: orderId,
      lines: pieces.map(([id_element, quantity]) => ({ id_element, quantity })),
      ...more,
    });
  const labels = (more: Given = {}) =>
    shop.admin<Reply & { readonly csv?: string }>('get_parcel_labels', { orders: [orderId], ...more });
  return { shop, orderId, send, labels };
};

test('sides are those that were given, else those of the one piece in it, and stay', async () => {
  const { shop, orderId, send, labels } = await shopOf();
  const piece = { length: 30, width: 20.5, height: 10 };
  expect(await send([[1, 1]])).toMatchObject({ measures: piece });
  const given = { length: 40, width: 30, height: 12.5 };
  expect(await send([[1, 1]], { measures: [40, '30', 12.5] })).toMatchObject({ measures: given });
  // One that is not known, and several pieces, which can be packed in many ways.
  expect(await send([[2, 1]])).not.toHaveProperty('measures');
  const both = [
    [1, 1],
    [2, 1],
  ] as const;
  expect(await send(both, { dry_run: 1 })).not.toHaveProperty('measures');
  await send(both);
  const order = await shop.admin('get_order_by_id', { id_order: orderId });
  const all = [{ measures: piece }, { measures: given }, {}, {}];
  expect(order['parcels']).toMatchObject(all);
  expect((await labels())['labels']).toMatchObject(all);
});

test.each([[[1, 2]], [[1, 2, 0]], [[1, 2, -3]], [[1, 2, 1000.1]], [[1, 2, 'wide']], ['big']])(
  'sides of %j are refused',
  async (measures) => {
    const { shop, orderId } = await shopOf();
    const lines = [{ id_element: 1, quantity: 1 }];
    await shop.adminRefused('add_parcel', { id_order: orderId, lines, measures }, 'PARAMETER_INVALID', 'measures');
  },
);

test('a slip has what its parcel holds, under the reference of the label, whatever is still to be sent', async () => {
  const { shop, orderId, send } = await shopOf();
  await send([[1, 2]]);
  await send([
    [1, 1],
    [2, 2],
  ]);
  const slip = async (id_parcel: number) => {
    const made = await shop.admin<Reply & { readonly packing_slips: string }>('get_packing_slips', {
      orders: [orderId],
      id_parcel,
    });
    return { ...made, text: seen(decoded(Buffer.from(made.packing_slips, 'base64').toString())) };
  };
  const first = await slip(1);
  expect(first).toMatchObject({ orders: [orderId], sent: [], left: [] });
  expect(first.text).toContain(`Packzettel ${orderId}-1`);
  expect(first.text).toMatch(/Ware 1 2 bestellt: 3/);
  expect(first.text).not.toContain('M-1');
  const second = await slip(2);
  expect(second.text).toMatch(/Ware 1 1 bestellt: 3/);
  expect(second.text).toContain('M-1');
  expect(await slip(3)).toMatchObject({ orders: [], sent: [orderId], packing_slips: '' });
  // All has left: without a parcel nothing is on a slip.
  expect(await shop.admin('get_packing_slips', { orders: [orderId] })).toMatchObject({ sent: [orderId] });
});

test('labels are a CSV file where that is asked for', async () => {
  const { labels, orderId, send } = await shopOf({
    delivery_firstname: '=1+1',
    delivery_lastname: 'O"Hara, Jr',
    phone: '+44 113 496 0000',
  });
  await send([[1, 1]], { provider: 'DHL', tracking_number: '-7' });
  await send([[2, 1]], { weight: '0.75' });
  expect(await labels()).not.toHaveProperty('csv');
  const [head, first, second, end] = (await labels({ csv: 1 })).csv!.split('\r\n');
  expect(head).toBe(
    'reference,company,name,street,number,zip,city,state,country,email,phone,weight,provider,tracking_number,length,width,height',
  );
  expect(first).toBe(`${orderId}-1,,"'=1+1 O""Hara, Jr",,,,Leeds,,DE,,+44 113 496 0000,1.2,DHL,-7,30,20.5,10`);
  expect(second).toMatch(/,0\.75,,,,,$/);
  expect(end).toBe('');
});

test('what a spreadsheet would take for a formula gets an apostrophe, figures do not', () => {
  const cells = ['+49 (0)30/1', '-5', '=A1', ' @x', '+cmd|x', '-x', '＝1', 'a\nb', -5, 'x;=A1', 'x;5'];
  expect(csvOf([cells])).toBe(`+49 (0)30/1,-5,'=A1, '@x,'+cmd|x,'-x,'＝1,"a\nb",-5,"x;'=A1","x;5"\r\n`);
});
