// How the accounts of the demo are made.
import { registerUser } from '../../domain/accounts/register-user.ts';
import type { DemoShop } from './demo-shop.ts';
import { hashOf } from './password-hashes.ts';
import { comeOver } from './past-orders.ts';
import { emailOf } from './people.ts';
import type { Account } from './people.ts';

/** As a customer does, or, for those who work there, as `kontor user add` does. */
export const signUp = async (shop: DemoShop, account: Account, lastDayMs: number): Promise<void> => {
  if (account.cameOver === true) return comeOver(shop, account, lastDayMs);
  const { username, password, level, language, salutation, firstname, lastname } = account;
  const { street, number, zip, city, country } = account;
  const email = level === 0 ? emailOf(account) : `${username}@kontor.example`;
  let userId: unknown;
  if (level > 0) {
    const made = { username, email, level, language, className: '', passwordHash: hashOf(password), verifyDigest: '' };
    userId = shop.decide('add_user', (tx) => registerUser(tx, made));
  } else {
    const args = { username, email, passwd1: password, passwd2: password };
    const made = await shop.call('register_user', { language, args });
    userId = made['id_user'];
    await shop.call('verify_user', { id_user: userId, session_id: made['session_id'] });
  }
  const attributes = { salutation, firstname, lastname, street, number, zip, city, country };
  await shop.call('update_user_data', { id_user: userId, attributes });
};
