// Password hashes of the demo's accounts, made once with the default settings: twelve of them would cost a start half a
// second. test/server/demo/password-hashes.test.ts verifies each. Where the settings ask for more, a login makes a
// new one, as of any account.
import { must, ok } from '../../kernel/result.ts';
import type { Passwords } from '../../outside/passwords/password-hash.ts';
import { demoAccounts } from './people.ts';

/** PHC text. The password must be that of an account of the demo. */
export const hashOf = (password: string): string => {
  const account = demoAccounts().find((one) => one.password === password);
  must(account !== undefined, 'only passwords of the demo are asked for');
  return account.passwordHash;
};

/** Knows the passwords of the demo and hashes nothing: for the time in which it is filled. */
export const demoPasswords: Passwords = {
  hash: (password) => Promise.resolve(ok(hashOf(password))),
  check: (phc, password) => Promise.resolve(ok({ matches: phc === hashOf(password), stale: false })),
};
