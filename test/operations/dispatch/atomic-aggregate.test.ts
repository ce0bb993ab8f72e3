// Several writes as one. Catches a part that does not see what an earlier one did, more than one record, a reference
// that leads elsewhere, and a part that a call of its own would not be allowed.
import { beforeEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { whyNotTogether } from '../../../src/operations/dispatch/together.ts';
import { Goods, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

let shop: TestShop;
beforeEach(() => {
  shop = openShop();
});

const call = (request: string, args: Given = {}): object => ({ request, args });

const category = (name: string, more: Given = {}): object => call('create_category', { id_parent: 0, name, ...more });

const pipeOf = (parts: readonly object[]): Given => Object.fromEntries(parts.map((part, at) => [`p${at + 1}`, part]));

const together = (parts: readonly object[], more: Given = {}, key = ''): Promise<Reply> =>
  shop.admin('aggregate', { pipe: pipeOf(parts), atomic: 1, ...more }, { key });

/**
 * Expects a refusal of one part, in the shape of every error, and that nothing was done. `param`: undefined: the part
 * would not be refused alone.
 */
const refused = async (parts: readonly object[], part: number, message: string, param?: string): Promise<string> => {
  const before = shop.engine.headSeq;
  const reply = await together(parts);
  const own = param === undefined ? [] : [`aggregate_p${part}`];
  expect(Object.keys(reply)).toEqual(['object', 'status', 'message', 'param', 'detail', ...own]);
  expect(reply).toMatchObject({ object: 'error', message, param: `p${part}` });
  if (param !== undefined) expect(reply[own[0]!]).toMatchObject({ object: 'error', message, param });
  expect(reply['detail']).toMatch(/ No part was done\.$/);
  expect(shop.engine.headSeq).toBe(before);
  return String(reply['detail']);
};

describe('a whole', () => {
  test('a product with variations, prices and a category is one record of one call', async () => {
    const goods = await Goods.open();
    ({ shop } = goods);
    const before = shop.engine.headSeq;
    const reply = await together([
      category('Boots', { id_parent: goods.categoryId }),
      call('create_product', { class: 'product', name: 'boot', categories: ['$1.id'], shop_active: 1 }),
      call('create_variation', { id_product: '$2.id', name: 'boot 42' }),
      call('create_variation', { id_product: '$2.id', name: 'boot 43' }),
      call('create_price_list', { name: 'Club' }),
      call('set_prices', { id_price_list: '$5.id_price_list', prices: [{ id_shopobject: '$4.id', price: 80 }] }),
      call('create_webhook', { name: 'W', event: 'ORDER_EDITED' }),
    ]);
    expect(Object.values(reply).map((one) => (one as Reply).object ?? one)).toEqual([
      'aggregate',
      'create_category',
      'create_product',
      'create_variation',
      'create_variation',
      'create_price_list',
      'set_prices',
      'create_webhook',
    ]);
    expect(shop.engine.headSeq).toBe(before + 1);
    const product = Number((reply['aggregate_p2'] as Reply)['id']);
    expect(await shop.admin('get_product_details', { id_product: product })).toMatchObject({
      name: 'boot',
      variations: [{ name: 'boot 42' }, { name: 'boot 43' }],
    });
    const { records } = await shop.admin<{ records: Reply[] }>('get_changelog', { operation: 'aggregate' });
    expect(new Set(records.map(({ seq }) => seq))).toEqual(new Set([before + 1]));
    expect(new Set(records.map(({ object }) => object)).size).toBeGreaterThan(5);
  });

  test('its dry run says the same and does nothing, and no part has one of its own', async () => {
    const parts = [category('A'), category('B', { id_parent: '$1.id' })];
    const before = shop.engine.headSeq;
    const said = await together(parts, { dry_run: 1 });
    expect(shop.engine.headSeq).toBe(before);
    expect(await together(parts)).toEqual(said);
    await shop.adminRefused('aggregate', { pipe: pipeOf(parts), dry_run: 1 }, 'PARAMETER_INVALID', 'dry_run');
    await refused(
      [category('C'), call('create_price_list', { name: 'L', dry_run: 1 })],
      2,
      'PARAMETER_INVALID',
      'dry_run',
    );
    await refused([category('C', { idempotency_key: 'k' })], 1, 'PARAMETER_INVALID', 'idempotency_key');
  });

  test('a key makes it happen once, whatever came of it', async () => {
    const parts = [category('A'), category('B', { id_parent: '$1.id' })];
    const first = await together(parts, {}, 'k');
    const head = shop.engine.headSeq;
    expect(await together(parts, {}, 'k')).toEqual(first);
    expect(shop.engine.headSeq).toBe(head);
    expect(await together(parts.toReversed(), {}, 'k')).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
    const twice = [1, 2].map(() => call('create_class', { name: 'C', type: 'product' }));
    const no = { message: 'CLASS_NAME_ALREADY_IN_USE', param: 'p2' };
    expect(await together(twice, {}, 'l')).toMatchObject(no);
    expect(shop.engine.headSeq).toBe(head + 1);
    expect(await together(twice, {}, 'l')).toMatchObject(no);
    expect(shop.engine.headSeq).toBe(head + 1);
    const secret = [call('create_webhook', { name: 'W', event: 'ORDER_EDITED' })];
    expect((await together(secret, {}, 'm')).object).toBe('aggregate');
    expect(await together(secret, {}, 'm')).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
  });

  test('a key keeps no refusal of parameters, as for one call, and none by the clock', async () => {
    let stepMs = 0;
    let nowMs = 0;
    shop = openShop({ work: { callMsMax: 25, nowMs: () => (nowMs += stepMs) } });
    const before = shop.engine.headSeq;
    expect(await together([category('A', { id_parent: 'x' })], {}, 'k')).toMatchObject({
      message: 'PARAMETER_INVALID',
      aggregate_p1: { param: 'id_parent' },
    });
    expect(shop.engine.headSeq).toBe(before);
    const parts = ['A', 'B', 'C'].map((name) => category(name));
    stepMs = 10;
    expect(await together(parts, {}, 'k')).toMatchObject({ message: 'TOO_EXPENSIVE' });
    stepMs = 0;
    expect(await together(parts, {}, 'k')).toMatchObject({ object: 'aggregate' });
  });

  test('a refusal has the shape that it has alone, and a part without a secret is replayed', async () => {
    const target = (name: string): object => call('update_webhook', { name, url: 'https://a.example/', parameter: '' });
    expect(await together([target('W')])).toMatchObject({
      message: 'WEBHOOK_NOT_FOUND',
      aggregate_p1: { object: 'update_webhook', status: 'WEBHOOK_NOT_FOUND' },
    });
    await shop.admin('create_webhook', { name: 'W', event: 'ORDER_EDITED' });
    const first = await together([target('W')], {}, 'k');
    expect(first.object).toBe('aggregate');
    expect(await together([target('W')], {}, 'k')).toEqual(first);
  });

  test('100 parts and none are allowed, 101 are not, and what they come to has a limit', async () => {
    const parts = (count: number): object[] => Array.from({ length: count }, (_, at) => category(`c${at}`));
    expect(await together([])).toEqual({ object: 'aggregate' });
    expect(await together(parts(101))).toMatchObject({ message: 'PARAMETER_INVALID', param: 'pipe' });
    expect(Object.keys(await together(parts(100)))).toHaveLength(101);
    await refused([category('B'), call('create_coupons', { count: 2000, name: 'C', amount: 1 })], 2, 'TOO_EXPENSIVE');
  });

  test('it ends where its meter does', async () => {
    let nowMs = 0;
    shop = openShop({ work: { callMsMax: 25, nowMs: () => (nowMs += 10) } });
    await refused([category('A'), category('B'), category('C')], 3, 'TOO_EXPENSIVE');
  });

  test('a saver who has not seen an earlier part is refused', async () => {
    await together([category('A')]);
    const { seq } = await shop.admin('get_category_languages', { id_category: 1 });
    const change = (if_seq: unknown): object => call('update_category', { id_category: 1, name: 'B', if_seq });
    await refused(
      [call('update_category', { id_category: 1, name: 'C' }), change(seq)],
      2,
      'CHANGED_MEANWHILE',
      'if_seq',
    );
    expect((await together([change(seq)])).object).toBe('aggregate');
  });
});

describe('a part that changes what an earlier one made', () => {
  test('is told to the webhooks of its kind', async () => {
    for (const event of ['WEBHOOK_CATEGORY_UPDATE', 'WEBHOOK_CONTENT_UPDATE']) {
      await shop.admin('create_webhook', { name: event, event });
      await shop.admin('update_webhook', { name: event, url: 'https://hook.example.org/', parameter: '' });
    }
    await shop.make('create_class', { name: 'page', type: 'content' });
    await together([
      category('A', { labels: { de_DE: 'Schuhe' } }),
      call('update_category', { id_category: '$1.id', labels: { en_GB: 'Boots' } }),
      call('create_content', { class: 'page', name: 'c', seo: { de_DE: { title: 'Seite' } } }),
      call('update_content', { id_content: '$3.id', seo: { en_GB: { title: 'Page' } } }),
    ]);
    const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()]
      .flat()
      .map((id) => (shop.engine.tables.message.peek(id) as { parameters: Given }).parameters['language']);
    expect(told).toEqual(['de_DE', 'en_GB', 'de_DE', 'en_GB']);
  });

  test('is found by the words of an attribute that came between', async () => {
    const goods = await Goods.open();
    ({ shop } = goods);
    await together([
      call('create_product', {
        class: 'product',
        name: 'boot',
        shop_active: 1,
        categories: [goods.categoryId],
        attributes: { de_DE: { name: 'Stiefel', price: 1 } },
      }),
      call('create_class_attributes', { id_class: 1, attributes: [{ name: 'sole', type: 'CHAR' }] }),
      call('update_product', { id_product: '$1.id', attributes: { de_DE: { sole: 'Gummi' } } }),
    ]);
    const found = async (): Promise<unknown> =>
      shop.call('search_products', { constraint: { sole: ['MATCH', 'gummi'] }, language: 'de_DE', country: 'DE' });
    expect(await found()).toMatchObject({ count: 1, result: [{ name: 'boot' }] });
    await shop.restart();
    expect(await found()).toMatchObject({ count: 1 });
  });
});

describe('references', () => {
  test.each([
    ['$2.id', 'names no part before this one, which is 2'],
    ['$3.id', 'names no part before this one'],
    ['$0.id', 'names no part before this one'],
    ['$1.nothing', 'leads nowhere'],
    ['$1.id.more', 'leads nowhere'],
    ['$1.__proto__', 'leads nowhere'],
    ['$1234.id', 'names no part before this one, which is 2'],
    ['$99999999999999999999.id', 'names no part before this one'],
  ])('%s is refused: it %s', async (id_parent, why) => {
    expect(await refused([category('A'), category('B', { id_parent })], 2, 'PARAMETER_INVALID', 'id_parent')).toContain(
      why,
    );
  });

  test('they keep their type, lead into lists, and are no part of a longer text', async () => {
    const made = call('create_coupons', { count: 2, name: 'C', amount: 1 });
    await together([
      made,
      category('$1.coupons.1.code'),
      category('$1.coupons.1.code and more'),
      category('$$1.object'),
      category('$1.50'),
      category('$1'),
    ]);
    const { categories } = await shop.call<{ categories: Reply[] }>('get_categories', { id_parent: 0 });
    const names = categories.map((one) => one['name']);
    expect(names[0]).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4})+$/);
    expect(names.slice(1)).toEqual(['$1.coupons.1.code and more', '$1.object', '$1.50', '$1']);
  });
});

