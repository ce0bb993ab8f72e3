// Documents of one order, issued and kept, decision by decision. It would catch a document of an order that may have
// none, one that the buyer is not told of or told of twice, a number that is given for nothing, and personal data that
// goes before its document may.
import { describe, expect, test } from 'vitest';
import type { ShopRules } from '../../../src/domain/rules.ts';
import {
  cancelsIssued,
  creditsIssued,
  issueInvoice,
  issuePart,
  keepCancellation,
  keepCreditNote,
  retainDocumentKeys,
} from '../../../src/domain/orders/issue-documents.ts';
import { NO_CONTENT } from '../../../src/domain/orders/issued-invoice.ts';
import type { IssuedInvoice } from '../../../src/domain/orders/issued-invoice.ts';
import { makeCredit } from '../../../src/domain/orders/make-credit.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { FULL, MAILED, OneOrder, erasing, refusing } from './one-order.ts';

const HTML = { language: 'de_DE', format: 'html', data: 'd', bytes: 'h' } as const;
const PDF = { language: 'en_GB', format: 'pdf', data: 'other', bytes: 'p' } as const;
const CREDIT = { kind: 'goodwill', reason: '', by: 7 } as const;

type Placed = ConstructorParameters<typeof OneOrder>[1];

/** An order of data subject 5, unless `placed` says otherwise, whose buyer gets mails. */
const order = (placed: Placed = {}, rules: Partial<ShopRules> = {}): OneOrder =>
  new OneOrder([[1000], [500]], { subject: 5, ...MAILED.placed, ...placed }, { ...MAILED.rules, ...rules });

/** The order, which is invoiced by parcel and has these partial invoices. */
const parted = (...numbers: readonly number[]): OneOrder => {
  const one = order({ isInvoicedByParcel: true, invoice: { prefix: '', number: 0 } });
  for (const number of numbers)
    one.run((tx) =>
      tx.ask('order', one.orderId, {
        type: 'invoice_part',
        invoice: { prefix: 'R-', number },
        day: 19_675,
        parcelId: 0,
        lines: [{ lineId: number, quantityMilli: 1000, minor: 500, taxMinor: 0 }],
      }),
    );
  return one;
};

const issued = ({ shop, orderId }: OneOrder): IssuedInvoice => shop.state('issued_invoice', orderId);
const isNone = ({ shop }: OneOrder): boolean => shop.ids('issued_invoice').length === 0;

/** Runs it on the order of `one`; `within` changes the transaction. */
const on = <T>(one: OneOrder, run: (tx: Transaction, orderId: number) => Result<T>, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => run(within(tx), one.orderId));

const issue = (
  one: OneOrder,
  made: Parameters<typeof issueInvoice>[2] = HTML,
  within?: (tx: Transaction) => Transaction,
) => on(one, (tx, id) => issueInvoice(tx, id, made), within);

const issueOf = (
  one: OneOrder,
  number: number,
  made: typeof HTML | typeof PDF = HTML,
  within?: (tx: Transaction) => Transaction,
) => on(one, (tx, id) => issuePart(tx, id, { ...made, number: { prefix: 'R-', number } }), within);

const note = (one: OneOrder, creditId: number, made: object = HTML, within?: (tx: Transaction) => Transaction) =>
  on(one, (tx, id) => keepCreditNote(tx, id, { ...HTML, ...made, creditId }), within);

const keep = (one: OneOrder, made: object = HTML, within?: (tx: Transaction) => Transaction) =>
  on(one, (tx, id) => keepCancellation(tx, id, { ...HTML, ...made }), within);

const credit = (one: OneOrder, partialId = 0) =>
  one.run((tx) =>
    makeCredit(tx, one.orderId, {
      ...CREDIT,
      lines: [{ partialId, lineId: 1, quantityMilli: 0, minor: 10, taxMinor: 0 }],
    }),
  );

const NONE = 99;
const NOT_FOUND = { code: 'ORDER_NOT_FOUND', param: String(NONE) };
const destroy = (one: OneOrder): void => {
  const gone = { content: null, cancellation: null, creditNotes: null, earlier: null, partials: null };
  Object.assign(issued(one), gone);
};

