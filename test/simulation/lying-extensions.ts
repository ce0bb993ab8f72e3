// Extensions that lie, hang and fail, among faults: prices below nothing or of another type, codes that are none, an
// answer after the shop's own end. Claims: an order is placed with the very cart and details that they had nothing
// against, its lines cost what was asked by right, the attribute that its checkout gives it and the names in its record
// are what they said, and a lie leaves no trace. Each start has other ones, or none: what is read again has to be the
// same (the claim `state`).
import { calculate } from '../../src/domain/calculation/calculate.ts';
import { DETAIL_FIELDS, fieldOf } from '../../src/domain/cart/order-details.ts';
import type { OrderDetails } from '../../src/domain/cart/order-details.ts';
import type { OrderReturn } from '../../src/domain/orders/order-return.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { Session } from '../../src/domain/cart/session.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Cause, KindEvent } from '../../src/engine/journal/record.ts';
import type {
  Answered,
  AnsweredBy,
  ExtensionPoint,
  Extensions,
  NamedAsk,
  ReadAnswer,
} from '../../src/kernel/extensions.ts';
import type { Seeded } from '../engine/seeded.ts';
import type { Claim } from './claims.ts';
import type { Counts } from './counts.ts';
import { Life } from './simulated-shop.ts';
import type { MadeRecord } from './simulated-shop.ts';
import { turns } from './turns.ts';

type Found = (claim: Claim, holds: boolean, message: () => string) => void;

interface ShownLine {
  readonly id: number;
  readonly quantity: number;
  readonly sum_price: number;
  readonly sub_elements?: { readonly contents: readonly ShownLine[] };
}

interface Question {
  readonly cart?: {
    readonly sum: number;
    readonly total: number;
    readonly contents: readonly ShownLine[];
    readonly promotions?: readonly { readonly id: number; readonly amount: number }[];
  };
  readonly details?: { readonly [member: string]: unknown };
}

/** What was said to a call, once the shop has read it. */
interface Said {
  readonly point: ExtensionPoint;
  readonly by: AnsweredBy;
  readonly question: Question;
  /** Undefined: nothing, or no answer. */
  readonly answer: object | undefined;
  readonly failure: string;
}

/** What a checkout was told, the attribute that it gave its draft, and that draft. */
interface Checkout {
  readonly said: readonly Said[];
  readonly given: string | undefined;
  readonly draft: OrderDetails;
}

const POINTS = ['line_price', 'cart_check', 'checkout_check', 'order_attributes'] as const;
const NAME = 'liar';
/** Turns until an answer is too late. */
const HANGS = 60;
export const ATTRIBUTE = 'own_route';

/** What is no answer at any point. */
const LIES: readonly unknown[] = [
  7,
  'yes',
  [],
  { minor: -5, refuse: 'no' },
  { minor: 1.5, refuse: 7 },
  { minor: '100', refuse: '' },
  { minor: 1e15, refuse: 'A'.repeat(61) },
  { price: 1, currency: 'USD', [ATTRIBUTE]: { deep: 1 } },
];

const ANSWERS: { readonly [point in (typeof POINTS)[number]]: (chance: Seeded) => unknown } = {
  // In a currency of its own: a price counts in that of the cart.
  line_price: (chance) => ({ minor: chance.below(900), ...(chance.chance(0.2) && { currency: 'USD' }) }),
  cart_check: () => ({ refuse: 'NOT_SO' }),
  checkout_check: () => ({ refuse: 'NOT_SO', detail: 'Not so.' }),
  order_attributes: (chance) => ({ [ATTRIBUTE]: chance.of(['north', 'south']) }),
};

type LineKey = readonly [id: number, pieces: number, minor: number];

const textOf = (lines: readonly LineKey[]): string => JSON.stringify([...lines].sort(([a], [b]) => a - b));

const flat = (lines: readonly ShownLine[]): LineKey[] =>
  lines.flatMap(({ id, quantity, sum_price: sum, sub_elements: below }) => [
    [id, quantity, Math.round(sum * 100)] as const,
    ...flat(below?.contents ?? []),
  ]);

