// Catches an empty list of what others have changed although both changed the same, so that the next try overwrites it
// unseen; a caller who reads what was without the right to; a client who is told a record that no try goes through
// with; and a refusal that asks extensions, is lost to a fault, or reads more of the audit log than it may.
import { describe, expect, test } from 'vitest';
import { unseen } from '../../src/domain/seen-record.ts';
import { updateWebhook } from '../../src/domain/webhooks/update-webhook.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import { Hindsight } from '../../src/engine/audit/hindsight.ts';
import { Unanswered } from '../../src/operations/context/answers.ts';
import type { Caller } from '../../src/operations/context/operation.ts';
import { tellMeanwhile } from '../../src/operations/dispatch/changed-meanwhile.ts';
import { ROLES } from '../../src/operations/dispatch/role-table.ts';
import { both, inList, shownBy } from './changed-rows.ts';
import type { Call, Changed } from './changed-rows.ts';
import { placed } from './orders/returned-order.ts';
import { Goods, openShop } from './shop.ts';
import type { Given, Reply, TestShop } from './shop.ts';

const OTHER = { licence_username: 'shop_2', licence_password: 'password-2' };

/** A channel whose role holds these operations alone. */
const callsAs = async (shop: TestShop, operations: readonly string[], more: Given = {}) => {
  await shop.admin('create_role', { role: 'own', operations, ...more });
  shop.openChannel(OTHER, 'secret-2');
  await shop.admin('set_channel_role', { id_channel: 2, role: 'own' });
  return async (request: string, args: Given): Promise<Reply> =>
    JSON.parse((await shop.send({ ...OTHER, licence_secret_key: 'secret-2', request, ...args })).text) as Reply;
};

/** What the second of two is told. */
const told = async (shop: TestShop, seqOf: () => Promise<unknown>, theirs: Call, mine: Call): Promise<Reply> => {
  const if_seq = await seqOf();
  expect(await shop.admin(...theirs)).toMatchObject({ status: 'success' });
  const [operation, args] = mine;
  const reply = await shop.admin(operation, { ...args, if_seq });
  expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE', seq: expect.any(Number) as number });
  return reply;
};

