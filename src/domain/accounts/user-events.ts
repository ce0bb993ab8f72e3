// Events of an account, and which of their fields are encrypted under the keys of its person.
import { field } from '../schema.ts';
import type { UserState } from '../lifecycles/user.ts';
import { SECOND_FACTOR_EVENTS } from './second-factor.ts';
import type { OfficeLogin, Texts, UserChange } from './user-commands.ts';
import { PROFILE_FIELDS } from './user-fields.ts';

/** What a personal text reads as once its key is destroyed. */
export const ERASED = 'erased';

export const TEXT = { personal: 'contact', erased: ERASED } as const;
/** Reads as '' once erased: no password matches it, and erased accounts are recognised by it. */
export const HASH = { personal: 'contact', erased: '' } as const;
export const PROFILE = {
  personal: 'contact',
  erased: Object.fromEntries(PROFILE_FIELDS.map((name) => [name, ERASED])),
} as const;
export const ATTRIBUTES = { personal: 'contact', erased: {} } as const;

export const LOGINS = { personal: 'contact', erased: [] } as const;
export const NO_LOGINS: readonly OfficeLogin[] = [];

export const EVENTS = {
  user_registered: {
    subject: 0,
    username: field('', TEXT),
    email: field('', TEXT),
    passwordHash: field('', HASH),
    language: '',
    classId: 0,
    level: 0,
    status: 'unverified' as UserState,
    verifyDigest: '',
    isImported: false as boolean,
  },
  user_verified: {},
  /** Registered again: the earlier token is void. */
  user_verification_renewed: { digest: '' },
  user_logged_in: { guest: 0 },
  /** Ends every login and a pending reset. */
  user_password_changed: { subject: 0, passwordHash: field('', HASH), isByStaff: false as boolean },
  /** The same password under stronger parameters. */
  user_password_rehashed: { subject: 0, passwordHash: field('', HASH) },
  user_password_reset_started: { digest: '', expiresMs: 0, mailDigest: '' },
  user_changed: {
    subject: 0,
    /** '': the address stays as it is. */
    email: field('', TEXT),
    profile: field<Texts>({}, PROFILE),
    attributes: field<UserChange['attributes']>({}, ATTRIBUTES),
    classId: 0,
  },
  user_locked: {},
  user_unlocked: {},
  user_role_given: { role: '' },
  user_groups_set: { groups: [] as readonly number[] },
  user_office_login_begun: {
    subject: 0,
    over: [] as readonly number[],
    sessionId: 0,
    generation: 0,
    address: field('', TEXT),
    browser: field('', TEXT),
  },
  user_office_login_ended: { loginId: 0 },
  /** Ends every login, and the tokens of devices. */
  user_logins_ended: { kept: 0 },
  ...SECOND_FACTOR_EVENTS,
};
