// Money that goes back, pieces that come back and their documents, among faults: brings what a payment provider does
// and what staff say of it, and claims what credit-claims.ts and return-claims.ts say after every record. Claims of its
// own: a provider is asked for refunds that are on the disk, gives back for each payment no more than refunds of the
// shop were for, and a refund that it says is done it has paid; a document is, byte for byte, what it was when it was
// issued first.
import type { IndexOf } from '../../src/domain/kind-types.ts';
import { invoiceNumberOf } from '../../src/domain/orders/invoice-number.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { Payment } from '../../src/domain/orders/payment.ts';
import type { Refund } from '../../src/domain/orders/refund.ts';
import { refundKey } from '../../src/domain/orders/take-refund.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { RefundRequest } from '../../src/kernel/payment-provider.ts';
import type { Payments } from '../../src/operations/context/payment-services.ts';
import type { Seeded } from '../engine/seeded.ts';
import type { Claim } from './claims.ts';
import type { Counts } from './counts.ts';
import { wrongCredits, wrongMoney, wrongNotes, wrongPieces, wrongReports } from './credit-claims.ts';
import { EditClaims } from './edit-claims.ts';
import { OrderEdits } from './order-edits.ts';
import type { SendCall } from './order-edits.ts';
import { RefundProvider } from './refund-provider.ts';
import { ReturnedStock } from './return-claims.ts';
import { CARD_METHOD } from './simulated-shop.ts';
import type { Answer, Life, SentCall } from './simulated-shop.ts';
import type { Reply } from './replies.ts';

type Found = (claim: Claim, holds: boolean, message: () => string) => void;

/** Records between two looks at reports that no order has changed, which a start has made anew. */
const EVERY = 40;
const DOCUMENTS: ReadonlySet<string> = new Set(['get_invoice', 'get_credit_note', 'get_cancellation_invoice']);

interface Refunds {
  readonly id: number;
  readonly refund: Refund;
}

const refundsIn = ({ tables: { refund: table } }: Engine): Refunds[] => {
  const all: Refunds[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const refund = table.peek(id) as Refund | undefined;
    if (refund !== undefined) all.push({ id, refund });
  }
  return all;
};

/** What refunds of other orders gave an order in exchanges. */
const exchangedTo = (refunds: readonly Refund[], orderId: number): number =>
  refunds.reduce(
    (sum, { to, transaction, state, countedMinor }) =>
      to === 'exchange' && transaction === `order-${orderId}` && state === 'done' ? sum + countedMinor : sum,
    0,
  );

export class AfterSale {
  readonly provider: RefundProvider;
  private readonly counts: Counts;
  private readonly claim: Found;
  private readonly durableSeq: () => number;
  private readonly edits: OrderEdits;
  private readonly editClaims: EditClaims;
  private life: Life | undefined;
  private stock: ReturnedStock | undefined;
  /** Document → the reply that showed it first. */
  private readonly shown = new Map<string, string>();

  constructor(chance: Seeded, counts: Counts, durableSeq: () => number, claim: Found) {
    this.counts = counts;
    this.claim = claim;
    this.durableSeq = durableSeq;
    this.provider = new RefundProvider(chance, (request) => this.heard(request));
    this.edits = new OrderEdits(chance, counts);
    this.editClaims = new EditClaims(counts, claim);
  }

  /** The methods of a shop, of which the page of cards gives money back. */
  payments(of: Payments): Payments {
    const page = this.provider.of(of.provider(CARD_METHOD)!);
    return { ...of, provider: (id) => (id === CARD_METHOD ? page : of.provider(id)) };
  }

  /** A life begins with what is on the disk. */
  begin(life: Life): void {
    this.life = life;
    this.stock = new ReturnedStock(life.engine);
    this.editClaims.begin(life.engine);
    this.checkOrders(life.engine, this.ordersOf(life.engine));
    this.checkDocuments(life.engine);
  }

  private ordersOf({ tables: { order } }: Engine): number[] {
    return Array.from({ length: order.nextId - 1 }, (_, at) => at + 1).filter((id) => order.peek(id) !== undefined);
  }

  /** Before anything is given. */
  private heard({ key, reference, amountMinor }: RefundRequest): void {
    const { engine } = this.life!;
    const asked = refundsIn(engine).find(({ id, refund }) => refundKey(id, refund) === key);
    this.claim('provider', asked !== undefined, () => `${amountMinor} is asked for with ${key}, which no refund has`);
    if (asked === undefined) return;
    const seq = engine.tables.refund.get(asked.id)!.seq;
    this.claim('provider', seq <= this.durableSeq(), () => `refund ${asked.id} of record ${seq} is not on the disk`);
    const isSame = asked.refund.amountMinor === amountMinor;
    this.claim('provider', isSame, () => `refund ${asked.id} of ${asked.refund.amountMinor} asks for ${amountMinor}`);
    this.claim('provider', reference !== '', () => `refund ${asked.id} names no payment`);
  }

  /** Somebody edits an order, or the provider does something and tells of it; somebody looks into its pages. */
  bring(life: Life, chance: Seeded, returns: readonly number[], send: SendCall): void {
    if (chance.chance(0.5)) return this.edits.bring(life.engine, returns, send);
    const stuck = refundsIn(life.engine).filter(
      ({ refund: { state, to, nextMs } }) =>
        to === 'payment' && (state === 'pending' || (state === 'asked' && nextMs < 0)),
    );
    if (stuck.length > 0 && chance.chance(0.3)) return this.settle(chance.of(stuck), send);
    const notice = this.provider.next();
    if (notice === undefined) return;
    for (let times = chance.of([1, 1, 2]); times > 0; times -= 1) life.tell(notice, () => {});
  }