describe('an invoice', () => {
  test('is issued once, its buyer is told once, and each format is kept', () => {
    const one = order();
    expect(issue(one)).toEqual(DONE);
    expect(issued(one)).toMatchObject({ subject: 5, language: 'de_DE', content: { data: 'd', html: 'h', pdf: '' } });
    expect(issue(one, PDF)).toEqual(DONE);
    expect(issued(one)).toMatchObject({ language: 'de_DE', content: { data: 'd', html: 'h', pdf: 'p' } });
    expect(one.mails()).toEqual([['invoice', { id_order: one.orderId, number: 'R-1' }]]);
  });

  test('is about a new person where the order is about nobody, or about the one of its other documents', () => {
    const nobody = order({ subject: 0 });
    issue(nobody);
    expect(issued(nobody).subject).toBe(1);
    const noted = order({ subject: 0 });
    Object.assign(noted.order, {
      credits: [{ ...CREDIT, atMs: 0, day: 0, lines: [], note: { prefix: '', number: 1 } }],
    });
    note(noted, 1);
    expect(issued(noted)).toMatchObject({ subject: 1, content: NO_CONTENT });
    issue(noted);
    expect(issued(noted)).toMatchObject({ subject: 1, content: { data: 'd' }, creditNotes: { 1: { data: 'd' } } });
    Object.assign(noted.order, { subject: 8 });
    expect(noted.shop.subjects).toBe(1);
  });

  test('is none of an order that is not there, was cancelled, or whose person is erased', () => {
    const one = order();
    expect(one.shop.transact((tx) => issueInvoice(tx, NONE, HTML))).toMatchObject(NOT_FOUND);
    expect(issue(one, HTML, erasing(5))).toEqual(DONE);
    one.move('cancel');
    expect(issue(one)).toMatchObject({ code: 'ORDER_CANCELED', param: String(one.orderId) });
    expect([isNone(one), one.mails()]).toEqual([true, []]);
  });

  test('that was issued may have another format, though the order was cancelled or its person erased', () => {
    const one = order();
    issue(one);
    one.move('cancel');
    expect(issue(one, PDF, erasing(5))).toEqual(DONE);
    expect(issued(one).content).toMatchObject({ html: 'h', pdf: 'p' });
  });

  test('of an earlier number gets its format, and no other one does', () => {
    const one = order();
    issue(one);
    one.run((tx) => tx.ask('issued_invoice', one.orderId, { type: 'supersede', invoice: { prefix: 'R-', number: 1 } }));
    Object.assign(one.order, { invoice: { prefix: 'R-', number: 2 } });
    expect(issue(one, { ...PDF, number: 1 })).toEqual(DONE);
    expect(issued(one)).toMatchObject({ content: NO_CONTENT, earlier: [{ content: { html: 'h', pdf: 'p' } }] });
    expect(issue(one, { ...HTML, number: 2, data: 'd2' })).toEqual(DONE);
    expect(issue(one, { ...PDF, number: 2 })).toEqual(DONE);
    expect(issued(one).content).toMatchObject({ data: 'd2', html: 'h', pdf: 'p' });
  });

  test('where it is refused, nobody is told', () => {
    const one = order();
    expect(issue(one, HTML, (tx) => refusing(tx, 'issue_invoice'))).toBe(FULL);
    expect([isNone(one), one.mails()]).toEqual([true, []]);
  });
});

describe('a partial invoice', () => {
  test('is issued once under its number, its buyer is told once, and each format is kept', () => {
    const one = parted(1, 2);
    expect([issueOf(one, 1), issueOf(one, 1, PDF), issueOf(one, 2)]).toEqual([DONE, DONE, DONE]);
    expect(issued(one)).toMatchObject({
      subject: 5,
      partials: { 1: { language: 'de_DE', content: { html: 'h', pdf: 'p' } }, 2: { content: { html: 'h', pdf: '' } } },
    });
    expect(one.mails()).toEqual([1, 2].map((of) => ['invoice', { id_order: one.orderId, number: `R-${of}` }]));
  });

  test('is about a new person where the order is about nobody', () => {
    const one = parted(1, 2);
    Object.assign(one.order, { subject: 0 });
    issueOf(one, 1);
    issueOf(one, 2);
    expect([issued(one).subject, one.shop.subjects]).toEqual([1, 1]);
  });

  test('is none of an order that is not there, or whose person is erased; one that was issued stays', () => {
    const one = parted(1, 2);
    const number = { prefix: 'R-', number: 1 };
    expect(one.shop.transact((tx) => issuePart(tx, NONE, { ...HTML, number }))).toMatchObject(NOT_FOUND);
    expect(issueOf(one, 1, HTML, erasing(5))).toEqual(DONE);
    expect([isNone(one), one.mails()]).toEqual([true, []]);
    issueOf(one, 1);
    expect(issueOf(one, 1, PDF, erasing(5))).toEqual(DONE);
    expect(issueOf(one, 2, HTML, erasing(5))).toEqual(DONE);
    expect(issued(one).partials).toEqual({ 1: expect.objectContaining({ language: 'de_DE' }) });
    expect(issued(one).partials![1]!.content.pdf).toBe('p');
    destroy(one);
    expect(issueOf(one, 2)).toEqual(DONE);
    expect([issued(one).partials, one.mails().length]).toEqual([null, 1]);
  });

  test('where it is refused, nobody is told', () => {
    const one = parted(1, 2);
    expect(issueOf(one, 1, HTML, (tx) => refusing(tx, 'issue_part'))).toBe(FULL);
    expect([isNone(one), one.mails()]).toEqual([true, []]);
    issueOf(one, 1);
    expect(issueOf(one, 2, HTML, (tx) => refusing(tx, 'issue_part'))).toBe(FULL);
    expect(one.mails().length).toBe(1);
  });
});

