// Catches what a cart or a draft named and the shop has given up since: a line that is taxed by another class than it
// was priced with, and an order that goes where the shop delivers no more.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { Goods, freeLine, line } from './shop.ts';

const classNamed = (name: string, calculation: string, rates: object) => ({ name, calculation, rates });
const FIRST = classNamed('first', 'included', { DE: 0.19, AT: 0.2, CH: 0.077 });
const COUNTRIES = ['DE', 'AT', 'CH', 'FR'];

interface Cart {
  readonly sum: number;
  readonly sum_tax: number;
  readonly delivery_costs: object;
  readonly tax_positions: object;
}

const opened = async () => {
  const goods = await Goods.open();
  const update = (params: object) => goods.shop.admin('update_shop_settings', { ...params });
  return { goods, shop: goods.shop, update, session: await goods.shop.session() };
};

/** What is to be paid and what of it is tax. */
const amounts = ({ sum, sum_tax, delivery_costs, tax_positions }: Cart) => ({
  sum,
  sum_tax,
  delivery_costs,
  tax_positions,
});

test('what a class has priced keeps its amounts in every country once the class has gone', async () => {
  const law = fc.asyncProperty(
    fc.constantFrom('included', 'added', 'subtracted'),
    fc.integer({ min: 0, max: 100 }),
    fc.array(fc.constantFrom(...COUNTRIES), { minLength: 1, maxLength: 4 }),
    async (calculation, percent, countries) => {
      const { goods, shop, update, session } = await opened();
      const gone = classNamed('gone', calculation, { DE: percent / 100 });
      await update({ tax_classes: [FIRST, gone] });
      const product = await goods.product(100, { metadata: { taxclass: 'gone' } });
      await shop.call('add_to_cart', line(session, product, { country: 'DE' }));
      await shop.call('add_to_cart', { ...freeLine(session, 50), taxclass: 'gone', country: 'DE' });
      await shop.call('add_delivery_costs', { session, delivery_costs: [['Box', 5, 'gone']], country: 'DE' });
      const before = amounts(await shop.call<Cart>('get_cart', { session }));
      await shop.admin('update_product', { id_product: product, metadata: { taxclass: 'first' } });
      await update({ tax_classes: [FIRST] });
      for (const delivery_country of countries) {
        await shop.call('set_order_details', { session, delivery_country });
        expect(amounts(await shop.call<Cart>('get_cart', { session }))).toEqual(before);
      }
      expect(await shop.call('checkout', { session })).toMatchObject({ object: 'checkout', status: 'success' });
    },
  );
  await fc.assert(law, { numRuns: runs(20), examples: [['included', 7, ['AT', 'DE']]] });
});

test('a draft that goes where the shop delivers no more is refused at the checkout, save by the secret key', async () => {
  const { goods, shop, update, session } = await opened();
  const other = await shop.session();
  const id = await goods.product();
  for (const code of [session, other]) {
    await shop.call('add_to_cart', line(code, id));
    await shop.call('set_order_details', { session: code, delivery_country: 'FR' });
  }
  await update({ delivery_countries: ['DE', 'AT'] });
  for (const dry_run of [1, 0])
    expect(await shop.call('checkout', { session, dry_run })).toMatchObject({
      status: 'error',
      message: 'COUNTRY_NOT_DELIVERED_TO',
      param: 'delivery_country',
    });
  expect(await shop.admin('checkout', { session: other })).toMatchObject({ status: 'success' });
  await shop.call('set_order_details', { session, delivery_country: 'AT' });
  expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
});
