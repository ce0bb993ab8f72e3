// A user account: names, password hash, profile and life cycle. Of its tokens only digests are stored.
//
// All that is about the person is encrypted under the keys of `subject`; once these are destroyed, the account reads as
// erased: it has no password, and no index finds it.
import { caseless } from '../../kernel/text.ts';
import { refuse } from '../../kernel/result.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { field, schema } from '../schema.ts';
import type { AttributeValue } from '../attributes/attributes.ts';
import { mergePlain } from '../attributes/attributes.ts';
import { passwordResetLifecycle } from '../lifecycles/password-reset.ts';
import type { ResetState } from '../lifecycles/password-reset.ts';
import { userLifecycle } from '../lifecycles/user.ts';
import type { UserState } from '../lifecycles/user.ts';
import { RefCountIndex, UniqueIndex } from '../unique-index.ts';
import { PROFILE_FIELDS } from './user-fields.ts';

type Texts = { readonly [field: string]: string };
/** By the number of the attribute within the user's class. */
type UserAttributes = { readonly [number: string]: AttributeValue };

export interface User {
  createdMs: number;
  status: UserState;
  /** 0 customer, 50 manager, 100 administrator. */
  level: number;
  /** Counts what ends logins (docs/sell/logins.md); a session's login holds while it names this number. */
  loginGeneration: number;
  /**
   * Somebody else has given it its password, and the person has not changed it since: what is done under a login may be
   * done by either.
   */
  passwordIsByStaff: boolean;
  /** 0: the class named `user`, where there is one. */
  classId: number;
  language: string;
  firstLoginMs: number;
  lastLoginMs: number;
  /** Digest of the token that verifies the address; '': the account never had to be verified. */
  verifyDigest: string;
  reset: ResetState;
  resetDigest: string;
  /** Digest of the token that only the message holds: it proves the mailbox, too (D149). */
  resetMailDigest: string;
  resetExpiresMs: number;
  /** The data subject whose keys encrypt the account, and what is entered in sessions during its login. */
  subject: number;
  /** Data subjects under which the user entered something as a guest, before a login in that session. */
  guestSubjects: readonly number[];
  username: string;
  email: string;
  /** PHC text, which carries its own parameters; NO_PASSWORD before there is one. */
  passwordHash: string;
  /** PROFILE_FIELDS that were given. */
  profile: Texts;
  attributes: UserAttributes;
  /** It came from another system, which vouches for the address that it still has. */
  isImported: boolean;
}

export interface Registered {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: string;
  readonly classId: number;
  readonly level: number;
  /** '' makes an account that is active at once. */
  readonly verifyDigest: string;
}

/** An absent member stays as it is; null removes an attribute. */
interface UserChange {
  readonly email?: string;
  readonly profile: Texts;
  readonly attributes: { readonly [number: string]: AttributeValue | null };
  readonly classId: number;
}

export type UserCommand =
  | ({ readonly type: 'register'; readonly subject: number } & Registered)
  | { readonly type: 'verify'; readonly digest: string }
  | { readonly type: 'renew_verification'; readonly digest: string }
  | { readonly type: 'record_login'; readonly guest?: number }
  /** `isByStaff`: somebody else gives it, and knows it. */
  | { readonly type: 'set_password'; readonly passwordHash: string; readonly isByStaff: boolean }
  | { readonly type: 'rehash_password'; readonly passwordHash: string }
  | { readonly type: 'begin_reset'; readonly digest: string; readonly mailDigest: string }
  | { readonly type: 'finish_reset'; readonly digest: string; readonly passwordHash: string }
  | ({ readonly type: 'change' } & UserChange)
  | { readonly type: 'lock' }
  | { readonly type: 'unlock' };

/** How long a token that sets a forgotten password holds. */
const RESET_MS = 3_600_000;

/** What a personal text reads as once its key is destroyed. */
export const ERASED = 'erased';

