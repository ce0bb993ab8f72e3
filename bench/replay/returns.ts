// The file's cancellations: each is matched to the latest sale before it of the same customer, stock code and price
// that has enough left. An order of which nothing is left is cancelled; of any other the pieces go back into the
// storage.

import { forEachConcurrently } from './concurrent.ts';
import type { Cancellation } from './invoices.ts';
import type { Sale } from './plan.ts';
import type { StateFile } from './state-file.ts';
import { STORAGE } from './storage.ts';
import type { Wire } from './wire.ts';

/** Pieces that come back while their order stands. */
export interface Placement {
  readonly id: string;
  readonly stockCode: string;
  readonly units: bigint;
}

export interface Returns {
  /** Sales that are cancelled as a whole. */
  readonly canceled: readonly Sale[];
  readonly placements: readonly Placement[];
  readonly matched: number;
  /** Rows for which there is no such sale, or whose customer or quantity of pieces the file does not tell. */
  readonly unmatched: number;
  readonly returnedMilli: ReadonlyMap<string, bigint>;
  /** Of the cancelled orders. */
  readonly canceledMinor: bigint;
}

interface SoldLine {
  readonly sale: Sale;
  readonly row: number;
  leftMilli: bigint;
}

const UNIT_MILLI = 1_000n;
const keyOf = (customer: string, stockCode: string, priceE4: bigint): string =>
  JSON.stringify([customer, stockCode, String(priceE4)]);

const soldLines = (sales: readonly Sale[]): Map<string, SoldLine[]> => {
  const found = new Map<string, SoldLine[]>();
  for (const sale of sales) {
    for (const { product, quantityMilli, row } of sale.lines) {
      const key = keyOf(sale.customer, product.stockCode, product.priceE4);
      const lines = found.get(key);
      const line = { sale, row, leftMilli: quantityMilli };
      if (lines === undefined) found.set(key, [line]);
      else lines.push(line);
    }
  }
  for (const lines of found.values()) lines.sort((a, b) => a.row - b.row);
  return found;
};

/** Plans what becomes of the cancellations, in the order of the file. */
export const returnsOf = (sales: readonly Sale[], cancellations: readonly Cancellation[]): Returns => {
  const sold = soldLines(sales);
  const matches: { readonly cancellation: Cancellation; readonly sale: Sale }[] = [];
  const leftMilli = new Map(
    sales.map((sale) => [sale, sale.lines.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0n)]),
  );
  const returnedMilli = new Map<string, bigint>();
  for (const cancellation of cancellations) {
    const { customer, stockCode, priceE4, quantityMilli, row } = cancellation;
    if (customer === '' || quantityMilli % UNIT_MILLI !== 0n) continue;
    const line = sold
      .get(keyOf(customer, stockCode, priceE4))
      ?.findLast((one) => one.row < row && one.leftMilli >= quantityMilli);
    if (line === undefined) continue;
    line.leftMilli -= quantityMilli;
    leftMilli.set(line.sale, leftMilli.get(line.sale)! - quantityMilli);
    returnedMilli.set(stockCode, (returnedMilli.get(stockCode) ?? 0n) + quantityMilli);
    matches.push({ cancellation, sale: line.sale });
  }
  const canceled = sales.filter((sale) => leftMilli.get(sale) === 0n);
  const gone = new Set(canceled);
  const placements = matches
    .filter(({ sale }) => !gone.has(sale))
    .map(({ cancellation: { number, row, stockCode, quantityMilli } }) => ({
      id: `${number}-${row}`,
      stockCode,
      units: quantityMilli / UNIT_MILLI,
    }));
  return {
    canceled,
    placements,
    matched: matches.length,
    unmatched: cancellations.length - matches.length,
    returnedMilli,
    canceledMinor: canceled.reduce((sum, { sumMinor }) => sum + sumMinor, 0n),
  };
};

const returnKey = (what: string): string => `return-${what}`;

/** What is still to be done of the plan. */
export const openReturns = (
  { canceled, placements }: Returns,
  state: StateFile,
): { readonly canceled: readonly Sale[]; readonly placements: readonly Placement[] } => ({
  canceled: canceled.filter(({ id }) => !state.returned.has(returnKey(id))),
  placements: placements.filter(({ id }) => !state.returned.has(returnKey(id))),
});

/** Does it; a repeat after a lost reply changes nothing, since every call has its key. */
export const takeBack = async (
  wire: Wire,
  returns: Returns,
  state: StateFile,
  workers: number,
  done: () => void,
): Promise<void> => {
  const { canceled, placements } = openReturns(returns, state);
  await forEachConcurrently(canceled, workers, async ({ id, idempotencyKey }) => {
    const order = state.orders.get(id) ?? 0;
    await wire.callBackOffice('update_order_details', {
      id_order: order,
      order_state: 'CANCELED',
      idempotency_key: `cancel-${idempotencyKey}`.slice(0, 64),
    });
    state.record({ returned: returnKey(id) });
    done();
  });
  await forEachConcurrently(placements, workers, async ({ id, stockCode, units }) => {
    const note = `cancellation ${id}`;
    await wire.callBackOffice('inventory_place', {
      storage: STORAGE,
      element_number: stockCode,
      quantity: units,
      note,
      idempotency_key: returnKey(id).slice(0, 64),
    });
    state.record({ returned: returnKey(id) });
    done();
  });
};