/** Lines of goods, promotions and the total, as a question shows them and as an order has them. */
const shownCart = ({ cart }: Question): string =>
  [
    textOf(flat(cart?.contents ?? [])),
    ...(cart?.promotions ?? []).map(({ id, amount }) => `${id} ${Math.round(amount * 100)}`),
    Math.round((cart?.total ?? 0) * 100),
  ].join();
const placedCart = ({ cart }: Order): string =>
  [
    textOf(
      cart.lines
        .filter(({ type }) => type !== 'DELIVERY_COSTS')
        .map(({ id, quantityMilli, sumMinor }) => [id, quantityMilli / 1000, sumMinor] as const),
    ),
    ...cart.promotions.map(({ id, usedMinor }) => `${id} ${usedMinor}`),
    calculate(cart).totalMinor,
  ].join();

/** Methods and what the buyer has entered, as a question shows them and as a draft has them. */
const shownDetails = ({ details = {} }: Question): string =>
  JSON.stringify([
    ...['payment', 'delivery'].map((kind) => (details[`order_${kind}_method`] as { readonly id: number }).id),
    ...DETAIL_FIELDS.map((name) => details[name]),
  ]);
const draftDetails = (draft: OrderDetails): string =>
  JSON.stringify([draft.paymentMethodId, draft.deliveryMethodId, ...DETAIL_FIELDS.map((name) => fieldOf(draft, name))]);

/** The attribute that a record gives a draft. */
const givenIn = (events: readonly KindEvent[]): string | undefined =>
  events
    .filter(({ event: { type } }) => type === 'draft_details_set')
    .map(({ event }) => (event as unknown as Pick<OrderDetails, 'attributes'>).attributes?.[ATTRIBUTE])
    .find((value) => value !== undefined);

export class LyingExtensions implements Extensions {
  private readonly chance: Seeded;
  private readonly counts: Counts;
  private readonly claim: Found;
  private points: ReadonlySet<ExtensionPoint> = new Set();
  private maySkip = false;
  private version = 0;
  /** By call: everything that it was told. */
  private readonly said = new WeakMap<MadeRecord[], Said[]>();

  constructor(chance: Seeded, counts: Counts, claim: Found) {
    this.chance = chance;
    this.counts = counts;
    this.claim = claim;
  }

  /** A life begins with others. */
  begin(): void {
    const { chance } = this;
    this.points = new Set(chance.chance(0.3) ? [] : POINTS.filter(() => chance.chance(0.6)));
    this.maySkip = chance.chance(0.5);
    this.version += 1;
  }

  has(point: ExtensionPoint): boolean {
    return this.points.has(point);
  }

  mayAnswer(): boolean {
    return true;
  }

