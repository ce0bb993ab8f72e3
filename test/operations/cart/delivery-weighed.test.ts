// What goods of a weight cost to a place, and reasons in German. It would catch a carrier's price that is not that of
// its rule, a reason that stays English, and a tax class that a rule cannot be rid of.
import { expect, test } from 'vitest';
import { CREDENTIALS, SECRET } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

const BERLIN = { country: 'DE', zip: '10115' };

test('2.4 kg to 10115 Berlin cost what the rule of that weight says, without a product', async () => {
  const { goods, rule, offered, shop, session } = await openDelivery();
  await rule({ name: 'Letter', price: '2.20', weight: [null, 2.4] });
  await rule({ name: 'Parcel', price: '4.90', per_kg: '0.5', weight: [2.4, 10], taxclass: 'goods', free_from: 50 });
  await rule({ id_delivery_method: 2, name: 'Bulky', price: '20', volume: [10, null] });
  await rule({ id_delivery_method: 3, name: 'Island', price: '1', zips: ['26465'] });
  expect(await offered({ ...BERLIN, weight: '2.4' })).toMatchObject([
    { id: 1, price: 6.1, tax: 0.97, position: 'Parcel' },
    { id: 2, available: 0, why: 'volume_unknown', message: 'How large the goods are is not known.' },
    { id: 3, available: 0, why: 'other_zip' },
  ]);
  const [light] = await offered({ ...BERLIN, weight: '2.399999' });
  expect(light).toMatchObject({ price: 2.2, position: 'Letter' });
  const [free] = await offered({ ...BERLIN, weight: 3, sum: '50' });
  expect(free).toMatchObject({ price: 0 });
  const [heavy] = await offered({ ...BERLIN, weight: 10, language: 'de_DE' });
  expect(heavy).toMatchObject({ why: 'above_weight', message: 'Sie gilt für weniger als 2,4 kg.' });
  // Where a session names no product, the weight counts and its cart does not.
  expect((await offered({ session: session(), ...BERLIN, weight: 1 }))[0]).toMatchObject({ price: 2.2 });
  const product = await goods.product('20');
  for (const weight of ['0', '-1', '100001', 'light'])
    await shop.refused('get_delivery_methods', { weight }, 'PARAMETER_INVALID', 'weight');
  await shop.refused('get_delivery_methods', { id_shopobject: product, weight: 1 }, 'PARAMETER_INVALID', 'weight');
  await shop.refused('get_delivery_methods', { weight: 1, sum: '-1' }, 'PARAMETER_INVALID', 'sum');
  // A product and a cart have sums of their own.
  for (const of of [{}, { id_shopobject: product }, { session: session() }])
    await shop.refused('get_delivery_methods', { ...of, sum: '50' }, 'PARAMETER_INVALID', 'sum');
});

test('an explanation is German where German is asked for', async () => {
  const { rule, add, choose, goods, shop, session } = await openDelivery();
  await rule({ name: 'Insel', zips: ['26465'], priority: 1 });
  await rule({ name: 'Schwer', weight: [0.5, null] });
  await rule({ name: 'Paket', price: '4.90' });
  const product = await goods.product('20', { metadata: { weight: 0.25 } });
  await add(product);
  await choose({ id_delivery_method: 1, delivery_zip: '10115' });
  const explained = async (language: string) =>
    (
      await shop.call<{ readonly explain: { readonly delivery_rules: readonly string[]; readonly total: string } }>(
        'get_cart',
        { session: session(), explain: 1, language },
      )
    ).explain;
  expect(await explained('de_DE')).toMatchObject({
    delivery_rules: [
      'Versandregel 1, Insel: nein. Sie geht nicht an diese Postleitzahl.',
      'Versandregel 2, Schwer: nein. Sie gilt ab 0,5 kg.',
      'Versandregel 3, Paket: entscheidet.',
    ],
    delivery_costs: ['Lieferung Paket: 4,90, darin 19 % Steuer 0,78.'],
  });
  expect((await explained('fr_FR')).delivery_rules.at(-1)).toBe('Delivery rule 3, Paket: decides.');
  await shop.call('add_delivery_costs', { session: session(), delivery_costs: [] });
  expect((await explained('de_AT')).delivery_rules[0]).toMatch(/^Versandregeln: Keine wurde gefragt/);
});

test('null gives a rule the first tax class again', async () => {
  const { rule, shop, change, goods, offered } = await openDelivery();
  const id = await rule({ price: '10', taxclass: 'books' });
  const product = await goods.product('20');
  const tax = async () => (await offered({ id_shopobject: product, country: 'DE' }))[0]!.tax;
  expect(await tax()).toBe(0.65);
  const given = { ...CREDENTIALS, licence_secret_key: SECRET, request: 'update_delivery_rule', id_delivery_rule: id };
  await shop.send({ ...given, taxclass: null });
  expect(await tax()).toBe(1.6);
  const { rules } = await shop.admin<{ readonly rules: readonly { readonly taxclass: string }[] }>(
    'get_delivery_rules',
  );
  expect(rules[0]!.taxclass).toBe('');
  await change(id, { taxclass: 'goods' });
  expect(await tax()).toBe(1.6);
});
