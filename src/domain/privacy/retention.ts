// How long what stands on an invoice outlives the erasure of its person, as the law wants.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { dayIn, monthOf, monthStart } from '../date-time.ts';
import type { Transaction } from '../transaction.ts';
import { KEYRING_ID, scheduleKeys } from './destroy-keys.ts';
import { keyNumberOf } from './key-number.ts';

const DAY_MS = 86_400_000;

/** Retention ends with a calendar year: the first of January after `years` more years, in UTC. */
export const retainedUntil = (issuedMs: number, years: number): number => {
  const month = monthOf(dayIn('UTC', issuedMs));
  return monthStart(month - (month % 12) + 12 * (years + 1)) * DAY_MS;
};

/**
 * A document was issued about these data subjects. Where they are erased, or are being erased, their invoice keys are
 * kept as long as the document must be; never for a shorter time than before.
 */
export const retainInvoiceKeys = (tx: Transaction, subjects: readonly number[], issuedMs: number): Result<void> => {
  const dueMs = retainedUntil(issuedMs, tx.rules.invoiceRetentionYears);
  const scheduled = tx.read('keyring', KEYRING_ID)?.scheduled ?? [];
  const keys = subjects.flatMap((subject) => {
    const keyNumber = keyNumberOf(subject, 'invoice');
    const knownMs = scheduled.find(([known]) => known === keyNumber)?.[1];
    // A key file older than the keyring may know of ends that no record names.
    const ends = subject !== 0 && (knownMs !== undefined || tx.isErased(subject));
    return ends && (knownMs ?? 0) < dueMs ? [[keyNumber, dueMs] as const] : [];
  });
  return keys.length === 0 ? DONE : scheduleKeys(tx, keys);
};
