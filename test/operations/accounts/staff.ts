// Persons of the back office in a test: made with a level and a role, logged in by a cookie.
import { giveUserRole } from '../../../src/domain/accounts/change-role.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import type { CallOrigin } from '../../../src/operations/dispatch/call-observer.ts';
import { BackOffice } from '../../../src/operations/dispatch/back-office.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

const ORIGIN = { clientAddress: '', traceparent: '' };
const PASSWORD = 'secret-1';

export class Staff {
  readonly office: BackOffice;
  private readonly shop: TestShop;

  constructor(shop: TestShop) {
    this.shop = shop;
    this.office = new BackOffice(shop.dispatch, shop.service.codes);
  }

  /** The id of a new account; `role`: '' for none. */
  async add(username: string, level: number, role = ''): Promise<number> {
    const passwordHash = await this.shop.passwords.hash(PASSWORD);
    must(passwordHash.ok, 'the password is hashed');
    const made = this.shop.engine.transact(maintenanceCause('test'), (tx) =>
      registerUser(tx, {
        username,
        email: `${username}@example.org`,
        passwordHash: passwordHash.value,
        className: '',
        language: 'de_DE',
        level,
        verifyDigest: '',
      }),
    );
    must(made.ok, 'the account is made');
    // Not by the operation, which refuses it to the only administrator.
    const give = (): boolean =>
      this.shop.engine.transact(maintenanceCause('test'), (tx) => giveUserRole(tx, made.value, role)).ok;
    must(role === '' || give(), 'the role is given');
    return made.value;
  }

  /** The cookie of a login. Rejects with the code of a refusal. `code`: of a second factor. */
  logIn(username: string, origin: CallOrigin = ORIGIN, code = ''): Promise<string> {
    return new Promise((resolve, reject) =>
      this.office.login({ username, password: PASSWORD, code }, '', origin, (login) =>
        login.ok ? resolve(login.value.cookie) : reject(new Error(login.code)),
      ),
    );
  }

  /** The cookie of a new account that is logged in. */
  async enter(username: string, level: number, role = ''): Promise<string> {
    await this.add(username, level, role);
    return this.logIn(username);
  }

  call<T = Reply>(cookie: string, request: string, params: Given = {}): Promise<T> {
    return new Promise((resolve) =>
      this.office.call({ request, ...params }, '', cookie, ORIGIN, (_status, body) =>
        resolve(JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as T),
      ),
    );
  }
}
