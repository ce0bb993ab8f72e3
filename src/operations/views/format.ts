import { decimal } from '../../domain/money.ts';

// Carts of one busy second share their dates.
let lastSecond = -1;
let lastText = '';

/** `YYYY-MM-DD HH:MM:SS`, UTC; '' for never (Decision 11). */
export const dateTime = (ms: number): string => {
  if (ms === 0) return '';
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastText = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  }
  return lastText;
};

export const quantity = (milli: number): number => decimal(milli, 3);
export const rate = (rateE6: number): number => decimal(rateE6, 6);
