// Documents as they were issued, command by command. It would catch a document that another one replaces, a format that
// is made from other data than its document, and one that is kept although its key is destroyed.
import { describe, expect, test } from 'vitest';
import { issuedAs, issuedInvoice, isIssued, NO_CONTENT } from '../../../src/domain/orders/issued-invoice.ts';
import type { IssuedInvoice, IssuedInvoiceCommand } from '../../../src/domain/orders/issued-invoice.ts';
import { schema } from '../../../src/domain/schema.ts';
import type { Reader } from '../../../src/domain/transaction.ts';

const KIND = issuedInvoice;

const decide = (state: IssuedInvoice, command: IssuedInvoiceCommand) => {
  const decision = KIND.decide(state, command, {} as never);
  return decision.ok ? decision.value : [];
};

/** The state after these commands, one each millisecond. */
const after = (...commands: readonly IssuedInvoiceCommand[]): IssuedInvoice => {
  const state = KIND.state.initial();
  for (const [at, command] of commands.entries())
    for (const event of decide(state, command)) KIND.apply(state, event as never, at + 1, 1);
  return state;
};

const issue = {
  type: 'issue_invoice',
  subject: 5,
  language: 'de_DE',
  content: { ...NO_CONTENT, data: 'd', html: 'h' },
} as const;
const part = (number: number, format: 'html' | 'pdf' | 'ubl', data: string, more: { readonly subject?: number } = {}) =>
  ({
    type: 'issue_part',
    subject: 5,
    number,
    language: 'fr_FR',
    data,
    format,
    bytes: `${data} as ${format}`,
    ...more,
  }) as const;
const note = (creditId: number, format: 'html' | 'pdf', data: string) =>
  ({ type: 'add_credit_note', subject: 5, creditId, data, format, bytes: `${data} as ${format}` }) as const;
const cancellation = (format: 'html' | 'pdf', data: string) =>
  ({ type: 'add_cancellation', data, format, bytes: `${data} as ${format}` }) as const;
const format = (of: 'html' | 'pdf' | 'zugferd', bytes: string, number = 1) =>
  ({ type: 'add_format', format: of, bytes, number }) as const;
const supersede = (number: number) => ({ type: 'supersede', invoice: { prefix: 'R-', number } }) as const;

const EMPTY = {
  subject: 0,
  issuedMs: 0,
  language: '',
  content: NO_CONTENT,
  cancellation: NO_CONTENT,
  creditNotes: {},
  earlier: [],
  partials: {},
};
const ISSUED = { ...EMPTY, subject: 5, issuedMs: 1, language: 'de_DE', content: { data: 'd', html: 'h', pdf: '' } };

describe('an invoice', () => {
  test('is as it was issued, and has each format as it was asked for first', () => {
    expect(KIND.state.initial()).toEqual(EMPTY);
    expect(after(issue)).toEqual(ISSUED);
    const formats = [format('pdf', 'p'), format('html', 'other'), format('zugferd', 'z'), format('pdf', 'other')];
    expect(after(issue, ...formats)).toEqual({ ...ISSUED, content: { data: 'd', html: 'h', pdf: 'p', zugferd: 'z' } });
    expect(decide(after(issue), format('html', 'other'))).toEqual([]);
    const state = after(issue);
    KIND.apply(
      state,
      { type: 'invoice_format_added', subject: 5, documents: { html: 'other', pdf: 'p' }, number: 0 },
      2,
      1,
    );
    expect(state.content).toEqual({ data: 'd', html: 'h', pdf: 'p' });
  });

  test('that an edit took back stays, and may still get a format', () => {
    const again = { ...issue, language: 'en_GB', content: { ...NO_CONTENT, data: 'd2', html: 'h2' } } as const;
    const [first, second] = [
      { invoice: { prefix: 'R-', number: 1 }, issuedMs: 1, language: 'de_DE', content: ISSUED.content },
      { invoice: { prefix: 'R-', number: 2 }, issuedMs: 3, language: 'en_GB', content: again.content },
    ];
    expect(after(issue, supersede(1))).toEqual({ ...ISSUED, content: NO_CONTENT, earlier: [first] });
    const both = after(issue, supersede(1), again, supersede(2), format('pdf', 'p', 2), format('pdf', 'now', 3));
    const earlier = [first, { ...second, content: { ...second.content, pdf: 'p' } }];
    expect(both).toMatchObject({ content: { data: '', html: '', pdf: 'now' }, earlier });
    expect(decide(both, format('pdf', 'other', 2))).toEqual([]);
    expect(decide(both, format('pdf', 'p', 1))).toMatchObject([{ number: 1 }]);
    expect(decide(both, format('zugferd', 'z', 3))).toMatchObject([{ number: 0 }]);
  });

  test('of a part has its own data, language and time', () => {
    const parts = after(part(1, 'html', 'a'), { ...part(1, 'pdf', 'b'), language: 'en_GB' }, part(2, 'pdf', 'c'));
    const of = (data: string, more: object) => ({ language: 'fr_FR', content: { ...NO_CONTENT, data, ...more } });
    expect(parts).toEqual({
      ...EMPTY,
      subject: 5,
      partials: {
        1: { issuedMs: 1, ...of('a', { html: 'a as html', pdf: 'b as pdf' }) },
        2: { issuedMs: 3, ...of('c', { pdf: 'c as pdf' }) },
      },
    });
    expect(decide(parts, part(1, 'html', 'b'))).toEqual([]);
    expect(decide(parts, part(3, 'html', 'd', { subject: 9 }))).toMatchObject([{ subject: 5 }]);
  });
});

