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
import {
  NO_SECOND_FACTOR,
  PROTECTED,
  applySecondFactor,
  noteWrongCodes,
  offerSecret,
  removeFactor,
  setOffered,
  useFactor,
} from './second-factor.ts';
import type { SecondFactor } from './second-factor.ts';
import type { OfficeLogin, Texts, UserCommand } from './user-commands.ts';
import { ATTRIBUTES, EVENTS, HASH, LOGINS, NO_LOGINS, PROFILE, TEXT } from './user-events.ts';
import { RefCountIndex, UniqueIndex } from '../unique-index.ts';
import { sameValue } from '../same-value.ts';
import { SECURITY_LEVELS } from './user-fields.ts';

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
  /** The address for which another system vouches, of an account that has another one by now; else ''. */
  formerEmail: string;
  /** Name of the role; '': none, and the level says what the person may do. */
  role: string;
  /** Logins in the back office, the oldest first; those that are over go with the next login. */
  officeLogins: readonly OfficeLogin[];
  /** Number of logins in the back office there ever were: the id of the last one. */
  officeLoginsCount: number;
  /** Logins want a code as well. */
  hasSecondFactor: boolean;
  secondFactor: SecondFactor;
  /** Codes that were wrong after the right password, as far as they were noted, since one was right. */
  wrongCodes: number;
  /** Ids of the groups of customers that it is in, ascending; some may have gone. */
  groups: readonly number[];
}

const NO_GROUPS: readonly number[] = [];

/** How long a token that sets a forgotten password holds. */
const RESET_MS = 3_600_000;

type UserEvent = EventOf<typeof EVENTS>;

/** Finds users by name, addresses and class; an erased user is found by class alone. */
export class UserIndex {
  readonly byName = new UniqueIndex();
  readonly byEmail = new UniqueIndex();
  /** By the address that an account came with from another system. */
  readonly byVouchedEmail = new UniqueIndex();
  readonly ofClass = new RefCountIndex();
  readonly subjects = new Set<number>();
  /** Accounts that open the back office. */
  readonly staff = new Set<number>();
}

/**
 * Stands for the hash of an account without a password: it came from another system, which keeps its own. No password
 * matches it.
 */
export const NO_PASSWORD = '*';

export const isErased = ({ passwordHash }: User): boolean => passwordHash === '';
export const lacksPassword = ({ passwordHash }: User): boolean => passwordHash === NO_PASSWORD;

/** The address that the account came with from another system, also where it has another one by now; else ''. */
export const vouchedEmail = ({ isImported, email, formerEmail }: User): string => (isImported ? email : formerEmail);

const NO_RESET = { reset: 'none', resetDigest: '', resetMailDigest: '', resetExpiresMs: 0 } as const;

const groupsSet = ({ groups: before }: User, groups: readonly number[]) =>
  sameValue(groups, before) ? decided<UserEvent>() : decided<UserEvent>({ type: 'user_groups_set', groups });

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
    formerEmail: field('', TEXT),
    role: '',
    officeLogins: field(NO_LOGINS, LOGINS),
    officeLoginsCount: 0,
    hasSecondFactor: false as boolean,
    secondFactor: field<SecondFactor>(NO_SECOND_FACTOR, PROTECTED),
    wrongCodes: 0,
    groups: NO_GROUPS,
  }),
  audit: {
    hidden: ['passwordHash', 'verifyDigest', 'resetDigest', 'resetMailDigest', 'officeLogins', 'secondFactor'],
    ignored: ['guestSubjects', 'officeLoginsCount', 'secondFactor'],
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
      'role',
      'hasSecondFactor',
      'wrongCodes',
      'groups',
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
      case 'give_role':
        return command.role === state.role ? decided() : decided({ type: 'user_role_given', role: command.role });
      case 'set_groups':
        return groupsSet(state, command.groups);
      case 'begin_office_login':
        return decided({ ...command, type: 'user_office_login_begun', subject });
      case 'end_office_login':
        return decided({ type: 'user_office_login_ended', loginId: command.loginId });
      case 'end_logins':
        return decided({ type: 'user_logins_ended', kept: command.kept });
      case 'offer_second_factor':
        return offerSecret(state, command.secret);
      case 'set_second_factor':
        return setOffered(state, command.step, command.recovery);
      case 'use_second_factor':
        return useFactor(state, command, atMs);
      case 'note_wrong_codes':
        return noteWrongCodes(state, command.count);
      case 'remove_second_factor':
        return removeFactor(state);
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
        if (event.email !== '') {
          if (state.isImported) state.formerEmail = state.email;
          // A token that went to the old address opens nothing any more.
          Object.assign(state, { email: event.email, isImported: false, ...NO_RESET });
        }
        state.profile = { ...state.profile, ...event.profile };
        // Numbers mean something within one class only.
        state.attributes = mergePlain(state.classId === event.classId ? state.attributes : {}, event.attributes);
        state.classId = event.classId;
        return;
      case 'user_role_given':
        state.role = event.role;
        return;
      case 'user_groups_set':
        state.groups = event.groups;
        return;
      case 'user_office_login_begun': {
        const { over, sessionId, generation, address, browser } = event;
        state.officeLoginsCount += 1;
        const begun = { id: state.officeLoginsCount, sessionId, generation, address, browser };
        state.officeLogins = [...state.officeLogins.filter(({ id }) => !over.includes(id)), begun];
        return;
      }
      case 'user_office_login_ended':
        state.officeLogins = state.officeLogins.filter(({ id }) => id !== event.loginId);
        return;
      case 'user_logins_ended':
        state.loginGeneration += 1;
        state.officeLogins = state.officeLogins.filter(({ id }) => id === event.kept);
        return;
      case 'user_second_factor_offered':
      case 'user_second_factor_set':
      case 'user_second_factor_used':
      case 'user_second_factor_removed':
      case 'user_wrong_codes_noted':
        return applySecondFactor(state, event);
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
      if (vouchedEmail(state) !== '') index.byVouchedEmail.add(caseless(vouchedEmail(state)), id);
      index.subjects.add(state.subject);
      if (state.level >= SECURITY_LEVELS.manager) index.staff.add(id);
    },
    remove(index, id, state) {
      index.ofClass.add(state.classId, -1);
      if (isErased(state)) return;
      index.byName.remove(caseless(state.username), id);
      index.byEmail.remove(caseless(state.email), id);
      if (vouchedEmail(state) !== '') index.byVouchedEmail.remove(caseless(vouchedEmail(state)), id);
      index.subjects.delete(state.subject);
      index.staff.delete(id);
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
  // A reset that was begun ahead of the present time, before a step back of time, has ended.
  resetExpiresMs <= atMs + RESET_MS &&
  (sameDigest(resetDigest, digest) || sameDigest(resetMailDigest, digest));

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly user: typeof user;
  }
}
