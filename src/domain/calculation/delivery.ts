// The step of the delivery costs, after the coupons, which take nothing off them (D90).
import { taxWithin } from '../money.ts';
import { addTaxed } from './amounts.ts';
import type { Step } from './amounts.ts';

export const delivery: Step = (amounts, { deliveryPositions }) => {
  for (const { priceMinor, rateE6 } of deliveryPositions) {
    const tax = taxWithin(priceMinor, rateE6);
    addTaxed(amounts, rateE6, priceMinor, tax);
    amounts.delivery += priceMinor;
    amounts.sumTax += tax;
  }
};