test('a document that cancels an invoice has the data of its first format', () => {
  const made = after(issue, cancellation('html', 'a'), cancellation('pdf', 'b'), cancellation('html', 'c'));
  expect(made).toEqual({ ...ISSUED, cancellation: { data: 'a', html: 'a as html', pdf: 'b as pdf' } });
  expect(decide(made, cancellation('pdf', 'c'))).toEqual([]);
});

test('each credit has a note of its own, with the data of its first format', () => {
  const made = after(note(1, 'html', 'a'), note(1, 'pdf', 'b'), note(2, 'pdf', 'c'), note(1, 'html', 'd'));
  expect(made).toEqual({
    ...EMPTY,
    subject: 5,
    creditNotes: {
      1: { data: 'a', html: 'a as html', pdf: 'b as pdf' },
      2: { data: 'c', html: '', pdf: 'c as pdf' },
    },
  });
  expect(decide(made, note(2, 'pdf', 'd'))).toEqual([]);
  expect(decide(made, { ...note(3, 'pdf', 'd'), subject: 9 })).toMatchObject([{ subject: 5 }]);
  const { subject: _subject, ...unnamed } = note(1, 'pdf', 'd');
  expect(decide(after(), unnamed)).toMatchObject([{ subject: 0 }]);
});

describe('once the key is destroyed', () => {
  const gone = { content: null, cancellation: null, creditNotes: null, earlier: null, partials: null };
  const destroyed = (more: Partial<IssuedInvoice> = {}): IssuedInvoice => ({ ...after(issue), ...gone, ...more });
  const LATER = [format('pdf', 'p'), part(1, 'html', 'a'), note(1, 'html', 'a'), cancellation('html', 'a')];

  test('nothing is kept any more', () => {
    for (const command of LATER) expect(decide(destroyed(), command)).toEqual([]);
    // A replayed journal knows by the invoice alone.
    const replayed = destroyed({ cancellation: NO_CONTENT, creditNotes: {}, earlier: [], partials: {} });
    for (const command of LATER) expect(decide(replayed, command)).toEqual([]);
    const [, aPart, aNote, aCancellation] = LATER;
    const content = ISSUED.content;
    expect(decide(destroyed({ content, partials: null }), aPart!)).toEqual([]);
    expect(decide(destroyed({ content, creditNotes: null }), aNote!)).toEqual([]);
    expect(decide(destroyed({ content, cancellation: null }), aCancellation!)).toEqual([]);
  });

  test('what is read back of its journal is nothing', () => {
    const lost = { subject: 5, content: null };
    for (const event of [
      { type: 'credit_note_made', creditId: 1, ...lost },
      { type: 'partial_invoice_issued', number: 1, language: 'fr_FR', ...lost },
    ]) {
      const state = after();
      KIND.apply(state, event as never, 1, 1);
      expect(state).toEqual({ ...EMPTY, subject: 5, content: null });
    }
    const rest = [
      { type: 'cancellation_made', ...lost },
      { type: 'invoice_format_added', subject: 5, documents: null, number: 0 },
      { type: 'invoice_format_added', subject: 5, documents: null, number: 1 },
    ];
    const before = after(issue, supersede(1), issue);
    for (const event of rest) {
      const state = after(issue, supersede(1), issue);
      KIND.apply(state, event as never, 4, 1);
      expect(state).toEqual(before);
    }
  });

  test('events of before it leave it as it is', () => {
    const content = { ...NO_CONTENT, data: 'x', html: 'x' };
    const documents = { html: '', pdf: 'x' };
    for (const event of [
      { type: 'invoice_format_added', subject: 5, documents, number: 0 },
      { type: 'invoice_format_added', subject: 5, documents, number: 1 },
      { type: 'cancellation_made', subject: 5, content },
      { type: 'credit_note_made', subject: 5, creditId: 1, content },
      { type: 'partial_invoice_issued', subject: 5, number: 1, language: '', content },
      { type: 'invoice_superseded', subject: 5, prefix: 'R-', number: 1 },
    ]) {
      const state = destroyed();
      KIND.apply(state, event as never, 9, 1);
      expect(state, event.type).toEqual(destroyed());
    }
    const earlier = [{ invoice: { prefix: 'R-', number: 1 }, issuedMs: 1, language: '', content: null }];
    const state = destroyed({ content: ISSUED.content, earlier });
    KIND.apply(state, { type: 'invoice_format_added', subject: 5, documents, number: 1 } as never, 9, 1);
    expect(state.earlier).toEqual(earlier);
    const half = destroyed({ content: ISSUED.content });
    KIND.apply(half, { type: 'invoice_format_added', subject: 5, documents, number: 1 } as never, 9, 1);
    expect(half).toEqual(destroyed({ content: ISSUED.content }));
  });
});

