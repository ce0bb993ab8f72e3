// A shop with goods in stock and one order of them, for examples of edits.
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { AddToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import { removeLine, setQuantity } from '../../../src/domain/cart/line-quantity.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { beginEdit } from '../../../src/domain/orders/begin-edit.ts';
import type { OpenEdit } from '../../../src/domain/orders/begin-edit.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { commitEdit } from '../../../src/domain/orders/commit-edit.ts';
import { issueInvoice } from '../../../src/domain/orders/issue-documents.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { createBuiltIns } from '../../../src/domain/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { PIECE } from '../cart/plain-elements.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, openSession, seeded, seededShop } from '../seeded-shop.ts';

/** The cart, in which one line has this besides. */
export const changedLine = (cart: Cart, lineId: number, more: Partial<Line>): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.id === lineId ? { ...line, ...more } : line)),
});

const STOCKED = { managed: true, stock: '9' };

/** Products 1 to 5 at 10, 20, 3.335, 5 and 5, nine of each; of the last two more than nine are sold. */
const PRODUCTS = [
  ...['10', '20', '3.335'].map((price) => seeded(price, 'default', STOCKED)),
  ...['5', '5'].map((price) => seeded(price, 'default', { ...STOCKED, override: true })),
];

type Pieces = readonly (readonly [productId: number, pieces: number])[];

interface Begun {
  readonly rules?: Partial<ShopRules>;
  readonly pieces?: Pieces;
  /** Changes the cart before it is ordered. */
  readonly before?: (tx: Transaction, sessionId: number) => Result<unknown>;
}

export type Committing = Partial<Parameters<typeof commitEdit>[1]>;

/** The order has three pieces of product 1 and two of product 2, in lines 1 and 2, unless `pieces` says otherwise. */
export class EditedOrder {
  readonly shop: MemoryShop;
  readonly orderId: number;

  constructor({
    rules = {},
    pieces = [
      [1, 3],
      [2, 2],
    ],
    before,
  }: Begun = {}) {
    this.shop = seededShop(rules, PRODUCTS, []);
    const sessionId = openSession(this.shop);
    for (const [productId, many] of pieces) good(this.add(sessionId, productId, many));
    if (before !== undefined) this.run((tx) => before(tx, sessionId));
    this.orderId = this.run((tx) => checkout(tx, sessionId)).orderId;
  }

  run<T>(decide: (tx: Transaction) => Result<T>): T {
    return good(this.shop.transact(decide));
  }

  get order(): Order {
    return this.shop.state('order', this.orderId);
  }

  session(id: number): Session {
    return this.shop.state('session', id);
  }

  /** Pieces of products 1 to 4 that are left in stock; the stock items have the same ids. */
  stock(): readonly number[] {
    return [1, 2, 3, 4].map((id) => this.shop.state('stock', id).quantityMilli / 1000);
  }

  /** Line id → pieces. */
  lines(): readonly (readonly [lineId: number, pieces: number])[] {
    return this.order.cart.lines.map(({ id, quantityMilli }) => [id, quantityMilli / 1000] as const);
  }

  /** The session of an edit that begins. */
  begin(): number {
    return this.run((tx) => beginEdit(tx, { orderId: this.orderId, ifSeq: undefined, by: 0 })).id;
  }

  add(sessionId: number, productId: number, pieces: number, more: Partial<AddToCart> = {}): Result<void> {
    const quantityMilli = (pieces * 1000) as Milli;
    return this.shop.transact((tx) => addToCart(tx, { ...PIECE, sessionId, productId, quantityMilli, ...more }));
  }

  /** Pieces of a line; 0 removes it. */
  set(sessionId: number, lineId: number, pieces: number): Result<void> {
    const quantityMilli = (pieces * 1000) as Milli;
    return this.shop.transact((tx) =>
      pieces === 0 ? removeLine(tx, sessionId, lineId) : setQuantity(tx, { sessionId, lineId, quantityMilli }),
    );
  }

  /** Issues its invoice, as a document of the text x. */
  issue(): void {
    const document = { language: 'de_DE', format: 'html', data: 'x', bytes: 'x' } as const;
    this.run((tx) => issueInvoice(tx, this.orderId, document));
  }

  /** From here on, the messages of this webhook wait, and `told` has them. */
  listen(name: string): void {
    this.run(createBuiltIns);
    const more = { url: 'https://a.example', parameter: '', rotateSecret: false };
    this.run((tx) => updateWebhook(tx, name, more));
  }

  /** The parameters of all messages that wait, oldest first. */
  told(): readonly unknown[] {
    return this.shop.ids('message').map((id) => this.shop.state('message', id).parameters);
  }

  /** The edit of a session, by channel 7, without anything that the caller has seen. */
  commit(sessionId: number, more: Committing = {}, within = (tx: Transaction) => tx): Result<number> {
    return this.shop.transact((tx) => {
      const session = tx.read('session', sessionId)!;
      const edit: OpenEdit = { id: sessionId, session, edits: session.edits! };
      return commitEdit(within(tx), { edit, ifSeq: undefined, expectedMinor: undefined, reason: '', by: 7, ...more });
    });
  }
}
