// What happened to an order, in order of time: one list of what replies say about its payment, parcels, credits,
// returns and refunds. The record of changes adds who did it, and when it was paid and invoiced, where the person may
// read it.
import type { Change, Order, Refund, Return } from '../src/client/operations.ts';
import { sumOfPieces } from './typed.ts';
import type { TimelineTexts } from './texts/en-timeline.ts';

export interface TimelineParts {
  readonly order: Order;
  /** Empty where the person may not read them. */
  readonly returns: readonly Return[];
  /** Undefined where the person may not read them: the order has them in short. */
  readonly refunds: readonly Refund[] | undefined;
  /** Changes of the order, its invoice, returns and refunds; empty where the person may not read them. */
  readonly changes: readonly Change[];
}

export interface TimelineWords {
  readonly texts: TimelineTexts;
  /** '': the person does not see amounts. */
  readonly money: (amount: number) => string;
  readonly pieces: (quantity: number) => string;
  readonly nameOf: (lineId: number) => string;
}

export interface TimelineStep {
  readonly key: string;
  /** As replies write it. */
  readonly date: string;
  readonly text: string;
  /** What else there is to say; '': nothing. */
  readonly more: string;
  /** The change that says who did it; undefined: nobody says. */
  readonly by: Change | undefined;
  /** The buyer did it. */
  readonly isBuyers: boolean;
}

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

/** Finds the changes of objects by their fields. */
class Changes {
  private readonly byField = new Map<string, Change[]>();

  constructor(changes: readonly Change[]) {
    for (const change of changes) {
      const key = `${change.object} ${change.field}`;
      this.byField.set(key, [...(this.byField.get(key) ?? []), change]);
    }
  }

  all(object: string, field: string): readonly Change[] {
    return this.byField.get(`${object} ${field}`) ?? [];
  }

  /** The last one; that of a creation has no field. */
  of(object: string, field = ''): Change | undefined {
    return this.all(object, field).at(-1);
  }

  /** Another change of the same record. */
  beside({ seq }: Change, object: string, field: string): Change | undefined {
    return this.all(object, field).find((change) => change.seq === seq);
  }
}

type Made = Omit<TimelineStep, 'more' | 'by' | 'isBuyers'> & Partial<TimelineStep>;

const step = (made: Made): TimelineStep => ({ more: '', by: undefined, isBuyers: false, ...made });

const minorUnit = (order: Order): number => 10 ** order.currency_digits;

/** What it came to when it was placed: an edit credits all that was left of the cart before it. */
const placedTotal = (order: Order): number => {
  const { cart, credits = [] } = order;
  const edit = credits.findIndex(({ kind }) => kind === 'edited');
  if (edit < 0) return cart.total;
  const unit = minorUnit(order);
  return credits.slice(0, edit + 1).reduce((sum, { amount }) => sum + Math.round(amount * unit), 0) / unit;
};

/** The number of its invoice at a record: an edit of what was invoiced gives it another one. */
const invoiceNumberAt = ({ id, invoice_number: present }: Order, changes: Changes, seq: number): string => {
  const later = (field: string): Change | undefined =>
    changes.all(`order/${id}`, field).find((change) => change.seq > seq);
  const [renumbered, last] = [later('invoice.number'), changes.of(`order/${id}`, 'invoice.number')];
  if (renumbered === undefined || last === undefined) return present;
  const prefix = later('invoice.prefix')?.before ?? present.slice(0, -String(last.after).length);
  return `${String(prefix)}${String(renumbered.before)}`;
};

function* ofInvoices({ order }: TimelineParts, changes: Changes, { texts }: TimelineWords): Generator<TimelineStep> {
  for (const [at, { number, date }] of (order.invoices ?? []).entries()) {
    const by = changes.of(`order/${order.id}`, `partials.${at + 1}`);
    yield step({ key: `invoiced-${number}`, date, text: texts.invoiced(number), by });
  }
  if (order.invoices !== undefined) return;
  const object = `issued_invoice/${order.id}`;
  for (const by of [...changes.all(object, ''), ...changes.all(object, 'issuedMs')]) {
    const text = texts.invoiced(invoiceNumberAt(order, changes, by.seq));
    yield step({ key: `invoiced-${by.seq}`, date: by.date, text, by });
  }
}

function* ofOrder(
  { order }: TimelineParts,
  changes: Changes,
  { texts, money }: TimelineWords,
): Generator<TimelineStep> {
  const object = `order/${order.id}`;
  const placed = { key: 'placed', date: order.creation_date, text: texts.placed(money(placedTotal(order))) };
  yield step({ ...placed, by: changes.of(object) });
  for (const change of changes.all(object, 'states.payment')) {
    const came = changes.beside(change, object, 'receivedMinor')?.after;
    const text =
      change.after === 'PAYMENT_RECEIVED'
        ? texts.paid(typeof came === 'number' ? money(came / minorUnit(order)) : '')
        : texts.unpaid;
    yield step({ key: `payment-${change.seq}`, date: change.date, text, by: change });
  }
  for (const change of changes.all(object, 'states.order')) {
    const { seq, date, after } = change;
    const isExpired = changes.beside(change, object, 'isExpired')?.after === true;
    const text = isExpired ? texts.expired : (texts.state as { readonly [state: string]: string })[String(after)];
    const isTakenBack = changes.beside(change, object, 'cancellation.number') !== undefined;
    const { cancellation_number: document = '' } = order;
    const more = isTakenBack && document !== '' ? texts.canceledBy(document) : '';
    yield step({ key: `state-${seq}`, date, text: text ?? String(after), more, by: change });
  }
}