describe('an order', () => {
  const reading = (state: IssuedInvoice | undefined): Reader =>
    ({ read: (kind: string) => (kind === 'issued_invoice' ? state : undefined) }) as never;

  test('has its present invoice issued once it has data, and for ever, whatever becomes of the key', () => {
    const issued = (state: IssuedInvoice | undefined) => isIssued(reading(state), 1);
    expect([undefined, after(), after(part(1, 'html', 'a')), after(issue, supersede(1))].map(issued)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([after(issue), { ...after(issue), content: null }].map(issued)).toEqual([true, true]);
  });

  test('has each invoice under its own number', () => {
    const as = (state: IssuedInvoice | undefined, number: number) => {
      const { content, language } = issuedAs(reading(state), 1, { prefix: 'R-', number }) ?? {};
      return [content?.data, language];
    };
    const edited = after(issue, supersede(1), { ...issue, content: { ...NO_CONTENT, data: 'd2' } });
    expect([as(edited, 1), as(edited, 2), as(undefined, 1)]).toEqual([
      ['d', 'de_DE'],
      ['d2', 'de_DE'],
      [undefined, undefined],
    ]);
    const parted = after(part(1, 'html', 'a'), part(2, 'html', 'b'));
    expect([as(parted, 1), as(parted, 2)]).toEqual([
      ['a', 'fr_FR'],
      ['b', 'fr_FR'],
    ]);
    expect(as({ ...after(issue), content: null, earlier: null, partials: null }, 1)).toEqual([undefined, 'de_DE']);
  });
});

const UNSAID = {
  invoice_issued: { subject: 0, language: '', content: NO_CONTENT },
  invoice_format_added: { subject: 0, documents: { html: '', pdf: '' }, number: 0 },
  invoice_superseded: { subject: 0, prefix: '', number: 0 },
  cancellation_made: { subject: 0, content: NO_CONTENT },
  credit_note_made: { subject: 0, creditId: 0, content: NO_CONTENT },
  partial_invoice_issued: { subject: 0, number: 0, language: '', content: NO_CONTENT },
};

/** Purpose and value after an erasure, of each value that is encrypted. */
const encrypted = (declared: object) =>
  schema(declared as typeof UNSAID).personalValues.map(({ purpose, erased }) => [purpose, erased]);

describe('on the disk', () => {
  test.each(Object.keys(UNSAID) as (keyof typeof UNSAID)[])('%s has nothing that it does not say', (type) => {
    const declared = KIND.events[type];
    expect(schema(declared as object).initial()).toEqual(UNSAID[type]);
    expect(encrypted(declared)).toEqual(type === 'invoice_superseded' ? [] : [['invoice', null]]);
  });

  test('all that a document shows is encrypted, and gone with its key', () => {
    expect(KIND.state.personalValues.map(({ purpose, erased }) => [purpose, erased])).toEqual(
      Array.from({ length: 5 }, () => ['invoice', null]),
    );
  });

  test('the audit log shows that a document was made, for ever, and nothing of it', () => {
    const documents = ['content', 'cancellation', 'creditNotes', 'earlier', 'partials'];
    expect(KIND.audit!.hidden).toEqual(documents);
    expect(KIND.audit!.unencrypted!.toSorted()).toEqual(['issuedMs', 'language', ...documents].toSorted());
  });

  test('each of them leaves memory once it is written', () => {
    expect([after(), after(issue)].map((state) => KIND.evictable!(state))).toEqual([true, true]);
  });
});
