// Lists webhooks.
import type { Reader } from '../transaction.ts';

/** Returns webhooks in the order in which they were made. */
export const webhookIds = (shop: Reader): number[] => [...shop.index('webhook').ids].sort((a, b) => a - b);
