// Tokens of applications by the API. Catches a token that is shown twice, one that works after it was revoked, one of
// another user or application that goes with it, and an application that is found after it was deleted.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { ApplicationTokens } from '../../../src/engine/codes/application-tokens.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import { digestOf } from '../../../src/operations/access/tokens.ts';
import { runs } from '../../harness/effort.ts';
import { STORE_KEY, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const TOKENS = new ApplicationTokens(STORE_KEY);
const APPLICATIONS = ['billing', 'labels'];
const USERS = ['boss', 'chef'];
const CAUSE = maintenanceCause('test');

const addApp = ({ engine }: TestShop, name: string): void => {
  const given = { name, url: `https://${name}.example`, nonce: name, tokenDigest: digestOf(TOKENS.of(name)) };
  must(engine.transact(CAUSE, (tx) => addApplication(tx, given)).ok, 'an application can be added');
};

const addUser = ({ engine }: TestShop, username: string, level: number): void => {
  const made = engine.transact(CAUSE, (tx) =>
    tx.create('user', {
      type: 'register',
      subject: tx.newSubject(),
      username,
      email: `${username}@example.org`,
      passwordHash: 'x',
      language: 'en_GB',
      classId: 0,
      level,
      verifyDigest: '',
    }),
  );
  must(made.ok, 'an account can be made');
};

/** Users 1 and 2 of the back office, a customer, and two applications. */
const opened = (): TestShop => {
  const shop = openShop();
  for (const username of USERS) addUser(shop, username, 50);
  addUser(shop, 'customer', 0);
  for (const name of APPLICATIONS) addApp(shop, name);
  return shop;
};

interface Issued {
  readonly application: string;
  readonly user: string;
  readonly token: string;
  readonly id: string;
}

const issue = async (shop: TestShop, application: string, user: string): Promise<Issued> => {
  const reply = await shop.admin<{ token: string; id: string }>('create_application_token', {
    application,
    username: user,
  });
  return { application, user, token: reply.token, id: reply.id };
};

const logsIn = async (shop: TestShop, { application, token }: Issued): Promise<string> => {
  const reply = await shop.call('instant_login', { token, application_token: TOKENS.of(application) });
  return String(reply['username'] ?? reply['message']);
};

const application = fc.constantFrom(...APPLICATIONS);
const user = fc.constantFrom(...USERS);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('issue' as const), application, user }) },
    fc.record({ do: fc.constant('revoke' as const), application, user: fc.option(user, { nil: undefined }) }),
    fc.record({ do: fc.constant('revoke_one' as const), application, at: fc.nat(9) }),
    fc.record({ do: fc.constant('delete' as const), application }),
  ),
  { maxLength: 12 },
);

test('exactly the tokens that were issued and not ended log their user in, whatever else was done', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const shop = opened();
      const issued: Issued[] = [];
      const living = new Set<Issued>();
      const end = (ends: (one: Issued) => boolean): number => {
        const ended = [...living].filter(ends);
        for (const one of ended) living.delete(one);
        return ended.length;
      };
      for (const step of taken) {
        const { application: name } = step;
        if (step.do === 'issue') {
          const one = await issue(shop, name, step.user);
          issued.push(one);
          living.add(one);
        } else if (step.do === 'delete') {
          expect(await shop.admin('delete_application', { application: name })).toMatchObject({ status: 'success' });
          await shop.adminRefused('get_application_tokens', { application: name }, 'APPLICATION_NOT_FOUND', name);
          addApp(shop, name);
          end((one) => one.application === name);
        } else {
          const id = step.do === 'revoke_one' ? issued[step.at]?.id : undefined;
          if (step.do === 'revoke_one' && id === undefined) continue;
          const of = step.do === 'revoke' ? step.user : undefined;
          const count = end(
            (one) => one.application === name && (of ?? one.user) === one.user && (id ?? one.id) === one.id,
          );
          const chosen = { id, id_user: of === undefined ? undefined : USERS.indexOf(of) + 1 };
          expect(await shop.admin('revoke_application_tokens', { application: name, ...chosen })).toEqual({
            object: 'revoke_application_tokens',
            status: 'success',
            count,
          });
        }
      }
      for (const one of issued)
        expect(await logsIn(shop, one)).toBe(living.has(one) ? one.user : 'LOGIN_TOKEN_INVALID');
      for (const name of APPLICATIONS) {
        const { tokens } = await shop.admin<{ tokens: readonly { id: string }[] }>('get_application_tokens', {
          application: name,
        });
        const expected = [...living].filter((one) => one.application === name).map(({ id }) => id);
        expect(tokens.map(({ id }) => id)).toEqual(expected);
      }
    }),
    { numRuns: runs(20) },
  );
});

test('a token is shown once, is for the back office, and its session outlives it', async () => {
  const shop = opened();
  const given = { application: 'billing', username: 'boss' };
  const text = await shop.text('create_application_token', given, { secret: true, key: 'k' });
  const { token, id } = JSON.parse(text) as Issued;
  await shop.refused('create_application_token', given, 'IDEMPOTENCY_RESULT_GONE', undefined, {
    secret: true,
    key: 'k',
  });
  expect(await shop.text('get_application_tokens', { application: 'billing' }, { secret: true })).not.toContain(token);
  const refused = (more: object, code: string, param: string): Promise<unknown> =>
    shop.adminRefused('create_application_token', { ...given, ...more }, code, param);
  await refused({ username: 'customer' }, 'PERMISSION_DENIED', 'customer');
  await refused({ username: 'nobody' }, 'USER_NOT_FOUND', 'nobody');
  await refused({ application: 'x' }, 'APPLICATION_NOT_FOUND', 'x');
  for (const request of ['revoke_application_tokens', 'delete_application'])
    await shop.adminRefused(request, { application: 'x' }, 'APPLICATION_NOT_FOUND', 'x');
  const { remote_session: session } = await shop.call<{ remote_session: string }>('instant_login', {
    token,
    application_token: TOKENS.of('billing'),
  });
  await shop.admin('revoke_application_tokens', { application: 'billing', id });
  expect(await shop.call('get_user_data', { session })).toMatchObject({ username: 'boss' });
});
