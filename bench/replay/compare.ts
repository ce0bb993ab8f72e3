// Compares what the shop says with what the file says. Every figure of a reply is taken as text, never calculated with.

import { MINOR_DECIMALS, PRICE_DECIMALS, QUANTITY_DECIMALS, formatDecimal, parseDecimal } from './decimal.ts';
import type { Sale, SaleLine } from './plan.ts';

/** An order as read back. */
export interface Comparison {
  /** Undefined when the order carries no readable sum. */
  readonly sumMinor: bigint | undefined;
  /** One sentence each; empty when the order is the invoice. */
  readonly differences: readonly string[];
}

/** Compares an order with its invoice: note, state, sum, total and every line. */
export const compareOrder = (
  order: unknown,
  sale: Sale,
  productIds: ReadonlyMap<string, number>,
  state: 'OPEN' | 'CANCELED' = 'OPEN',
): Comparison => {
  const differences: string[] = [];
  const differ: Differ = (what, expected, found) => {
    differences.push(`${sale.note}: ${what} is ${shown(found)}, should be ${expected}`);
  };
  const read = membersOf(order);
  const cart = membersOf(read['cart']);
  const sumMinor = parseDecimal(shown(cart['sum']), MINOR_DECIMALS);
  if (read['order_note'] !== sale.note) differ('order_note', sale.note, read['order_note']);
  if (read['order_state'] !== state) differ('order_state', state, read['order_state']);
  if (sumMinor !== sale.sumMinor) differ('cart.sum', money(sale.sumMinor), cart['sum']);
  // What is to be paid; an extra member that another shop may not have.
  if (cart['total'] !== undefined && parseDecimal(shown(cart['total']), MINOR_DECIMALS) !== sale.sumMinor) {
    differ('cart.total', money(sale.sumMinor), cart['total']);
  }
  const lines: readonly unknown[] = Array.isArray(cart['contents']) ? cart['contents'] : [];
  if (lines.length !== sale.lines.length) differ('the number of lines', String(sale.lines.length), lines.length);
  else {
    sale.lines.forEach((line, index) => {
      const differInLine: Differ = (member, expected, found) => differ(`line ${index + 1} ${member}`, expected, found);
      compareLine(line, membersOf(lines[index]), productIds, differInLine);
    });
  }
  return { sumMinor: typeof sumMinor === 'bigint' ? sumMinor : undefined, differences };
};

/** Whether a product's availability.quantity is this number of units. */
export const quantityIs = (product: unknown, units: bigint): boolean =>
  parseDecimal(quantityText(product), QUANTITY_DECIMALS) === units * 10n ** BigInt(QUANTITY_DECIMALS);

/** A product's availability.quantity as a message may show it. */
export const quantityText = (product: unknown): string =>
  shown(membersOf(membersOf(product)['availability'])['quantity']);

/** A sum as text, with its two decimals. */
export const money = (sumMinor: bigint): string => formatDecimal(sumMinor, MINOR_DECIMALS, MINOR_DECIMALS);

type Differ = (what: string, expected: string, found: unknown) => void;
type Members = Readonly<Record<string, unknown>>;

const compareLine = (line: SaleLine, read: Members, productIds: ReadonlyMap<string, number>, differ: Differ): void => {
  const { product, quantityMilli, sumMinor } = line;
  const text = (member: string, expected: string): void => {
    if (shown(read[member]) !== expected) differ(member, expected, read[member]);
  };
  const figure = (member: string, decimals: number, expected: bigint): void => {
    if (parseDecimal(shown(read[member]), decimals) !== expected)
      differ(member, formatDecimal(expected, decimals), read[member]);
  };
  text('type', 'PRODUCT');
  text('id_product', String(productIds.get(product.name)));
  text('name', product.name);
  figure('quantity', QUANTITY_DECIMALS, quantityMilli);
  figure('price', PRICE_DECIMALS, product.priceE4);
  figure('sum_price', MINOR_DECIMALS, sumMinor);
};

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

// A double of at most 15 digits prints as the decimal that was sent; a sum spoilt by float arithmetic prints its spoilt
// digits.
const shown = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'absent')).slice(
    0,
    80,
  );
