// Registers an account. User names and addresses are unique without regard to case (D141). Passwords arrive hashed:
// hashing needs a thread of its own and is over before the transaction begins.
import { refuse, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { userNamed, userWithEmail } from './find-user.ts';
import { classFor, DEFAULT_CLASS } from './user-class.ts';
import type { Registered } from './user-commands.ts';

/** Refuses: USERNAME_IN_USE, EMAIL_IS_IN_USE. */
export const checkFree = (shop: Reader, username: string, email: string): Result<void> => {
  if (userNamed(shop, username) !== undefined) return refuse('USERNAME_IN_USE', 'username');
  return userWithEmail(shop, email) === undefined ? DONE : refuse('EMAIL_IS_IN_USE', 'email');
};

interface Registration extends Omit<Registered, 'classId'> {
  /** '': the class `user`. */
  readonly className: string;
  /** The data subject that the shop knows the person by; absent: a new one. */
  readonly subject?: number;
}

/** The id of the account. Refuses: USERNAME_IN_USE, EMAIL_IS_IN_USE, CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID. */
export const registerUser = (
  tx: Transaction,
  { className, subject, ...registration }: Registration,
): Result<number> => {
  const free = checkFree(tx, registration.username, registration.email);
  if (!free.ok) return free;
  const classId = classFor(tx, className || DEFAULT_CLASS);
  if (!classId.ok) return classId;
  const known = { subject: subject ?? tx.newSubject(), classId: classId.value };
  return tx.create('user', { type: 'register', ...known, ...registration });
};
