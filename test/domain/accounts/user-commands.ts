// Random commands for accounts and applications, well-formed as the operations make them.
import * as fc from 'fast-check';
import { FIELD_GROUPS } from '../../../src/domain/accounts/role.ts';
import { NO_PASSWORD } from '../../../src/domain/accounts/user.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'b', 'erased'), fc.string({ maxLength: 8 }));
/** Few, so that tokens meet their digests. */
const digest = fc.constantFrom('', 'one', 'two');
const hash = fc.constantFrom('$argon2id$a', '$argon2id$b', NO_PASSWORD);
const id = fc.integer({ min: 0, max: 5 });
const texts = fc.dictionary(fc.constantFrom('firstname', 'city', 'zip'), text);
const as = <const T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type);
const operations = fc.array(text, { maxLength: 3 });
const needsSecondFactor = fc.boolean();
const hidden = fc.subarray([...FIELD_GROUPS]);
const value = fc.oneof(text, fc.integer(), fc.constant(null));

/** One follows on the other, so that the rarest comes often enough. */
const secondFactor = fc.oneof(
  { arbitrary: fc.record({ type: as('offer_second_factor'), secret: fc.constant('SECRET') }), weight: 6 },
  {
    arbitrary: fc.record({ type: as('set_second_factor'), step: id, recovery: fc.constant(['one', 'two']) }),
    weight: 6,
  },
  { arbitrary: fc.record({ type: as('use_second_factor'), step: id, digest }), weight: 4 },
  { arbitrary: fc.record({ type: as('note_wrong_codes'), count: id }), weight: 2 },
  { arbitrary: fc.record({ type: as('remove_second_factor') }), weight: 7 },
);

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
      { arbitrary: fc.record({ type: as('verify'), digest }), weight: 3 },
      { arbitrary: fc.record({ type: as('record_login') }), weight: 3 },
      fc.record({ type: fc.constantFrom('record_login' as const, 'lock' as const, 'unlock' as const) }),
      { arbitrary: fc.record({ type: fc.constantFrom('lock' as const, 'unlock' as const) }), weight: 5 },
      fc.record({ type: as('give_role'), role: text }),
      fc.record({ type: as('set_groups'), groups: fc.uniqueArray(id, { maxLength: 3 }) }),
      { arbitrary: secondFactor, weight: 20 },
      fc.record({
        type: as('begin_office_login'),
        over: fc.array(id, { maxLength: 2 }),
        sessionId: id,
        generation: id,
        address: text,
        browser: text,
      }),
      fc.record({ type: as('end_office_login'), loginId: id }),
      fc.record({ type: as('end_logins'), kept: id }),
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
  role: {
    first: fc.record({ type: as('make_role'), name: text, description: text, operations, needsSecondFactor, hidden }),
    rest: fc.oneof(
      fc.record(
        { type: as('change_role'), description: text, operations, needsSecondFactor, hidden },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('end_role') }),
    ),
  },
  invitation: {
    first: fc.record({
      type: as('invite'),
      subject: fc.constant(3),
      email: text,
      role: text,
      level: id,
      digest,
      invitedBy: id,
      channelId: id,
    }),
    rest: fc.record({
      type: as('end_invitation'),
      how: fc.constantFrom('accepted' as const, 'withdrawn' as const, 'replaced' as const, 'expired' as const),
    }),
  },
  preferences: {
    first: fc.record({ type: as('choose'), userId: id, subject: fc.constant(3), name: text, value: text }),
    rest: fc.oneof(
      fc.record({ type: as('choose'), userId: id, subject: fc.constant(3), name: text, value: text }),
      fc.record({ type: as('forget') }),
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
