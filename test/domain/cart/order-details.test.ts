// Catches details of an order that its draft refuses, loses or takes over wrongly.
import { expect, test } from 'vitest';
import { NO_DETAILS, attributesFit, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import type { OrderDetails } from '../../../src/domain/cart/order-details.ts';
import { session } from '../../../src/domain/cart/session.ts';
import type { Session } from '../../../src/domain/cart/session.ts';

const named = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${from + at}`, 'x']));

test.each([
  ['none to an empty order', 0, {}, true],
  ['200 at once', 0, named(200), true],
  ['201 at once', 0, named(201), false],
  ['one that makes it 201', 200, named(1, 200), false],
  ['one that is there', 200, named(1, 199), true],
  ['a name that every object has', 200, { constructor: 'x' }, false],
  // An order of a journal from before the limit stays changeable.
  ['some that are there to more than 200', 6000, named(200), true],
  ['one more to more than 200', 6000, named(1, 6000), false],
])('attributes: %s', (_what, before, attributes, fits) => {
  expect(attributesFit({ ...NO_DETAILS, attributes: named(before) }, { fields: {}, attributes }).ok).toBe(fits);
});

const FIELDS = { delivery_city: 'Hamburg', invoice_city: 'Bremen', email: 'ada@example.org' };

const changeOf = (before: OrderDetails, fields: { readonly [name: string]: string }): OrderDetails => {
  const personal = personalChange(before, { fields, attributes: {} });
  return changedDetails(before, { paymentMethodId: null, deliveryMethodId: null, ...personal });
};

test('what a call says again is neither journaled nor made anew; what it changes is', () => {
  const before = changeOf(NO_DETAILS, FIELDS);
  expect(personalChange(before, { fields: FIELDS, attributes: {} })).toEqual({
    contact: null,
    attributes: {},
    invoice: null,
  });
  const after = changeOf(before, { ...FIELDS, email: '', phone: '' });
  expect(after.invoice).toBe(before.invoice);
  expect(after.contact).not.toEqual(before.contact);
  expect(changeOf(after, { delivery_city: '' }).contact).toEqual([]);
});

test.each([
  ['says the same of a person', FIELDS, true],
  ['says a part of it', { email: FIELDS.email }, true],
  ['says another thing', { email: 'bob@example.org' }, true],
  ['says nothing', {}, false],
])('a draft of another person goes when a call %s', (_what, fields, goes) => {
  const state: Session = { ...session.state.initial(), subject: 7, reservedOrderId: 5 };
  state.draft = changeOf(NO_DETAILS, FIELDS);
  const command = { type: 'set_details' as const, subject: 8, reservedOrderId: 6, bytesMax: 10_000, attributes: {} };
  const decided = session.decide(state, { ...command, fields }, 0);
  const events = decided.ok ? decided.value.map(({ type }) => type) : [];
  const rest = goes ? ['draft_anonymized', 'order_id_reserved', 'draft_details_set'] : ['draft_details_set'];
  expect(events).toEqual(rest);
});
