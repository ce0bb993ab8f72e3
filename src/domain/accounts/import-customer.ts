// Brings a customer of another system in: an account without a password, which its owner sets by the message of a reset
// (reset_user_password).
//
// An account that is there already is the same customer where it came with the address or has it, and becomes what the
// record says while nobody has given it a password. From then on it is its owner's, and nothing changes it.
// Not promised: that a person who was erased stays away. No index finds them, so a file that still has them brings them
// again.
import { mapOk, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { changeUser } from './change-user.ts';
import { customerOf } from './find-user.ts';
import { registerUser } from './register-user.ts';
import { checkUsername, SECURITY_LEVELS } from './user-fields.ts';
import { lacksPassword, NO_PASSWORD } from './user.ts';

interface Customer {
  readonly email: string;
  readonly username: string;
  /** '': the shop's own. */
  readonly language: string;
  /** As `changeUser` takes them, without the address. */
  readonly attributes: { readonly [name: string]: unknown };
}

/**
 * Makes the account, or makes it what the record says; its id. The other system vouches for the address, so it is
 * active at once and no message is sent.
 *
 * Refuses: USERNAME_IS_INVALID, USERNAME_IN_USE, PARAMETER_INVALID, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID; with the attribute's name.
 */
export const importCustomer = (
  tx: Transaction,
  { email, username, language, attributes }: Customer,
): Result<number> => {
  const known = customerOf(tx, email);
  if (known !== undefined) {
    const [id, state] = known;
    return lacksPassword(state) ? mapOk(changeUser(tx, id, attributes), () => id) : ok(id);
  }
  const named = checkUsername(username);
  if (!named.ok) return named;
  const made = registerUser(tx, {
    username,
    email,
    passwordHash: NO_PASSWORD,
    className: '',
    language: language || tx.rules.language,
    level: SECURITY_LEVELS.customer,
    verifyDigest: '',
  });
  return made.ok ? mapOk(changeUser(tx, made.value, attributes), () => made.value) : made;
};
