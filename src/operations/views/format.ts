import { decimal } from '../../domain/money.ts';

export { dateTime } from '../../domain/date-time.ts';
export const quantity = (milli: number): number => decimal(milli, 3);
/** From 1/1,000,000,000 of one. */
export const kilograms = (weightE9: bigint): number => Number(weightE9) / 1e9;
export const rate = (rateE6: number): number => decimal(rateE6, 6);
