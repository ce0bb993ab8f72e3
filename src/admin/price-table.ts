// Rows of `kontor prices import`, as the process that reads the file and the shop both read them: number;
// from_quantity; price; compare_at.
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { ConfigError } from '../config/setting.ts';
import { tierOf } from '../domain/prices/given-tier.ts';
import type { TierChange } from '../domain/prices/product-prices.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { amountIn } from './table-rows.ts';
import type { TableGiven, TableKind } from './table-rows.ts';

export const PRICE_COLUMNS = ['number', 'from_quantity', 'price', 'compare_at'] as const;
/** Prices of a file: the process that reads it knows each, to find those that stand there twice. */
const PRICES_MAX = 5_000_000;

interface PriceRow {
  readonly number: string;
  readonly change: TierChange;
}

/**
 * Reads the cells of a row. Throws ConfigError where the header lacks `number` or `price`. The function returned
 * refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE.
 */
export const priceRows = (
  header: readonly string[],
  delimiter: string,
): ((cells: readonly string[]) => Result<PriceRow>) => {
  const names = header.map((name) => name.trim().toLowerCase());
  for (const needed of ['number', 'price'])
    if (!names.includes(needed))
      throw new ConfigError(`the table has no column "${needed}": it has number;from_quantity;price;compare_at`);
  const places = PRICE_COLUMNS.map((column) => names.indexOf(column));
  return (cells) => {
    const [number, from, price, compare] = places.map((place) => unguarded(cells[place] ?? '').trim());
    const amount = (cell = ''): string | null => amountIn(cell, delimiter);
    const tier = tierOf({ from_quantity: amount(from), price: amount(price), compare_at: amount(compare) });
    return mapOk(tier, (change) => ({ number: number!, change }));
  };
};

interface PricesDone {
  readonly list: number;
  readonly prices: number;
  readonly refused: number;
  readonly warnings: number;
}

export const PRICE_TABLE: TableKind<TableGiven, PricesDone> = {
  reader: (header, delimiter) => {
    const read = priceRows(header, delimiter);
    const known = new Set<string>();
    return {
      read: ({ cells, fault }: ScannedRow) => {
        const row = fault === undefined ? read(cells) : refuse('PARAMETER_INVALID', '', fault);
        if (!row.ok) return row;
        const { number, change } = row.value;
        const price = `${change[0]} ${number}`;
        if (known.has(price))
          return refuse(
            'PARAMETER_INVALID',
            '',
            `A line before has a price of ${JSON.stringify(number)} for this quantity.`,
          );
        known.add(price);
        if (known.size > PRICES_MAX)
          throw new ConfigError(`the table has more than ${PRICES_MAX} prices: make several files of it`);
        return ok({ group: number });
      },
    };
  },
  summary: ({ prices, refused, warnings }, isTried) =>
    `kontor: ${prices} prices ${isTried ? 'would be set' : 'set'}, ${refused} lines refused, ` +
    `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
};
