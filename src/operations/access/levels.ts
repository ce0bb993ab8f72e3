// Which persons may call which operation in the back office.
//
// Guaranteed: an operation that writes and needs the secret key is for administrators unless it says otherwise.
import { SECURITY_LEVELS } from '../../domain/accounts/user-fields.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Caller, Operation } from '../context/operation.ts';

/** The least security level that may call it, 50 or 100. */
export const levelOf = ({ level, credential, effect }: Operation): number => {
  const byItself = credential === 'secret' && effect === 'write' ? 'administrator' : 'manager';
  return SECURITY_LEVELS[level ?? byItself];
};

/** Whether a person may call it. Refuses: PERMISSION_DENIED. */
export const mayCall = (level: number, operation: Operation): Result<void> =>
  level >= levelOf(operation) ? DONE : refuse('PERMISSION_DENIED', 'request', 'This is for administrators.');

/**
 * Whether the caller may change an account of this level: nobody changes the account of somebody above them. A channel
 * with its secret key may change all. Refuses: PERMISSION_DENIED.
 */
export const mayChangeAccount = ({ person }: Pick<Caller, 'person'>, accountLevel: number): Result<void> =>
  person === undefined || person.level >= accountLevel
    ? DONE
    : refuse('PERMISSION_DENIED', 'id_user', 'The account has a higher level than yours.');

/** Whether a person may import catalogue files, which make classes as well. */
export const mayImport = (level: number): boolean => level >= SECURITY_LEVELS.administrator;