describe('what both changed is told', () => {
  test('of attributes of a category, and of what a product is sold and made of', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id_category = await shop.make('create_category', { id_parent: 0, name: 'a', attributes: { colour: 'red' } });
    const id_product = await goods.product(10);
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    const part = { class: 'part', name: 'p', metadata: { element_number: 'A' } };
    const entity = await shop.make('create_warehouse_entity', part);
    const bound = { id_product, element_number: 'A' };
    await shop.admin('add_binding', { ...bound, quantity: 1 });
    const ofCategory = shownBy(shop, 'get_category_languages', { id_category });
    const ofProduct = shownBy(shop, 'get_shopobject_languages', { id_shopobject: id_product });
    const colour = (name: string): Call => ['update_category', { id_category, attributes: { colour: name } }];
    const sold = (allow_override: number, quantity_warning: number): Call => [
      'update_product',
      { id_product, availability: { allow_override, quantity_warning } },
    ];
    expect(await told(shop, ofCategory, colour('blue'), colour('green'))).toMatchObject({
      changed: [both('attributes.colour', 'red', 'blue', 'green')],
    });
    expect(await told(shop, ofProduct, sold(1, 5), sold(1, 7))).toMatchObject({
      changed: [both('availability.quantity_warning', 0, 5, 7)],
    });
    const again = await told(shop, ofProduct, ['add_binding', { ...bound, quantity: 3 }], ['delete_binding', bound]);
    expect(again).toMatchObject({ changed: [{ name: `bindings.${entity}`, seen: 1, current: 3 }] });
  });

  test('of values of a warehouse entity in another language', async () => {
    const shop = openShop();
    const id_class = await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.admin('create_class_attributes', { id_class, attributes: [{ name: 'note', type: 'CHAR' }] });
    const id = await shop.make('create_warehouse_entity', { class: 'part', name: 'p' });
    const noted = (note: string): Call => [
      'update_warehouse_entity',
      { id_warehouse_entity: id, attributes: { en_GB: { note } } },
    ];
    const seqOf = inList(shop, 'search_warehouse_entities', 'result', () => true, { constraint: {} });
    expect(await told(shop, seqOf, noted('theirs'), noted('mine'))).toMatchObject({
      changed: [{ name: 'values.en_GB.note', current: 'theirs', yours: 'mine' }],
    });
  });

  test('or the list is absent, where no reply shows it', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id_product = await goods.product(10);
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'p', metadata: { element_number: 'A' } });
    const bound = { id_product, element_number: 'A' };
    await shop.admin('add_binding', { ...bound, quantity: 1 });
    const before = (await shop.admin('get_shopobject_languages', { id_shopobject: id_product }))['seq'];
    await shop.admin('add_binding', { ...bound, quantity: 3 });
    const call = await callsAs(shop, ['delete_binding', 'get_shopobject_languages', 'get_changelog']);
    const reply = await call('delete_binding', { ...bound, if_seq: before });
    expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE', seq: expect.any(Number) as number });
    expect(reply).not.toHaveProperty('changed');
  });

  test('a password in the URL of a webhook leaves an entry when it becomes another one', async () => {
    const shop = openShop();
    await shop.admin('create_webhook', { name: 'ORDERS', event: 'ORDER_CREATE' });
    // As stores of before have them; update_webhook takes none.
    const saved = (password: string): void => {
      const url = `http://ada:${password}@127.0.0.1:9/a`;
      const made = shop.engine.transact(maintenanceCause('test'), (tx) =>
        updateWebhook(tx, 'ORDERS', { url, parameter: '', rotateSecret: false }),
      );
      expect(made).toMatchObject({ ok: true });
    };
    saved('one');
    const if_seq = await inList(shop, 'get_webhooks', 'webhooks')();
    saved('theirs');
    const url = 'http://127.0.0.1:9/b';
    const reply = await shop.admin('update_webhook', { name: 'ORDERS', url, parameter: '', if_seq });
    expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE', seq: expect.any(Number) as number });
    expect(reply).not.toHaveProperty('changed');
    const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object: 'webhook/1' });
    const log = JSON.stringify(records);
    expect(log).toContain('"field":"password"');
    expect(log).not.toMatch(/theirs|:one@/);
  });
});

test('who may not read what was is told what is there alone', async () => {
  const { goods, orderId: id_order } = await placed();
  const { shop } = goods;
  await shop.admin('update_order_details', { id_order, delivery_city: 'Ulm' });
  const if_seq = (await shop.admin('get_order_by_id', { id_order }))['seq'];
  await shop.admin('update_order_details', { id_order, delivery_city: 'Kiel' });
  const call = await callsAs(shop, ['update_order_details', 'get_order_by_id']);
  const mine = { id_order, delivery_city: 'Bonn', if_seq };
  expect(await call('update_order_details', mine)).toMatchObject({
    changed: [{ name: 'order_delivery_city', current: 'Kiel', yours: 'Bonn' }],
  });
  expect(await shop.admin('update_order_details', mine)).toMatchObject({
    changed: [both('order_delivery_city', 'Ulm', 'Kiel', 'Bonn')],
  });
});

test('a few entries are read, however much others have changed', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id_product = await goods.product(10);
  const noted = (notes: string) => ({ id_product, metadata: { notes } });
  const if_seq = (await shop.admin('get_shopobject_languages', { id_shopobject: id_product }))['seq'];
  await shop.admin('update_product', noted('theirs'));
  const mine = { ...noted('mine'), if_seq };
  expect(await shop.admin('update_product', mine)).toMatchObject({
    changed: [both('metadata.notes', '', 'theirs', 'mine')],
  });
  for (let turn = 0; turn < 6; turn += 1) await shop.admin('update_product', noted(`${turn}`.repeat(30_000)));
  await shop.admin('update_product', noted('theirs'));
  expect(await shop.admin('update_product', mine)).toMatchObject({
    changed: [{ name: 'metadata.notes', current: 'theirs', yours: 'mine' }],
  });
});

