// Catches an account that moves against its life cycle, takes a token twice or late, or accepts a text it must refuse.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { User } from '../../../src/domain/accounts/user.ts';
import type { UserCommand } from '../../../src/domain/accounts/user-commands.ts';
import { resetHolds, user } from '../../../src/domain/accounts/user.ts';
import { checkEmail, checkNewPassword, isPassword, isUsername } from '../../../src/domain/accounts/user-fields.ts';
import { caseless } from '../../../src/kernel/text.ts';
import { USER_COMMANDS } from './user-commands.ts';

const LIFE_MS = 3_600_000;

class Account {
  state: User = user.state.initial();

  /** The code of the refusal, or the events. */
  ask(command: UserCommand, atMs = 0): string {
    const decided = user.decide(this.state, command, atMs);
    if (!decided.ok) return decided.code;
    for (const event of decided.value) user.apply(this.state, event, atMs);
    return decided.value.map(({ type }) => type).join();
  }
}

const registered = (verifyDigest = 'v'): Account => {
  const account = new Account();
  account.ask(
    {
      type: 'register',
      subject: 1,
      username: 'Anna',
      email: 'anna@example.org',
      passwordHash: 'h',
      language: 'de_DE',
      classId: 0,
      level: 0,
      verifyDigest,
    },
    1,
  );
  return account;
};

describe('the life cycle', () => {
  test('unverified → active → locked → active', () => {
    const account = registered();
    expect(account.ask({ type: 'record_login' })).toBe('USER_NOT_VERIFIED');
    expect(account.ask({ type: 'verify', digest: 'x' })).toBe('SESSION_INVALID');
    expect(account.ask({ type: 'verify', digest: 'v' })).toBe('user_verified');
    expect(account.ask({ type: 'verify', digest: 'v' }), 'again: no harm, no event').toBe('');
    expect(account.ask({ type: 'record_login' }, 5)).toBe('user_logged_in');
    expect(account.ask({ type: 'record_login' }, 9)).toBe('user_logged_in');
    expect(account.state).toMatchObject({ firstLoginMs: 5, lastLoginMs: 9 });
    expect(account.ask({ type: 'unlock' }), 'nothing to unlock').toBe('');
    expect(account.ask({ type: 'lock' })).toBe('user_locked');
    expect(account.ask({ type: 'lock' })).toBe('');
    expect(account.ask({ type: 'record_login' })).toBe('USER_LOCKED');
    expect(account.ask({ type: 'verify', digest: 'v' }), 'its link unlocks nothing').toBe('USER_LOCKED');
    expect(account.ask({ type: 'unlock' })).toBe('user_unlocked');
    expect(account.ask({ type: 'record_login' })).toBe('user_logged_in');
  });

  test('one that nobody had to verify is active at once, and no empty token verifies anything', () => {
    const account = registered('');
    expect(account.state.status).toBe('active');
    expect(account.ask({ type: 'verify', digest: '' })).toBe('SESSION_INVALID');
    expect(account.ask({ type: 'finish_reset', digest: '', passwordHash: 'n' })).toBe('SESSION_INVALID');
  });

  test('unlocking is no way around the verification', () => {
    const account = registered();
    expect(account.ask({ type: 'unlock' })).toBe('');
    expect(account.state.status).toBe('unverified');
  });
});

describe('a forgotten password', () => {
  test('is set by the newest token, once, within its time', () => {
    const account = registered('');
    account.ask({ type: 'begin_reset', digest: 'one', mailDigest: 'mailed one' }, 0);
    account.ask({ type: 'begin_reset', digest: 'two', mailDigest: 'mailed two' }, 10);
    const finish = (digest: string, atMs: number): string =>
      account.ask({ type: 'finish_reset', digest, passwordHash: 'new' }, atMs);
    expect([finish('one', 20), finish('mailed one', 20), finish('', 20)]).toEqual([
      'SESSION_INVALID',
      'SESSION_INVALID',
      'SESSION_INVALID',
    ]);
    expect(finish('two', 10 + LIFE_MS)).toBe('SESSION_INVALID');
    expect(resetHolds(account.state, 'two', 9 + LIFE_MS)).toBe(true);
    expect(finish('two', 9 + LIFE_MS)).toBe('user_password_changed');
    expect(finish('two', 9 + LIFE_MS)).toBe('SESSION_INVALID');
    expect(account.state).toMatchObject({ passwordHash: 'new', reset: 'none', resetDigest: '' });
  });
});

describe('an address is proved', () => {
  test.each([
    ['unverified', 'mailed', 'user_password_changed,user_verified', 'active'],
    ['unverified', 'shown', 'user_password_changed', 'unverified'],
    ['locked', 'mailed', 'user_password_changed', 'locked'],
    ['active', 'mailed', 'user_password_changed', 'active'],
  ])('of an account that is %s, by a reset with the token that was %s: %s', (before, digest, events, after) => {
    const account = registered(before === 'active' ? '' : 'first');
    if (before === 'locked') account.ask({ type: 'lock' });
    account.ask({ type: 'begin_reset', digest: 'shown', mailDigest: 'mailed' }, 0);
    expect(account.ask({ type: 'finish_reset', digest, passwordHash: 'new' }, 1)).toBe(events);
    expect(account.state.status).toBe(after);
  });

  test('by the newest token of the registration', () => {
    const account = registered('first');
    expect(account.ask({ type: 'renew_verification', digest: 'second' })).toBe('user_verification_renewed');
    expect(account.ask({ type: 'verify', digest: 'first' })).toBe('SESSION_INVALID');
    expect(account.ask({ type: 'verify', digest: 'second' })).toBe('user_verified');
    expect(account.ask({ type: 'renew_verification', digest: 'third' })).toBe('USERNAME_IN_USE');
  });
});