describe('what is no part', () => {
  test.each([
    ['get_status', 'PARAMETER_INVALID'],
    ['get_nothing', 'REQUEST_NOT_VALID'],
    ['checkout', 'PARAMETER_INVALID'],
    ['refund', 'PARAMETER_INVALID'],
    ['create_channel', 'PARAMETER_INVALID'],
  ])('%s is refused before anything is decided', async (request, code) => {
    await refused([category('A'), call(request)], 2, code, 'request');
  });

  test('an aggregate is none', async () => {
    const inner = call('aggregate', { atomic: 1, pipe: { x: category('A') } });
    expect(await refused([category('B'), inner], 2, 'PARAMETER_INVALID', 'request')).toContain(
      'an aggregate holds no other aggregate',
    );
  });

  test('the secret key is that of the whole', async () => {
    const reply = await shop.call('aggregate', { pipe: pipeOf([category('A')]), atomic: 1 });
    expect(reply).toMatchObject({ message: 'PERMISSION_DENIED', param: 'p1' });
  });

  test('what the role of the channel lacks', async () => {
    await shop.admin('create_role', { role: 'Maker', operations: ['create_category'] });
    const credentials = { licence_username: 'shop_2', licence_password: 'password-2' };
    shop.openChannel(credentials, 'secret-2');
    await shop.admin('set_channel_role', { id_channel: 2, role: 'Maker' });
    const sent = async (parts: readonly object[]): Promise<Reply> => {
      const fields = { ...credentials, licence_secret_key: 'secret-2', request: 'aggregate', atomic: 1 };
      return JSON.parse((await shop.send({ ...fields, pipe: pipeOf(parts) })).text) as Reply;
    };
    expect(await sent([category('A'), call('create_group', { name: 'G' })])).toMatchObject({
      message: 'PERMISSION_DENIED',
      param: 'p2',
    });
    expect((await sent([category('A')])).object).toBe('aggregate');
  });

  test('operations by what they declare', () => {
    const may = [...OPERATIONS].filter(([, operation]) => whyNotTogether(operation) === '').map(([name]) => name);
    expect(may.sort()).toMatchSnapshot();
  });
});
