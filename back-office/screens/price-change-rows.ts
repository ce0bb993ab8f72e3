// What becomes of a product's prices in a list when they change by a share.
import type { PriceSent, SheetRow } from './price-sheet-data.ts';

/** The price that is changed: the list's own ones, or the usual one. */
export type Basis = 'list' | 'attribute';

export interface PriceChanged {
  readonly row: SheetRow;
  readonly from: number;
  readonly before: number;
  readonly price: number;
  readonly sent: PriceSent;
}

/** `compares`: the usual price is struck through. */
export const changedPrices = (
  row: SheetRow,
  basis: Basis,
  compares: boolean,
  changed: (price: number) => number,
): readonly PriceChanged[] => {
  const one = (from: number, before: number, compareAt: number | undefined): PriceChanged => {
    const price = changed(before);
    const sent = { id_shopobject: row.id, from_quantity: from, price, compare_at: compareAt ?? null };
    return { row, from, before, price, sent };
  };
  if (row.isGone) return [];
  if (basis === 'list')
    return row.tiers.map(({ from_quantity: from, price, compare_at: compareAt }) => one(from, price, compareAt));
  if (row.attribute === undefined) return [];
  const struck = row.tiers.find(({ from_quantity: from }) => from === 0)?.compare_at;
  return [one(0, row.attribute, compares ? row.attribute : struck)];
};
