// A credit of an order in a shop: its number and its notes, whom it is told to, and what is refused. It would catch a
// note without its number, a credit that is told for a wrong amount, and one that is refused and half made.
import { expect, test } from 'vitest';
import { issueInvoice } from '../../../src/domain/orders/issue-documents.ts';
import { makeCredit } from '../../../src/domain/orders/make-credit.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

const line = (lineId: number, minor: number, partialId = 0) => {
  return { partialId, lineId, quantityMilli: 0, minor, taxMinor: 0 };
};

const GOODWILL = { kind: 'goodwill', reason: 'late', by: 7 } as const;

const issued = (tx: Transaction, orderId: number) =>
  issueInvoice(tx, orderId, { language: '', format: 'html', data: 'data', bytes: 'bytes' });

/** The order of two lines, each with an invoice of its own, and nothing on the third. */
const parted = (): OneOrder => {
  const one = new OneOrder([[1000], [2000], [3000]], { isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } });
  for (const lineId of [1, 2])
    one.run((tx) =>
      tx.ask('order', one.orderId, {
        type: 'invoice_part',
        invoice: { prefix: 'R-', number: lineId },
        day: 19_675,
        parcelId: 0,
        lines: [{ lineId, quantityMilli: 1000, minor: lineId * 1000, taxMinor: 0 }],
      }),
    );
  return one;
};

test('it is told with its number and its amount, and has a note where an invoice was issued', () => {
  const one = new OneOrder([[1000], [500]]);
  one.listen('ORDER_CREDITED');
  const credit = (...lines: readonly ReturnType<typeof line>[]) =>
    one.run((tx) => makeCredit(tx, one.orderId, { ...GOODWILL, lines }));
  expect(credit(line(1, 100), line(2, 25))).toBe(1);
  one.run((tx) => issued(tx, one.orderId));
  expect(credit(line(2, 50))).toBe(2);
  const of = { id_order: one.orderId, kind: 'goodwill', currency: 'EUR' };
  expect(one.told()).toEqual([
    { ...of, id_credit: 1, amount: '1.25' },
    { ...of, id_credit: 2, amount: '0.5' },
  ]);
  expect(one.order.credits.map(({ note, day, reason, by }) => [note.number, day, reason, by])).toEqual([
    [0, 19_675, 'late', 7],
    [1, 19_675, 'late', 7],
  ]);
});

test('what stands on several invoices is as many credits, which count as one', () => {
  const one = parted();
  one.listen('ORDER_CREDITED');
  const lines = [line(2, 20, 2), line(3, 30), line(1, 10, 1), line(2, 1, 2)];
  expect(one.run((tx) => makeCredit(tx, one.orderId, { ...GOODWILL, lines }))).toBe(1);
  expect(
    one.order.credits.map(({ partialId, isContinued, note, lines: own }) => [
      [partialId, isContinued, note.number],
      own.map(({ lineId, minor }) => [lineId, minor]),
    ]),
  ).toEqual([
    [[undefined, undefined, 0], [[3, 30]]],
    [[1, true, 1], [[1, 10]]],
    [
      [2, true, 2],
      [
        [2, 20],
        [2, 1],
      ],
    ],
  ]);
  expect(one.told()).toMatchObject([
    { id_credit: 1, amount: '0.3' },
    { id_credit: 2, amount: '0.1' },
    { id_credit: 3, amount: '0.21' },
  ]);
  expect(one.order.credits[1]!.lines[0]).toEqual({ lineId: 1, quantityMilli: 0, minor: 10, taxMinor: 0 });
});

test('that of an edit is told to nobody, and is one without lines, too', () => {
  const one = new OneOrder([[1000]]);
  one.listen('ORDER_CREDITED');
  expect(one.run((tx) => makeCredit(tx, one.orderId, { ...GOODWILL, kind: 'edited', lines: [] }))).toBe(1);
  expect(one.order.credits).toMatchObject([{ kind: 'edited', lines: [] }]);
  expect(one.told()).toEqual([]);
});

test('an order has a hundred of them, of which those of several invoices that were made together count once', () => {
  const one = parted();
  const apart = {
    kind: 'goodwill',
    atMs: 0,
    day: 0,
    lines: [],
    reason: '',
    note: { prefix: '', number: 0 },
    by: 1,
  } as const;
  const made = Array.from({ length: 99 }, () => [apart, { ...apart, isContinued: true }]);
  Object.assign(one.order, { credits: made.flat() });
  const another = () => one.shop.transact((tx) => makeCredit(tx, one.orderId, { ...GOODWILL, lines: [line(3, 1)] }));
  expect(another()).toEqual({ ok: true, value: 199 });
  expect(another()).toMatchObject({
    code: 'CREDIT_LIMIT_REACHED',
    param: String(one.orderId),
    detail: 'The order has 100 credits, of at most 100.',
  });
});

test.each(['credit', 'queue_message', 'schedule_keys'])('where %s is refused, so is the credit', (what) => {
  const one = new OneOrder([[1000]], { subject: 5 });
  one.listen('ORDER_CREDITED');
  one.run((tx) => issued(tx, one.orderId));
  const result = one.shop.transact((tx) => {
    const erased = Object.assign(Object.create(tx) as Transaction, { isErased: () => true });
    return makeCredit(refusing(erased, what), one.orderId, { ...GOODWILL, lines: [line(1, 1)] });
  });
  expect(result).toBe(FULL);
  expect(one.order.credits).toEqual([]);
});
