// Finds a webhook by its name.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader } from '../transaction.ts';

/** Refuses: WEBHOOK_NOT_FOUND. */
export const webhookNamed = (shop: Reader, name: string): Result<number> => {
  const id = shop.index('webhook').byName.get(name);
  if (id !== undefined) return ok(id);
  shop.trackAbsence('webhook');
  return refuse('WEBHOOK_NOT_FOUND', name);
};
