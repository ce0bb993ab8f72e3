import { decimal } from '../../domain/money.ts';

export { dateTime } from '../../domain/date-time.ts';
export const quantity = (milli: number): number => decimal(milli, 3);
export const rate = (rateE6: number): number => decimal(rateE6, 6);
