// A check of replies that lets a wrong one pass: a member missing, added, of another type, at another place, in a list,
// in a record within itself or in a part of an aggregate.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { ReplyCheck } from '../../../src/operations/dispatch/reply-check.ts';
import { openShop } from '../shop.ts';

const check = new ReplyCheck();
const problem = (request: string, reply: unknown, more: object = {}): string | undefined =>
  check.problem({ request, ...more }, 200, JSON.stringify(reply));

const reversed = (record: object): object => Object.fromEntries(Object.entries(record).toReversed());

const SESSION = { object: 'session', creation_date: '2026-01-02 03:04:05', expiration_date: '', code: 'abc' };
const TAX = { rate: 0.19, net: 1, tax: 0.19, gross: 1.19 };
const CART = {
  object: 'cart',
  creation_date: '2026-01-02 03:04:05',
  sum: 1.19,
  contents: [],
  coupons: { sum: 0, positions: [] },
  delivery_costs: { sum: 0, positions: [] },
  total: 1.19,
  sum_tax: 0.19,
  tax_positions: [TAX],
  currency: 'EUR',
};
const SEO = { permalink: '', title: '', description: '', keywords: '' };
const PRODUCT = {
  object: 'product',
  id: 1,
  name: 'a',
  creation_date: '2026-01-02 03:04:05',
  class: 'product',
  seo: SEO,
  availability: { quantity: 1, quantity_warning: 0, allow_override: 0, active: 1 },
  attributes: {},
  variations: [],
};
const OF_PRODUCTS = { type: 'PRODUCTS', id: 1, name: 'like', label: 'Like' };

test('what is declared passes', () => {
  expect(problem('get_new_session', SESSION)).toBeUndefined();
  expect(problem('get_cart', CART)).toBeUndefined();
  const like = { like: { ...OF_PRODUCTS, value: [PRODUCT], left_out: 3 } };
  expect(problem('get_product_details', { ...PRODUCT, attributes: like })).toBeUndefined();
  const refusal = { object: 'error', status: 'error', message: 'SESSION_INVALID', param: '', detail: 'It is over.' };
  expect(problem('get_cart', refusal)).toBeUndefined();
  expect(problem('verify_user', { ...refusal, object: 'verify_user', status: refusal.message })).toBeUndefined();
});

test.each<readonly [string, string, unknown, string]>([
  ['a missing member', 'get_new_session', { ...SESSION, code: undefined }, 'reply: the member code is missing'],
  ['a member more', 'get_new_session', { ...SESSION, extra: 1 }, 'reply.extra: there is no member extra'],
  ['another type', 'get_new_session', { ...SESSION, code: 7 }, 'reply.code: a text is wanted, not 7'],
  ['another kind of reply', 'get_cart', SESSION, 'reply.object: session is none of cart'],
  ['another place', 'get_new_session', reversed(SESSION), 'reply.code: it comes where object is declared to come'],
  [
    'another place in a list',
    'get_cart',
    { ...CART, tax_positions: [TAX, reversed(TAX)] },
    'reply.tax_positions[1].gross: it comes where rate is declared to come',
  ],
  [
    'another type in a record within itself',
    'get_product_details',
    { ...PRODUCT, attributes: { like: { ...OF_PRODUCTS, value: [{ ...PRODUCT, id: '1' }] } } },
    'reply.attributes.like.value[0].id: a whole number is wanted, not 1',
  ],
  [
    'another place in a record within itself',
    'get_product_details',
    { ...PRODUCT, attributes: { like: { ...OF_PRODUCTS, value: [reversed(PRODUCT)] } } },
    'reply.attributes.like.value[0].variations: it comes where object is declared to come',
  ],
  [
    'another shape of a refusal',
    'checkout',
    { object: 'error', status: 'error', message: 'CART_EMPTY', param: '' },
    'reply: the member id_order, session, detail is missing',
  ],
])('%s is found', (_what, request, reply, why) => {
  expect(problem(request, reply)).toContain(`The reply of ${request} is not as declared: `);
  expect(problem(request, reply)).toContain(why);
});

test('a refusal that the operation does not declare is found', () => {
  const refusal = { object: 'error', status: 'error', message: 'CART_EMPTY', param: '', detail: 'It is empty.' };
  expect(problem('get_cart', refusal)).toContain('it refuses with CART_EMPTY');
});

test('a part of an aggregate is checked as the operation that it calls', () => {
  const pipe = { mine: { request: 'get_new_session' } };
  const reply = { object: 'aggregate', aggregate_mine: { ...SESSION, code: 7 } };
  expect(problem('aggregate', reply, { pipe })).toContain('aggregate_mine: The reply of get_new_session');
  expect(problem('aggregate', reply, { pipe: JSON.stringify(pipe) })).toContain('reply.code: a text is wanted, not 7');
  expect(problem('aggregate', { ...reply, aggregate_mine: SESSION }, { pipe })).toBeUndefined();
});

test('a reply that is not as declared is logged with its member, and the caller gets INTERNAL_ERROR', async () => {
  const shop = openShop();
  const operation = OPERATIONS.get('get_new_session')! as { view: (...args: never[]) => object };
  const { view } = operation;
  operation.view = (...args) => ({ ...view(...args), code: null });
  try {
    expect(await shop.call('get_new_session')).toMatchObject({ object: 'error', message: 'INTERNAL_ERROR' });
  } finally {
    operation.view = view;
  }
  expect(shop.faults.splice(0)).toEqual([
    expect.stringContaining('get_new_session is not as declared: reply.code: a text is wanted, not null'),
  ]);
});