  async ask<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): Promise<readonly Answered<A>[]> {
    const { chance, maySkip } = this;
    const by = [NAME, String(this.version)] as const;
    // A reload while somebody waits.
    if (chance.chance(0.05)) this.version += 1;
    const mood = chance.next();
    await turns(mood < 0.05 ? HANGS : chance.below(6));
    this.counts.asked += 1;
    const given =
      mood < 0.05
        ? 'late'
        : mood < 0.2
          ? read(chance.of(LIES))
          : mood < 0.7
            ? undefined
            : read(ANSWERS[point as (typeof POINTS)[number]](chance));
    const failure = typeof given === 'string' ? given : '';
    if (failure !== '') this.counts.lies += 1;
    const answer = typeof given === 'string' ? undefined : given;
    const call = Life.calls.getStore();
    if (call !== undefined) {
      const said = this.said.get(call) ?? [];
      said.push({ point, by, question: JSON.parse(question) as Question, answer, failure });
      this.said.set(call, said);
    }
    return [{ by, answer, failure, maySkip: failure !== '' && maySkip }];
  }

  askNamed<A extends object>({ name }: NamedAsk<A>): Promise<Answered<A>> {
    return Promise.resolve({ by: [name, ''], answer: undefined, failure: 'there is none', maySkip: false });
  }

  list(): readonly never[] {
    return [];
  }

  reload(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Looks at a record that the engine has applied. */
  check(engine: Engine, events: readonly KindEvent[], { operation }: Cause): void {
    const said = this.said.get(Life.calls.getStore() ?? []) ?? [];
    const given = givenIn(events);
    if (given !== undefined) this.checkGiven(engine, given, events);
    for (const { kind, id, event } of events) {
      if (event.type === 'order_placed' && operation === 'checkout') {
        const { id: sessionId } = events.find((one) => one.event.type === 'session_checked_out')!;
        const { draft } = engine.tables.session.peek(sessionId) as Session;
        this.checkOrder(id, engine.tables.order.peek(id) as Order, { said, given, draft });
      }
      if (kind === 'session' && event.type === 'line_price_answered')
        this.checkPrice(engine, id, event as unknown as { readonly lineId: number; readonly name: string }, said);
    }
  }

  /** A checkout gives the attribute to its order; an exchange begins with that of the returned order. */
  private checkGiven(engine: Engine, given: string, events: readonly KindEvent[]): void {
    const begun = events.find(({ event }) => event.type === 'return_exchange_begun');
    const isPlaced = events.some(({ event }) => event.type === 'order_placed');
    const of = begun && (engine.tables.order_return.peek(begun.id) as OrderReturn);
    const returned = of && (engine.tables.order.peek(of.orderId) as Order);
    const isCopied = returned?.details.attributes[ATTRIBUTE] === given;
    this.claim('asked', isPlaced || isCopied, () => `a draft is given ${given} by ${JSON.stringify(events)}`);
  }

  private checkOrder(id: number, order: Order, { said, given, draft }: Checkout): void {
    const goods = placedCart(order);
    const details = draftDetails(draft);
    const fits = ({ question }: Said): boolean =>
      question.details !== undefined && shownCart(question) === goods && shownDetails(question) === details;
    // The same cart may have been asked about for another shopper.
    const text = JSON.stringify(said.findLast(fits)?.question);
    const aboutIt = said.filter(({ question }) => JSON.stringify(question) === text);
    if (this.has('checkout_check')) {
      const last = aboutIt.findLast(({ point }) => point === 'checkout_check');
      const isAgreed = last !== undefined && last.answer === undefined && (last.failure === '' || this.maySkip);
      this.claim('asked', isAgreed, () => `order ${id} of ${goods} is placed: ${JSON.stringify(said)}`);
      const shown = Math.round((last?.question.cart?.sum ?? 0) * 100);
      this.claim('asked', shown === order.cart.sumMinor, () => `order ${id} has ${order.cart.sumMinor}, not ${shown}`);
    }
    const attributes = aboutIt.findLast(({ point }) => point === 'order_attributes');
    const own = order.details.attributes[ATTRIBUTE];
    // What is a lie elsewhere may be another attribute.
    const pairs = (attributes?.answer as { readonly pairs: readonly (readonly string[])[] } | undefined)?.pairs;
    const wanted = pairs?.find(([name]) => name === ATTRIBUTE)?.[1];
    // What the draft had before stays, and each way to that is claimed about where it is recorded.
    const isOwn = given === undefined ? own !== undefined || wanted === undefined : own === given && given === wanted;
    this.claim('asked', isOwn, () => `order ${id} has ${own}, was given ${given}, and ${wanted} was said`);
    const noted = aboutIt
      .filter(({ point, answer, failure }) => failure === '' && (point === 'checkout_check' || answer !== undefined))
      .filter(({ point }) => point === 'checkout_check' || point === 'order_attributes')
      .map(({ point, by }) => [point, ...by].join(' '));
    const names = order.answers.map((one) => one.join(' '));
    const isSame = JSON.stringify([...new Set(noted)].sort()) === JSON.stringify([...new Set(names)].sort());
    this.claim('asked', isSame, () => `order ${id} names ${names.join()}, and ${noted.join()} answered`);
  }

  /** A line costs what was said of it by right, or what the shop has. */
  private checkPrice(
    engine: Engine,
    id: number,
    { lineId, name }: { readonly lineId: number; readonly name: string },
    said: readonly Said[],
  ): void {
    const { cart } = engine.tables.session.peek(id) as Session;
    const line = cart.lines.find((one) => one.id === lineId);
    if (line === undefined || line.basis === null || name === '') return;
    this.counts.saidPrices += 1;
    const minor = Number(line.basis[0]) / 100;
    const isSaid = said.some(
      ({ point, answer }) =>
        point === 'line_price' && (answer as { readonly minor: number } | undefined)?.minor === minor,
    );
    this.claim('asked', isSaid, () => `a line of session ${id} costs ${minor}: ${JSON.stringify(said)}`);
  }
}
