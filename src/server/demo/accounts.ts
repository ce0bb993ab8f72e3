// Which accounts of a store still have a password that everybody can read in docs/start/demo.md.
import { userNamed } from '../../domain/accounts/find-user.ts';
import type { Reader } from '../../domain/transaction.ts';
import { demoAccounts } from './people.ts';
import type { Account } from './people.ts';

/** Managers and administrators. Not promised: one whose hash was made anew for stronger settings. */
export const printedAccounts = (shop: Reader): readonly Account[] =>
  demoAccounts().filter(
    ({ username, passwordHash, level }) => level > 0 && userNamed(shop, username)?.[1].passwordHash === passwordHash,
  );