  /** What the provider's pages say of it. */
  private settle({ id, refund }: Refunds, send: SendCall): void {
    const given = this.provider.given.find(({ key }) => key === refundKey(id, refund));
    if (given?.state === 'pending') return;
    this.counts.settled += 1;
    const state = given?.state ?? 'failed';
    send({ request: 'settle_refund', params: { id_refund: id, state }, secret: true, key: '' });
  }

  /** Looks at a record that the engine has applied. */
  check(engine: Engine, seq: number, events: readonly KindEvent[], isByHand: boolean): void {
    this.editClaims.check(engine, seq, events);
    const orders = new Set<number>();
    for (const { kind, id, event } of events) {
      if (kind === 'order') orders.add(id);
      if (event.type === 'order_credited') this.counts.credits += 1;
      if (event.type === 'return_received') this.counts.returns += 1;
      if (kind !== 'refund') continue;
      const refund = engine.tables.refund.peek(id) as Refund;
      orders.add(refund.orderId);
      if (event.type === 'refund_made' && refund.state === 'done') this.counts.refunds += 1;
      if (event.type === 'refund_moved' && refund.state === 'done') this.checkPaid(id, refund, isByHand);
    }
    if (orders.size > 0) this.checkOrders(engine, orders);
    this.stock?.check(events, (wrong) => this.claim('stock', false, () => wrong));
    if (orders.size > 0 || this.counts.records % EVERY === 0) this.checkDocuments(engine);
  }

  private checkPaid(id: number, refund: Refund, isByHand: boolean): void {
    this.counts.refunds += 1;
    this.counts.paidBack += 1;
    if (refund.origin !== 'shop' || isByHand) return;
    const key = refundKey(id, refund);
    const paid = this.provider.given.filter((one) => one.key === key && one.amountMinor === refund.amountMinor);
    this.claim('provider', paid.length === 1, () => `refund ${id} is done, and was paid ${paid.length} times`);
  }

  private checkOrders(engine: Engine, ids: Iterable<number>): void {
    const refunds = refundsIn(engine).map(({ refund }) => refund);
    for (const id of ids) {
      const order = engine.tables.order.peek(id) as Order | undefined;
      if (order === undefined) continue;
      const own = refunds.filter(({ orderId }) => orderId === id);
      for (const [claim, wrong] of [
        ['pieces', wrongPieces(order)],
        ['credits', wrongCredits(order)],
        ['refunds', wrongMoney(order, own, exchangedTo(refunds, id))],
      ] as const)
        this.claim(claim, wrong === '', () => `order ${id}: ${wrong}`);
    }
    this.checkProvider(engine, refunds);
  }

  /** What the provider gave back because it was asked to is no more than the refunds of its payment. */
  private checkProvider({ tables: { payment } }: Engine, refunds: readonly Refund[]): void {
    const byShop = this.provider.given.filter(({ key, state }) => key !== '' && state !== 'failed');
    for (const reference of new Set(byShop.map((given) => given.reference))) {
      const { named } = payment.index as IndexOf<'payment'>;
      const id = named.call(payment.index, CARD_METHOD, reference);
      const { amountMinor } = payment.peek(id ?? 0) as Payment;
      const paid = byShop.reduce((sum, one) => sum + (one.reference === reference ? one.amountMinor : 0), 0);
      const asked = refunds.reduce(
        (sum, one) => sum + (one.paymentId === id && one.origin === 'shop' ? one.amountMinor : 0),
        0,
      );
      const most = Math.min(asked, amountMinor);
      this.claim('provider', paid <= most, () => `${paid} of payment ${id} went back, of ${asked} and ${amountMinor}`);
    }
  }

  private checkDocuments(engine: Engine): void {
    for (const [claim, wrong] of [
      ['notes', wrongNotes(engine)],
      ['reports', wrongReports(engine)],
    ] as const)
      this.claim(claim, wrong === '', () => wrong);
  }

  /** A reply about an edit or with a document. */
  checkReply(call: SentCall, text: string, reply: Reply, made: Answer['made']): void {
    const { request, params } = call;
    if (request === 'commit_order_edit') return this.editClaims.checkReply(this.life!.engine, call, reply, made);
    if (!DOCUMENTS.has(request) || params['args'] !== undefined || params['language'] !== undefined) return;
    const { id_order: orderId, id_credit: creditId = 0, format = 'html' } = params;
    const invoice = request === 'get_invoice' ? this.invoiceIn(Number(orderId), text) : '';
    if (invoice === undefined) return;
    const of = `${request} ${String(orderId)} ${String(creditId)} ${String(format)} ${invoice}`;
    const first = this.shown.get(of);
    if (first === undefined) {
      if (request === 'get_credit_note') this.counts.creditNotes += 1;
      this.shown.set(of, text);
    } else this.claim('notes', first === text, () => `${of} reads otherwise than it did`);
  }

  /** Number of the order's invoice that a text shows: edits give it others. Undefined: it cannot be said. */
  private invoiceIn(orderId: number, text: string): string | undefined {
    const order = this.life!.engine.tables.order.peek(orderId) as Order | undefined;
    if (order === undefined) return undefined;
    if (order.past.length === 0 && !order.isInvoicedByParcel) return invoiceNumberOf(order);
    const invoices = order.isInvoicedByParcel ? order.partials : [...order.past, order];
    const numbers = invoices.map((one) => invoiceNumberOf(one));
    return numbers.toReversed().find((number) => text.includes(number));
  }

  /** Persons are erased: what is kept about them may be gone. */
  forget(): void {
    this.shown.clear();
  }
}
