// Whether a large cart is slower than a small one: one piece more of a line, in carts of 1 and of 1,000 lines, turn by
// turn.
import { totalsOf } from '../src/domain/cart/totals.ts';
import { addCoupons } from '../src/domain/coupons/attach-coupons.ts';
import { codesOf, createCoupons } from '../src/domain/coupons/create-coupons.ts';
import type { Milli } from '../src/domain/money.ts';
import { addToCart } from '../src/domain/cart/add-to-cart.ts';
import type { Session } from '../src/domain/cart/session.ts';
import { viewRaisedCart } from '../src/operations/views/cart.ts';
import { does, memoryEngine } from './memory-engine.ts';
import { must } from '../src/kernel/result.ts';
import { median } from './stats.ts';
import { RULES, fillShop, startSession } from '../test/engine/shop.ts';

const ROUNDS = 25;
const PER_ROUND = 400;
const RATIO_MAX = 3;
const COUPONS_MS_MAX = 3;

const engine = memoryEngine({ ...RULES, cartLinesMax: 1000 });

/** A literal, as the operation makes it: a spread object made each call 10 µs slower. */
const add = (sessionId: number, price: string, grouped: boolean): void =>
  does(engine, (tx) =>
    addToCart(tx, {
      sessionId,
      productId: 0,
      free: true,
      grouped,
      quantityMilli: 1000 as Milli,
      priceField: price,
      nameField: 'thing',
      descriptionField: '',
      language: 'de_DE',
      country: 'DE',
      taxClass: '',
      parentId: 0,
      attributes: [],
      backOffice: false,
    }),
  );

const PARTS = ['engine', 'totals', 'reply'] as const;
type Part = (typeof PARTS)[number];

class Measured {
  readonly name: string;
  readonly id = does(engine, startSession);
  readonly price: string;
  /** Microseconds at the 99th percentile of each round. */
  readonly engine: number[] = [];
  readonly totals: number[] = [];
  readonly reply: number[] = [];

  constructor(name: string, lines: number, coupons: number) {
    this.name = name;
    for (let at = 0; at < lines; at += 1) add(this.id, String(1 + at / 100), false);
    this.price = String(1 + (lines - 1) / 100);
    if (coupons === 0) return;
    const terms = {
      name: 'a little less',
      unique: true,
      percentage: true,
      amount: 73_333,
      startDay: null,
      endDay: null,
      combineable: true,
    };
    const batch = does(engine, (tx) => createCoupons(tx, { terms, count: coupons, code: undefined }));
    does(engine, (tx) =>
      addCoupons(
        tx,
        this.id,
        codesOf(engine.readContext(), batch).map((code) => ({ code, name: '' })),
      ),
    );
  }

  get cart(): Session['cart'] {
    return (engine.tables.session.peek(this.id) as Session).cart;
  }

  /** One call; the next one's, whosever it is, follows the text of this one's reply. */
  step(times: { [part in Part]: number[] }): void {
    const start = performance.now();
    add(this.id, this.price, true);
    const added = performance.now();
    const { totalMinor: total } = totalsOf(this.cart);
    const counted = performance.now();
    viewRaisedCart(this.cart, { currency: 'EUR', currencyDigits: 2 });
    const shown = performance.now();
    must(Number.isSafeInteger(total) && total > 0, 'a cart is worth something');
    times.engine.push((added - start) * 1000);
    times.totals.push((counted - added) * 1000);
    times.reply.push((shown - counted) * 1000);
  }
}

/** All of them turn by turn, so that each finds the processor's caches as the others leave them. */
const round = (measured: readonly Measured[]): void => {
  const times = measured.map(() => ({ engine: [] as number[], totals: [] as number[], reply: [] as number[] }));
  for (let at = 0; at < PER_ROUND * measured.length; at += 1) {
    // After the same one as often as after the others.
    const turn = (at + Math.floor(at / measured.length)) % measured.length;
    measured[turn]!.step(times[turn]!);
  }
  for (const [at, one] of measured.entries()) {
    for (const part of PARTS)
      one[part].push(times[at]![part].sort((a, b) => a - b)[Math.floor(times[at]![part].length * 0.99)]!);
  }
};

fillShop(engine, 10);
const [small, large, discounted] = [
  new Measured('1 line', 1, 0),
  new Measured('1,000 lines', 1000, 0),
  new Measured('1,000 lines, 10 coupons', 1000, 10),
];
const all = [small, large, discounted];
for (let at = 0; at < ROUNDS + 2; at += 1) {
  round(all);
  await engine.whenDurable(engine.headSeq);
  if (at < 2) for (const one of all) for (const part of PARTS) one[part].length = 0;
}
for (const { name, engine: own, totals, reply } of all) {
  console.log(
    `${name.padEnd(24)} p99 in µs: add_to_cart in the engine ${median(own).toFixed(1)}, totals ${median(totals).toFixed(1)}, text of the reply ${median(reply).toFixed(1)}`,
  );
}

const ratio = median(large.engine) / median(small.engine);
const couponsMs = (median(discounted.engine) + median(discounted.totals)) / 1000;
console.log(
  `1,000 lines against 1: × ${ratio.toFixed(2)}, at most ${RATIO_MAX}; 10 coupons on 1,000 lines: ${couponsMs.toFixed(2)} ms, at most ${COUPONS_MS_MAX}`,
);
process.exit(ratio <= RATIO_MAX && couponsMs <= COUPONS_MS_MAX ? 0 : 1);
