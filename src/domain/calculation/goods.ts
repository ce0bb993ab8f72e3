// The step of the goods: each line has its sum and the tax in it already.
import { addTaxed } from './amounts.ts';
import type { Step } from './amounts.ts';

/** What an order has among its lines for each delivery position is none. */
export const isGoods = ({ type }: { readonly type: string }): boolean => type !== 'DELIVERY_COSTS';

export const goods: Step = (amounts, { lines }) => {
  for (const line of lines) {
    if (!isGoods(line)) continue;
    addTaxed(amounts, line.rateE6, line.sumMinor, line.sumTaxMinor);
    amounts.sumTax += line.sumTaxMinor;
  }
};
