// Returns in short, for examples: which pieces of which lines come back, and why.
import type { CameBack, receiveReturn } from '../../../src/domain/orders/change-returns.ts';

export type Lines = readonly (readonly [lineId: number, pieces: number, reason?: string])[];

export const entries = (lines: Lines) =>
  lines.map(([lineId, pieces, reason = '']) => ({ lineId, quantityMilli: pieces * 1000, reason }));

export type Received = Parameters<typeof receiveReturn>[1];

export const received = (
  orderId: number,
  lines: Lines,
  { more = {}, ...how }: Partial<CameBack> & { more?: Partial<Received> },
) => ({
  returnId: 0,
  orderId,
  ifSeq: undefined,
  lines: entries(lines).map((line): CameBack => ({ ...line, isKept: true, storage: '', ...how })),
  by: 7,
  ...more,
});