const TEXT = { personal: 'contact', erased: ERASED } as const;
/** Reads as '' once erased, with which nobody can log in: an erased account is known by it. */
const HASH = { personal: 'contact', erased: '' } as const;
const PROFILE = {
  personal: 'contact',
  erased: Object.fromEntries(PROFILE_FIELDS.map((name) => [name, ERASED])),
} as const;
const ATTRIBUTES = { personal: 'contact', erased: {} } as const;

const EVENTS = {
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
};
type UserEvent = EventOf<typeof EVENTS>;

/** Finds users by name, address and class; an erased user is in none of the first two. */
export class UserIndex {
  readonly byName = new UniqueIndex();
  readonly byEmail = new UniqueIndex();
  readonly ofClass = new RefCountIndex();
  readonly subjects = new Set<number>();
}

/**
 * In the place of the hash of an account that nobody has given a password yet: it came from another system, which keeps
 * its own. No password matches it.
 */
export const NO_PASSWORD = '*';

export const isErased = ({ passwordHash }: User): boolean => passwordHash === '';
export const lacksPassword = ({ passwordHash }: User): boolean => passwordHash === NO_PASSWORD;

const NO_RESET = { reset: 'none', resetDigest: '', resetMailDigest: '', resetExpiresMs: 0 } as const;