test('what ends logins is a changed password, a lock and who ends them, and nothing else', () => {
  // Would catch a change that logs people out, and one that leaves a thief logged in.
  fc.assert(
    fc.property(USER_COMMANDS.user.first, fc.array(USER_COMMANDS.user.rest, { maxLength: 30 }), (first, commands) => {
      const account = new Account();
      account.ask(first, 1);
      for (const [at, command] of commands.entries()) {
        const { loginGeneration, passwordHash, status } = account.state;
        const events = account.ask(command, at + 2);
        const ends = /^user_password_changed|^user_locked$|^user_logins_ended$/.test(events);
        expect(account.state.loginGeneration, events).toBe(loginGeneration + (ends ? 1 : 0));
        if (!/password/.test(events)) expect(account.state.passwordHash).toBe(passwordHash);
        if (status === 'locked' && events !== 'user_unlocked') expect(account.state.status).toBe('locked');
      }
    }),
  );
});

test('a user’s index holds an account under what it is called now, and an erased one under nothing', () => {
  const index = user.index!.create();
  const account = registered('');
  const changed = (change: () => void): void => {
    user.index!.remove(index, 7, account.state, 1);
    change();
    user.index!.add(index, 7, account.state, 1);
  };
  user.index!.add(index, 7, account.state, 1);
  expect([index.byName.get('anna'), index.byEmail.get('anna@example.org'), index.ofClass.of(0)]).toEqual([7, 7, 1]);
  changed(() => account.ask({ type: 'change', email: 'B@example.org', profile: {}, attributes: {}, classId: 3 }));
  expect([
    index.byEmail.get('anna@example.org'),
    index.byEmail.get('b@example.org'),
    index.ofClass.of(0),
    index.ofClass.of(3),
  ]).toEqual([undefined, 7, 0, 1]);
  changed(() => Object.assign(account.state, { username: 'erased', email: 'erased', passwordHash: '' }));
  expect([
    index.byName.get('anna'),
    index.byName.get('erased'),
    index.byEmail.get('erased'),
    index.ofClass.of(3),
  ]).toEqual([undefined, undefined, undefined, 1]);
});

test('attributes of another class are those of another class', () => {
  const account = registered('');
  account.ask({ type: 'change', profile: {}, attributes: { 1: 'a', 2: 'b' }, classId: 3 });
  account.ask({ type: 'change', profile: { city: 'Köln' }, attributes: { 2: null }, classId: 3 });
  expect(account.state).toMatchObject({ attributes: { 1: 'a' }, profile: { city: 'Köln' } });
  account.ask({ type: 'change', profile: {}, attributes: { 2: 'c' }, classId: 4 });
  expect(account.state.attributes).toEqual({ 2: 'c' });
});

describe('texts', () => {
  test('a username is plain ASCII, so that no two look the same, and folds to itself in any case', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ minLength: 4, maxLength: 60 }),
          fc.string({ unit: 'grapheme', minLength: 4, maxLength: 60 }),
        ),
        (name) => {
          if (!isUsername(name)) return;
          expect(name).toMatch(/^[!-~]+$/);
          expect(caseless(name.toUpperCase())).toBe(caseless(name));
        },
      ),
    );
    for (const name of ['abcd', 'a.b_c+d-e', 'x@y.z', 'a!$@', 'A'.repeat(60)])
      expect(isUsername(name), name).toBe(true);
    for (const name of ['abc', 'A'.repeat(61), 'a b c', 'änna', 'ann\u200Ba', 'anna\n', 'a#bc', ''])
      expect(isUsername(name), JSON.stringify(name)).toBe(false);
  });

  test.each(['anna@example.org', 'a.b+c_d-e@sub.example.co', "o'neil@example.org", 'x@1.example'])(
    '%s is an address',
    (email) => {
      expect(checkEmail(email).ok).toBe(true);
    },
  );

  test.each([
    '',
    'anna',
    '@example.org',
    'a@',
    'a@b',
    'a@@example.org',
    '.a@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example-.org',
    'a@exam_ple.org',
    'a@example.org.',
    'a b@example.org',
    'ä@example.org',
    'a@exämple.org',
    'a@example.org\n',
    '<a@example.org>',
  ])('%j is none', (email) => {
    expect(checkEmail(email)).toMatchObject({ ok: false, code: 'EMAIL_IS_INVALID', param: 'email' });
  });

  test('the longest texts are none of these', () => {
    for (const long of ['a'.repeat(10_000_000), `${'a.'.repeat(5_000_000)}@`, '🔑'.repeat(5_000_000)]) {
      expect(isPassword(long, 'any')).toBe(false);
      expect(isPassword(long, 'basic')).toBe(false);
      expect(isUsername(long)).toBe(false);
      expect(checkEmail(long).ok).toBe(false);
    }
    expect(checkEmail(`a@${'a'.repeat(250)}!`).ok).toBe(false);
  });

  test('a password has 3 to 30 characters, whatever they are made of', () => {
    expect(['ab', 'abc', 'a'.repeat(30), 'a'.repeat(31)].map((one) => isPassword(one, 'basic'))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['🔑🔑', '🔑'.repeat(30), '🔑'.repeat(31)].map((one) => isPassword(one, 'any'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(isPassword('pass word', 'basic')).toBe(false);
    expect(isPassword('pass word', 'any')).toBe(true);
    expect(checkNewPassword('abc', 'abd', 'basic', 'p')).toMatchObject({
      code: 'PASSWORDS_DOES_NOT_MATCH',
      param: 'p',
    });
  });
});