describe('personal data', () => {
  const scheduled = ({ shop }: OneOrder): readonly number[] =>
    shop.ids('keyring').flatMap((id) => shop.state('keyring', id).scheduled.map(([key]) => key));

  test('on documents is kept of the order and of what was issued of it', () => {
    const one = order();
    issue(one);
    Object.assign(issued(one), { subject: 9 });
    expect(on(one, (tx, id) => retainDocumentKeys(tx, id, 0), erasing(5, 9))).toEqual(DONE);
    expect(scheduled(one).length).toBe(2);
    const alone = order();
    expect(on(alone, (tx, id) => retainDocumentKeys(tx, id, 0), erasing(5))).toEqual(DONE);
    expect(scheduled(alone)).toEqual(scheduled(one).slice(0, 1));
    const same = order();
    issue(same);
    expect(on(same, (tx, id) => retainDocumentKeys(tx, id, 0), erasing(5))).toEqual(DONE);
    expect(scheduled(same)).toEqual(scheduled(alone));
  });
});

describe('the document that cancels an invoice', () => {
  const canceled = (one: OneOrder, within = (tx: Transaction) => tx) =>
    on(
      one,
      (tx, id) => {
        const numbered = cancelsIssued(tx, id);
        return tx.ask('order', id, {
          type: 'move',
          lifecycle: 'order',
          event: 'cancel',
          mode: 'lenient',
          byHand: true,
          by: 7,
        }).ok
          ? numbered()
          : FULL;
      },
      within,
    );

  test('has the next number, and its day, where the invoice was issued', () => {
    const one = order({}, { cancellationPrefix: 'S-' });
    issue(one);
    expect(canceled(one)).toEqual(DONE);
    expect(one.order.cancellation).toEqual({ prefix: 'S-', number: 1, canceledMs: one.shop.nowMs, day: 19_675 });
    const never = order();
    expect(canceled(never)).toEqual(DONE);
    expect(never.order.cancellation.number).toBe(0);
  });

  test.each(['cancel_invoice', 'schedule_keys'])('is none where %s is refused', (what) => {
    const one = order();
    issue(one);
    expect(canceled(one, (tx) => refusing(erasing(5)(tx), what))).toBe(FULL);
    expect(one.order.cancellation.number).toBe(0);
  });

  test('is kept of a cancelled order whose invoice was issued', () => {
    const one = order();
    const refused = { code: 'INVOICE_NOT_CANCELED', param: String(one.orderId) };
    expect(one.shop.transact((tx) => keepCancellation(tx, NONE, HTML))).toMatchObject(NOT_FOUND);
    one.move('cancel');
    expect(keep(one)).toMatchObject(refused);
    one.move('reopen');
    issue(one);
    expect(keep(one)).toMatchObject(refused);
    canceled(one);
    expect([keep(one), keep(one, PDF)]).toEqual([DONE, DONE]);
    expect(issued(one).cancellation).toEqual({ data: 'd', html: 'h', pdf: 'p' });
    expect(one.order.cancellation.number).toBe(1);
    const numberings = one.shop.log.flatMap(({ events }) => events.map(({ event }) => event.type));
    expect(numberings.filter((type) => type === 'order_invoice_canceled').length).toBe(1);
  });

  test('is none of a part', () => {
    const one = parted(1);
    issueOf(one, 1);
    one.move('cancel');
    expect(keep(one)).toMatchObject({ code: 'INVOICE_NOT_CANCELED' });
  });

  test('has a number where an older version gave none, unless its key is destroyed', () => {
    const one = order();
    issue(one);
    one.move('cancel');
    expect(keep(one, HTML, (tx) => refusing(tx, 'cancel_invoice'))).toBe(FULL);
    expect(issued(one).cancellation).toEqual(NO_CONTENT);
    expect(keep(one)).toEqual(DONE);
    expect([one.order.cancellation.number, issued(one).cancellation]).toMatchObject([1, { html: 'h' }]);
    const gone = order();
    issue(gone);
    gone.move('cancel');
    destroy(gone);
    expect(keep(gone)).toEqual(DONE);
    expect(gone.order.cancellation.number).toBe(0);
  });
});

