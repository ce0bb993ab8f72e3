// Reads and keeps what a person has chosen in the back office, within limits.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Chosen } from './preferences.ts';

/** Names of one person, and characters of all their values together. */
const NAMES_MAX = 30;
const LENGTH_MAX = 30_000;

const NOTHING: Chosen = {};

const idOf = (shop: Reader, userId: number): number | undefined => {
  shop.trackAbsence('preferences');
  return shop.index('preferences').byUser.get(String(userId));
};

/** What a person has chosen, by name. */
export const chosenBy = (shop: Reader, userId: number): Chosen => {
  const id = idOf(shop, userId);
  return (id === undefined ? undefined : shop.read('preferences', id))?.values ?? NOTHING;
};

interface Choice {
  readonly name: string;
  /** '': what was chosen is taken away. */
  readonly value: string;
}

/** Keeps a choice of a person, whose account exists. Refuses: PREFERENCES_FULL. */
export const choosePreference = (tx: Transaction, userId: number, { name, value }: Choice): Result<void> => {
  const values = chosenBy(tx, userId);
  if ((values[name] ?? '') === value) return DONE;
  const others = Object.entries(values).filter(([other]) => other !== name);
  const length = others.reduce((sum, [, { length: one }]) => sum + one, value.length);
  if (value !== '' && (others.length >= NAMES_MAX || length > LENGTH_MAX)) {
    const are = `There would be ${others.length + 1} preferences of ${length} characters`;
    return refuse('PREFERENCES_FULL', name, `${are}, of at most ${NAMES_MAX} and ${LENGTH_MAX}.`);
  }
  const { subject } = tx.read('user', userId)!;
  const choice = { type: 'choose', userId, subject, name, value } as const;
  const id = idOf(tx, userId);
  if (id !== undefined) return tx.ask('preferences', id, choice);
  const made = tx.create('preferences', choice);
  return made.ok ? DONE : made;
};

/** What persons have chosen ends with their accounts. */
export const forgetPreferences = (tx: Transaction, userIds: readonly number[]): Result<void> => {
  for (const userId of userIds) {
    const id = idOf(tx, userId);
    const forgotten = id === undefined ? DONE : tx.ask('preferences', id, { type: 'forget' });
    if (!forgotten.ok) return forgotten;
  }
  return DONE;
};