test('an edit that no record lets through is told of none', async () => {
  const { goods, orderId: id_order } = await placed();
  const { shop } = goods;
  await shop.admin('update_order_details', { id_order, delivery_city: 'Ulm' });
  const { id_edit } = await shop.admin('begin_order_edit', { id_order });
  await shop.admin('update_order_details', { id_order, note: 'n' });
  const late = await shop.admin('commit_order_edit', { id_edit });
  expect(late).toMatchObject({ param: 'if_seq', seq: expect.any(Number) as number });
  const { seq } = late;
  expect(await shop.admin('commit_order_edit', { id_edit, if_seq: seq, dry_run: 1 })).toMatchObject({
    status: 'success',
  });
  await shop.admin('update_order_details', { id_order, delivery_zip: '24103' });
  const refused = await shop.admin('commit_order_edit', { id_edit, if_seq: seq });
  expect(refused).toMatchObject({ message: 'CHANGED_MEANWHILE', param: 'id_edit' });
  expect(refused).not.toHaveProperty('seq');
});

describe('the refusal stays', () => {
  test('where an extension would be asked first, and it is not asked', async () => {
    const shop = openShop();
    const id_category = await shop.make('create_category', { id_parent: 0, name: 'a' });
    const ifSeq = (await shop.admin('get_category_languages', { id_category }))['seq'] as number;
    await shop.admin('update_category', { id_category, name: 'b' });
    const { engine, service } = shop;
    const rights = ROLES.ofChannel(engine.readContext(), '');
    const caller = { channelId: 1, backOffice: true, rights } as Caller;
    const fault = (error: unknown): void => void shop.faults.push(String(error));
    const late = unseen('category', id_category, engine.headSeq, ifSeq, '');
    const reply = tellMeanwhile({ engine, service, caller, session: undefined, fault }, late, () => {
      throw new Unanswered('delivery_price', [], () => '');
    });
    expect(reply).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      meanwhile: { changed: [{ name: 'name', seen: 'a', current: 'b' }] },
    });
    expect(shop.faults).toEqual([]);
  });

  test('where telling more of it fails, which is logged', async () => {
    const shop = openShop();
    const id_category = await shop.make('create_category', { id_parent: 0, name: 'a' });
    const if_seq = (await shop.admin('get_category_languages', { id_category }))['seq'];
    const { seq } = await shop.admin('update_category', { id_category, name: 'b' });
    const { showing } = Hindsight.prototype;
    Hindsight.prototype.showing = () => {
      throw new Error('broken on purpose');
    };
    const reply = await shop.admin('update_category', { id_category, name: 'c', if_seq });
    Hindsight.prototype.showing = showing;
    expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE', seq: seq ?? (expect.any(Number) as number) });
    expect(reply).not.toHaveProperty('changed');
    expect(shop.faults.splice(0)).toEqual([expect.stringMatching(/^update_category: .*broken on purpose/)]);
  });
});

test('attributes of a class stand where they stood', async () => {
  const shop = openShop();
  const id_class = await shop.make('create_class', { name: 'brand', type: 'record' });
  const attributes = ['zeta', 'alpha'].map((name) => ({ name, type: 'CHAR', labels: {} }));
  await shop.admin('create_class_attributes', { id_class, attributes });
  const seqOf = shownBy(shop, 'get_class_languages', { id_class });
  const deleted = (name: string): Call => ['delete_class_attributes', { id_class, attributes: [name] }];
  const { changed } = (await told(shop, seqOf, deleted('zeta'), deleted('alpha'))) as unknown as { changed: Changed };
  expect((changed[0]!['seen'] as { name: string }[]).map(({ name }) => name)).toEqual(['zeta', 'alpha']);
});
