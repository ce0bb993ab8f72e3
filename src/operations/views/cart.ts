// The cart as clients read it (S 2.7, W §2.4, Decision 23-29).
import type { Cart, Line } from '../../domain/cart.ts';
import { totalsOf } from '../../domain/cart.ts';
import { decimal } from '../../domain/money.ts';
import type { Session } from '../../domain/session.ts';
import type { Json } from '../../kernel/json.ts';
import { Keyed, Raw, toJson } from '../../kernel/json.ts';
import type { Actor } from '../../engine/table.ts';
import { dateTime, price, quantity, rate } from './format.ts';

const NO_CHILDREN: ReadonlyMap<number, readonly Line[]> = new Map();
const MEASURES = ['sys_weight', 'sys_length', 'sys_width', 'sys_height'] as const;

const attribute = (name: string, value: string | number): readonly [string, Json] => [name, { name, value }];

const lineAttributes = (line: Line): Keyed =>
  new Keyed([
    attribute('sys_tax', rate(line.rate)),
    ...MEASURES.flatMap((name, at) => {
      const measure = line.measures[at];
      return measure === undefined ? [] : [attribute(name, measure)];
    }),
    ...line.attributes.map(([name, value]) => attribute(name, value)),
  ]);

const viewLine = (line: Line, children: ReadonlyMap<number, readonly Line[]>, digits: number): Json => {
  const nested = children.get(line.id);
  return {
    type: line.type,
    id: line.id,
    id_product: line.productId,
    element_number: line.elementNumber,
    quantity: quantity(line.quantity),
    price: price(line.price),
    sum_price: decimal(line.sum, digits),
    tax: decimal(line.tax, digits),
    sum_tax: decimal(line.sumTax, digits),
    name: line.name,
    description: line.description,
    attributes: lineAttributes(line),
    ...(nested !== undefined && {
      sub_elements: { contents: nested.map((child) => viewLine(child, children, digits)) },
    }),
  };
};

/** A line that has no lines below it, as text that is kept while it stays the same. */
const keptLine = (line: Line, digits: number): Json => {
  line.memo ??= new Raw(toJson(viewLine(line, NO_CHILDREN, digits)));
  return line.memo as Raw;
};

const childrenOf = (lines: readonly Line[]): Map<number, Line[]> => {
  const children = new Map<number, Line[]>();
  for (const line of lines) {
    if (line.parentId === 0) continue;
    const siblings = children.get(line.parentId);
    if (siblings === undefined) children.set(line.parentId, [line]);
    else siblings.push(line);
  }
  return children;
};

/** All members but `object`; `inserted` is the line that add_to_cart made or raised. */
export const cartMembers = (cart: Cart, digits: number, inserted?: number): { readonly [name: string]: Json } => {
  const { delivery, total, sumTax, taxPositions } = totalsOf(cart);
  const children = childrenOf(cart.lines);
  const money = (minor: number): number => decimal(minor, digits);
  return {
    creation_date: dateTime(cart.createdMs),
    sum: money(cart.sum),
    ...(inserted !== undefined && { last_inserted_element_id: inserted }),
    contents: cart.lines
      .filter(({ parentId }) => parentId === 0)
      .map((line) => (children.has(line.id) ? viewLine(line, children, digits) : keptLine(line, digits))),
    coupons: { sum: 0, positions: [] },
    delivery_costs: {
      sum: money(delivery),
      positions: cart.delivery.map((one) => ({ name: one.name, price: money(one.price), tax: rate(one.rate) })),
    },
    total: money(total),
    sum_tax: money(sumTax),
    tax_positions: taxPositions.map((one) => ({
      rate: rate(one.rate),
      net: money(one.net),
      tax: money(one.tax),
      gross: money(one.gross),
    })),
  };
};

/** The cart of a session; its text is kept until the session changes. */
export const viewCart = (actor: Actor, digits: number): Json => {
  actor.memo ??= new Raw(toJson({ object: 'cart', ...cartMembers((actor.state as Session).cart, digits) }));
  return actor.memo as Raw;
};
