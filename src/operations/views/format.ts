import { decimal } from '../../domain/money.ts';

/** `YYYY-MM-DD HH:MM:SS`, UTC; '' for never (Decision 11). */
export const dateTime = (ms: number): string =>
  ms === 0 ? '' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export const price = (priceE4: number): number => decimal(priceE4, 4);
export const quantity = (milli: number): number => decimal(milli, 3);
export const rate = (rateE6: number): number => decimal(rateE6, 6);