export const user: ActorKind<User, UserCommand, typeof EVENTS, UserIndex> = {
  kind: 'user',
  state: schema<User>({
    createdMs: 0,
    status: 'unverified',
    level: 0,
    loginGeneration: 1,
    classId: 0,
    language: '',
    firstLoginMs: 0,
    lastLoginMs: 0,
    verifyDigest: '',
    ...NO_RESET,
    subject: 0,
    guestSubjects: [],
    username: field('', TEXT),
    email: field('', TEXT),
    passwordHash: field('', HASH),
    profile: field<Texts>({}, PROFILE),
    attributes: field<UserAttributes>({}, ATTRIBUTES),
    passwordIsByStaff: false as boolean,
    isImported: false as boolean,
  }),
  audit: {
    hidden: ['passwordHash', 'verifyDigest', 'resetDigest', 'resetMailDigest'],
    ignored: ['guestSubjects'],
    unencrypted: [
      'status',
      'level',
      'loginGeneration',
      'classId',
      'language',
      'firstLoginMs',
      'lastLoginMs',
      'reset',
      'resetExpiresMs',
      'passwordIsByStaff',
      'isImported',
    ],
  },
  events: EVENTS,
  decide(state, command, atMs) {
    const { subject } = state;
    switch (command.type) {
      case 'register': {
        const { type: _type, ...registered } = command;
        return decided({
          type: 'user_registered',
          ...registered,
          status: command.verifyDigest === '' ? 'active' : 'unverified',
          isImported: command.passwordHash === NO_PASSWORD,
        });
      }
      case 'verify':
        if (!sameDigest(state.verifyDigest, command.digest)) return refuse('SESSION_INVALID', 'session_id');
        if (state.status === 'locked') return refuse('USER_LOCKED');
        // Some clients follow the link in a message twice.
        return userLifecycle.allows(state.status, 'verify') ? decided({ type: 'user_verified' }) : decided();
      case 'renew_verification':
        return state.status === 'unverified'
          ? decided({ type: 'user_verification_renewed', digest: command.digest })
          : refuse('USERNAME_IN_USE', 'username');
      case 'record_login':
        if (state.status === 'unverified') return refuse('USER_NOT_VERIFIED');
        return state.status === 'locked'
          ? refuse('USER_LOCKED')
          : decided({ type: 'user_logged_in', guest: command.guest ?? 0 });
      case 'set_password':
        return decided({
          type: 'user_password_changed',
          subject,
          passwordHash: command.passwordHash,
          isByStaff: command.isByStaff,
        });
      case 'rehash_password':
        return decided({ type: 'user_password_rehashed', subject, passwordHash: command.passwordHash });
      case 'begin_reset':
        return decided({
          type: 'user_password_reset_started',
          digest: command.digest,
          expiresMs: atMs + RESET_MS,
          mailDigest: command.mailDigest,
        });
      case 'finish_reset':
        if (!resetHolds(state, command.digest, atMs)) return refuse('SESSION_INVALID', 'session_id');
        return decided<UserEvent>(
          { type: 'user_password_changed', subject, passwordHash: command.passwordHash, isByStaff: false },
          ...(userLifecycle.allows(state.status, 'verify') && sameDigest(state.resetMailDigest, command.digest)
            ? [{ type: 'user_verified' } as const]
            : []),
        );
      case 'change': {
        const { email = '', profile, attributes, classId } = command;
        return decided({ type: 'user_changed', subject, email, profile, attributes, classId });
      }
      case 'lock':
        return userLifecycle.allows(state.status, 'lock') ? decided({ type: 'user_locked' }) : decided();
      case 'unlock':
        return userLifecycle.allows(state.status, 'unlock') ? decided({ type: 'user_unlocked' }) : decided();
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'user_registered': {
        const { type: _type, ...registered } = event;
        Object.assign(state, registered);
        state.createdMs = atMs;
        return;
      }
      case 'user_verified':
      case 'user_unlocked':
        state.status = 'active';
        return;
      case 'user_verification_renewed':
        state.verifyDigest = event.digest;
        return;
      case 'user_logged_in':
        if (state.firstLoginMs === 0) state.firstLoginMs = atMs;
        state.lastLoginMs = atMs;
        if (event.guest !== 0 && !state.guestSubjects.includes(event.guest))
          state.guestSubjects = [...state.guestSubjects, event.guest];
        return;
      case 'user_password_changed':
        state.passwordHash = event.passwordHash;
        state.passwordIsByStaff = event.isByStaff;
        state.loginGeneration += 1;
        Object.assign(state, NO_RESET);
        return;
      case 'user_password_rehashed':
        state.passwordHash = event.passwordHash;
        return;
      case 'user_password_reset_started':
        state.reset = 'pending';
        state.resetDigest = event.digest;
        state.resetMailDigest = event.mailDigest;
        state.resetExpiresMs = event.expiresMs;
        return;
      case 'user_changed':
        // A token that went to the old address opens nothing any more.
        if (event.email !== '') Object.assign(state, { email: event.email, isImported: false, ...NO_RESET });
        state.profile = { ...state.profile, ...event.profile };
        // Numbers mean something within one class only.
        state.attributes = mergePlain(state.classId === event.classId ? state.attributes : {}, event.attributes);
        state.classId = event.classId;
        return;
      case 'user_locked':
        state.status = 'locked';
        state.loginGeneration += 1;
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => new UserIndex(),
    add(index, id, state) {
      index.ofClass.add(state.classId, 1);
      if (isErased(state)) return;
      index.byName.add(caseless(state.username), id);
      index.byEmail.add(caseless(state.email), id);
      index.subjects.add(state.subject);
    },
    remove(index, id, state) {
      index.ofClass.add(state.classId, -1);
      if (isErased(state)) return;
      index.byName.remove(caseless(state.username), id);
      index.byEmail.remove(caseless(state.email), id);
      index.subjects.delete(state.subject);
    },
  },
};

/** Compares digests in constant time; '', which is no digest, equals nothing. */
const sameDigest = (kept: string, given: string): boolean => kept !== '' && constantTimeEqual(kept, given);

/** Whether this token may set the password now. */
export const resetHolds = (
  { reset, resetDigest, resetMailDigest, resetExpiresMs }: User,
  digest: string,
  atMs: number,
): boolean =>
  passwordResetLifecycle.allows(reset, 'finish') &&
  atMs < resetExpiresMs &&
  // One that was begun ahead of the present time, before a step back of time, has ended.
  resetExpiresMs <= atMs + RESET_MS &&
  (sameDigest(resetDigest, digest) || sameDigest(resetMailDigest, digest));
