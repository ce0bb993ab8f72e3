// An application of the back office in a test's shop, and an account that may log in by it.
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin } from '../../../src/domain/accounts/application-login.ts';
import { ApplicationTokens } from '../../../src/engine/codes/application-tokens.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import { digestOf } from '../../../src/operations/access/tokens.ts';
import { STORE_KEY } from '../shop.ts';
import type { TestShop } from '../shop.ts';

/** The token that is the application's own. */
export const OWN = new ApplicationTokens(STORE_KEY).of('nonce');

/** The application `billing`, and the account `chef` with its token `token`: a manager unless `level` differs. */
export const addBilling = ({ engine }: TestShop, url: string, level = 50): void => {
  const cause = maintenanceCause('test');
  const made = engine.transact(cause, (tx) => {
    const user = tx.create('user', {
      type: 'register',
      subject: tx.newSubject(),
      username: 'chef',
      email: 'chef@example.org',
      passwordHash: 'x',
      language: 'en_GB',
      classId: 0,
      level,
      verifyDigest: '',
    });
    return user.ok ? addApplication(tx, { name: 'billing', url, nonce: 'nonce', tokenDigest: digestOf(OWN) }) : user;
  });
  must(made.ok, 'an application can be added');
  must(
    engine.transact(cause, (tx) => issueLogin(tx, 'billing', 'chef', digestOf('token'))).ok,
    'a token can be issued',
  );
};