describe('a credit note', () => {
  /** Numbers of notes for credits of these invoices; 0: of the whole. */
  const numbers = (one: OneOrder, ...partialIds: readonly number[]) =>
    one.run((tx) => {
      const { noteOf } = creditsIssued(tx, one.orderId);
      return ok(partialIds.map((id) => noteOf(id)));
    });
  const retained = (one: OneOrder, partialIds: readonly number[]) =>
    on(
      one,
      (tx, id) => {
        const { noteOf, retain } = creditsIssued(tx, id);
        for (const of of partialIds) noteOf(of);
        return retain();
      },
      (tx) => refusing(erasing(5)(tx), 'schedule_keys'),
    );

  test('has a number where its invoice was issued: that of the order, or a partial one', () => {
    const one = order({}, { cancellationPrefix: 'S-' });
    const none = { prefix: '', number: 0 };
    expect(numbers(one, 0, 0)).toEqual([none, none]);
    issue(one);
    expect(numbers(one, 0, 0)).toEqual([
      { prefix: 'S-', number: 1 },
      { prefix: 'S-', number: 2 },
    ]);
    expect(numbers(parted(1), 0, 1, 0, 1).map(({ number }) => number)).toEqual([0, 1, 0, 2]);
    expect(numbers(parted(), 0)).toEqual([none]);
    const parts = parted(1);
    issueOf(parts, 1);
    Object.assign(issued(parts), { content: { ...NO_CONTENT, data: 'd' } });
    expect(numbers(parts, 0).map(({ number }) => number)).toEqual([0]);
  });

  test('keeps personal data where it has a number', () => {
    const one = order();
    expect(retained(one, [0])).toEqual(DONE);
    issue(one);
    expect(retained(one, [])).toEqual(DONE);
    expect(retained(one, [0])).toBe(FULL);
    expect(retained(parted(1), [0])).toEqual(DONE);
  });

  test('is kept under its credit, its buyer is told once, and each format is kept', () => {
    const one = order();
    issue(one);
    credit(one);
    const told = ['credit_note', { id_order: one.orderId, id_credit: 1 }];
    expect(note(one, 1)).toEqual(DONE);
    expect(one.mails().slice(1)).toEqual([told]);
    expect(note(one, 1, PDF)).toEqual(DONE);
    expect(issued(one)).toMatchObject({ subject: 5, creditNotes: { 1: { data: 'd', html: 'h', pdf: 'p' } } });
    expect(one.mails().slice(1)).toEqual([told]);
  });

  test('may be the first document, for the person of the order or a new one', () => {
    const one = parted(1);
    credit(one, 1);
    expect(note(one, 1)).toEqual(DONE);
    expect(issued(one)).toMatchObject({ subject: 5, creditNotes: { 1: { data: 'd' } } });
    const nobody = parted(1);
    Object.assign(nobody.order, { subject: 0 });
    credit(nobody, 1);
    expect(note(nobody, 1)).toEqual(DONE);
    expect(issued(nobody).subject).toBe(1);
  });

  test('is none of an order that is not there, of a credit without a number, or of a person who is erased', () => {
    const one = order();
    credit(one);
    const found = { code: 'CREDIT_NOTE_NOT_FOUND', param: '1' };
    expect(one.shop.transact((tx) => keepCreditNote(tx, NONE, { ...HTML, creditId: 1 }))).toMatchObject(NOT_FOUND);
    expect(note(one, 1)).toMatchObject(found);
    expect(note(one, 2)).toMatchObject({ ...found, param: '2' });
    const parts = parted(1);
    credit(parts, 1);
    expect(note(parts, 1, HTML, erasing(5))).toEqual(DONE);
    expect([isNone(parts), parts.mails()]).toEqual([true, []]);
    const gone = order();
    issue(gone);
    credit(gone);
    destroy(gone);
    expect(note(gone, 1)).toEqual(DONE);
    expect([issued(gone).creditNotes, gone.mails().length]).toEqual([null, 1]);
  });

  test('of an order that has documents is kept though its person is erased', () => {
    const one = order();
    issue(one);
    credit(one);
    expect(note(one, 1, HTML, erasing(5))).toEqual(DONE);
    expect(issued(one).creditNotes).toMatchObject({ 1: { data: 'd' } });
  });

  test('where it is refused, nobody is told', () => {
    const one = parted(1);
    credit(one, 1);
    expect(note(one, 1, HTML, (tx) => refusing(tx, 'add_credit_note'))).toBe(FULL);
    expect([isNone(one), one.mails()]).toEqual([true, []]);
  });
});
