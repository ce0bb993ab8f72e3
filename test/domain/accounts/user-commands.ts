// Random commands for accounts and applications, well-formed as the operations make them.
import * as fc from 'fast-check';
import { NO_PASSWORD } from '../../../src/domain/accounts/user.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'b', 'erased'), fc.string({ maxLength: 8 }));
/** Few, so that tokens meet their digests. */
const digest = fc.constantFrom('', 'one', 'two');
const hash = fc.constantFrom('$argon2id$a', '$argon2id$b', NO_PASSWORD);
const id = fc.integer({ min: 0, max: 5 });
const texts = fc.dictionary(fc.constantFrom('firstname', 'city', 'zip'), text);
const as = <const T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type);
const value = fc.oneof(text, fc.integer(), fc.constant(null));

export const USER_COMMANDS = {
  user: {
    first: fc.record({
      type: as('register'),
      subject: fc.constant(3),
      username: text,
      email: text,
      passwordHash: hash,
      language: text,
      classId: id,
      level: id,
      verifyDigest: digest,
    }),
    rest: fc.oneof(
      fc.record({ type: as('verify'), digest }),
      fc.record({ type: fc.constantFrom('record_login' as const, 'lock' as const, 'unlock' as const) }),
      fc.record({ type: fc.constant('set_password' as const), passwordHash: hash, isByStaff: fc.boolean() }),
      fc.record({ type: fc.constant('rehash_password' as const), passwordHash: hash }),
      fc.record({ type: as('begin_reset'), digest, mailDigest: digest }),
      fc.record({ type: as('renew_verification'), digest }),
      fc.record({ type: as('finish_reset'), digest, passwordHash: hash }),
      fc
        .record({
          profile: texts,
          attributes: fc.dictionary(fc.constantFrom('1', '2'), value),
          classId: id,
          email: fc.option(text, { nil: undefined }),
        })
        .map(({ email, ...change }) => ({ type: 'change' as const, ...change, ...(email !== undefined && { email }) })),
    ),
  },
  application: {
    first: fc.record({ type: as('add_application'), name: text, url: text, nonce: text, tokenDigest: text }),
    rest: fc.oneof(
      fc.record({ type: as('issue_login'), digest, userId: id, loginGeneration: id }),
      fc.record({ type: as('revoke_logins'), digests: fc.array(digest, { maxLength: 2 }) }),
      fc.record({ type: as('delete_application') }),
    ),
  },
};