function* ofParcels({ order }: TimelineParts, changes: Changes, { texts }: TimelineWords): Generator<TimelineStep> {
  for (const {
    id,
    creation_date: sent,
    delivery_date: delivered,
    provider,
    tracking_number: number,
  } of order.parcels) {
    const [object, field] = [`order/${order.id}`, `parcels.${id}`];
    const by = changes.of(object, field);
    yield step({ key: `sent-${id}`, date: sent, text: texts.sent(id, provider), more: number, by });
    if (delivered === undefined) continue;
    const text = texts.delivered(id);
    yield step({ key: `delivered-${id}`, date: delivered, text, by: changes.of(object, `${field}.deliveredMs`) });
  }
}

function* ofCredits({ order }: TimelineParts, changes: Changes, words: TimelineWords): Generator<TimelineStep> {
  const { texts, money, pieces, nameOf } = words;
  const object = `order/${order.id}`;
  // The record of changes numbers credits within their cart, and has an edit as the cart that it makes a past one.
  let [carts, credits, editSeq] = [0, 0, 0];
  for (const { id, kind, date, lines, amount, credit_note_number: note } of order.credits ?? []) {
    const what = lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ id_element: line, quantity }) => `${pieces(quantity)} × ${nameOf(line)}`);
    const off = money(amount);
    const more = joined(off === '' ? '' : texts.less(off), note === undefined ? '' : texts.creditNote(note));
    credits += 1;
    const isEdit = kind === 'edited';
    const by = isEdit
      ? changes.of(object, `past.${carts + 1}`)
      : changes.all(object, `credits.${credits}`).find(({ seq }) => seq > editSeq);
    if (isEdit) [carts, credits, editSeq] = [carts + 1, 0, by?.seq ?? editSeq];
    yield step({ key: `credit-${id}`, date, text: texts.credited[kind](what.join(', ')), more, by });
  }
}

const sumOf = (lines: readonly { readonly quantity: number }[]): number =>
  sumOfPieces(...lines.map(({ quantity }) => quantity));

function* ofReturns({ returns }: TimelineParts, changes: Changes, words: TimelineWords): Generator<TimelineStep> {
  const { texts, pieces } = words;
  for (const { id, creation_date: date, end_date: ended, by_buyer, note, state, lines, received = [] } of returns) {
    const object = `order_return/${id}`;
    const begun = { key: `return-${id}`, date, text: texts.announced(id, pieces(sumOf(lines))), more: note };
    const came = changes.of(object);
    // One that nobody announced is received in the record in which it begins.
    const ending = changes.of(object, 'state');
    const isUnannounced = state === 'received' && ended === date && ending === undefined;
    if (!isUnannounced) yield step({ ...begun, by: came, isBuyers: by_buyer === 1 });
    if (ended === undefined) continue;
    const text = state === 'withdrawn' ? texts.withdrawn(id) : texts.received(id, pieces(sumOf(received)));
    yield step({ key: `return-${id}-${state}`, date: ended, text, by: ending ?? came });
  }
}

function* ofRefunds(
  { order, refunds }: TimelineParts,
  changes: Changes,
  words: TimelineWords,
): Generator<TimelineStep> {
  const { texts, money } = words;
  if (refunds === undefined) {
    for (const { id, date, amount, state } of order.refunds ?? [])
      yield step({ key: `refund-${id}`, date, text: texts.refund(id, money(amount)), more: texts.refundStates[state] });
    return;
  }
  for (const { id, amount, state, creation_date: date, end_date: ended, failure, note } of refunds) {
    const object = `refund/${id}`;
    const text = texts.refund(id, money(amount));
    const [made, moved] = [changes.of(object), changes.all(object, 'state')];
    const isOneStep = moved.length === 0 && ended === date;
    const first = isOneStep ? state : 'asked';
    yield step({ key: object, date, text, more: joined(texts.refundStates[first], note), by: made });
    // Without the record of changes its end alone is known.
    const steps = moved.map((change) => ({ at: change.date, to: String(change.after), by: change }));
    const known = steps.length > 0 || isOneStep || ended === '' ? steps : [{ at: ended, to: state, by: undefined }];
    for (const [index, { at, to, by }] of known.entries()) {
      const said = (texts.refundStates as { readonly [state: string]: string })[to] ?? to;
      const more = joined(said, index === known.length - 1 && to === 'failed' ? failure : '');
      yield step({ key: `${object}-${index}`, date: at, text, more, by });
    }
  }
}

/** Oldest first; what has one moment, as an order goes. */
export const timelineOf = (parts: TimelineParts, words: TimelineWords): readonly TimelineStep[] => {
  const changes = new Changes(parts.changes);
  const placedSeq = changes.of(`order/${parts.order.id}`)?.seq ?? 0;
  const steps = [ofOrder, ofInvoices, ofParcels, ofReturns, ofCredits, ofRefunds].flatMap((read) => {
    // What nobody is known of comes after what came before it.
    let seq = placedSeq;
    return [...read(parts, changes, words)].map((one) => ({ one, seq: (seq = one.by?.seq ?? seq) }));
  });
  return steps
    .toSorted((a, b) => (a.one.date < b.one.date ? -1 : a.one.date > b.one.date ? 1 : a.seq - b.seq))
    .map(({ one }) => one);
};
