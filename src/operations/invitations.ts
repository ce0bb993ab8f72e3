// Invitations to work in the back office (docs/operate/inviting.md).
//
// Guaranteed: nobody invites to more than they may do, neither when the invitation is made nor when it is taken up. A
// code is shown once and makes one account.
import {
  acceptInvitation,
  endInvitation,
  invitationIds,
  invitationOf,
  invitationTo,
  invitePerson,
} from '../domain/accounts/invite.ts';
import type { Invitation } from '../domain/accounts/invitation.ts';
import { builtInRole } from '../domain/accounts/change-role.ts';
import { checkFree } from '../domain/accounts/register-user.ts';
import { logIn } from '../domain/accounts/log-in.ts';
import { isErased } from '../domain/accounts/user.ts';
import { SECURITY_LEVELS, checkEmail, checkNewPassword, checkUsername } from '../domain/accounts/user-fields.ts';
import type { SessionRef } from '../domain/cart/session-commands.ts';
import { int, text } from '../kernel/params.ts';
import { DONE, mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { deviceOf, deviceTokenOf } from './access/device-token.ts';
import { coversRights, mayGiveRole } from './access/levels.ts';
import { noteLogin } from './access/office-login.ts';
import { digestOf, newToken } from './access/tokens.ts';
import { sendInvitation } from './access/user-messages.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import type { Rights } from './context/rights.ts';
import { language } from './params/shop-params.ts';
import { password, username } from './params/user-params.ts';
import {
  SUCCESS,
  dateTime as dateTimeMember,
  id as idMember,
  list,
  record,
  reply,
  text as textMember,
} from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const OF_INVITATIONS = { area: 'roles', isExtension: true, credential: 'secret', session: 'none' } as const;

/** An owner is an administrator, as far as the caller is one, others are managers: the role says what they may do. */
const levelFor = ({ person }: Context, role: string): number => {
  const wanted = builtInRole(role) === 'owner' ? SECURITY_LEVELS.administrator : SECURITY_LEVELS.manager;
  return Math.min(wanted, person?.level ?? SECURITY_LEVELS.administrator);
};

const CODE = text('code of the invitation', { max: 1000 });
const EXPIRES = dateTimeMember('until when it may be taken up');

export const invite_person = write({
  ...OF_INVITATIONS,
  summary:
    'Invites a person to the back office: a code, shown this once and sent by the webhook SEND_MESSAGE_TO_USER, with ' +
    'which they make their account; an earlier invitation of the address ends.',
  secret: true,
  params: {
    email: text('e-mail address of the person', { max: 1000 }),
    role: text('name of the role that the person gets', { max: 1000 }),
  },
  // Counted for the address, so that nobody is sent any number of messages.
  prepare: ({ email }, { shop, service }) => {
    const valid = checkEmail(email);
    return valid.ok ? service.accounts.requests.takeMessage(email, shop.atMs) : valid;
  },
  handle: ({ email, role }, ctx) => {
    const { shop, person, service } = ctx;
    const level = levelFor(ctx, role);
    const earlier = shop.read('invitation', invitationTo(shop, email));
    // It ends, as by withdraw_invitation.
    const allowed =
      [
        mayGiveRole(ctx, role, level),
        earlier === undefined ? DONE : mayGiveRole(ctx, earlier.role, earlier.level),
      ].find((one) => !one.ok) ?? DONE;
    if (!allowed.ok) return allowed;
    const { token: code, digest } = newToken(shop);
    const invitedBy = person?.userId ?? 0;
    const channelId = person === undefined ? ctx.channelId : 0;
    const made = invitePerson(shop, { email, role, level, digest, invitedBy, channelId });
    if (!made.ok) return made;
    const sent = sendInvitation(shop, service.accounts, { invitationId: made.value, email, role, code });
    return mapOk(sent, () => ({ id: made.value, code }));
  },
  refusals: ['EMAIL_IS_INVALID', 'EMAIL_IS_IN_USE', 'ROLE_NOT_FOUND', 'INVITATION_LIMIT_REACHED', 'LOGIN_THROTTLED'],
  reply: reply('invite_person', {
    status: SUCCESS,
    id_invitation: idMember('invitation id'),
    code: textMember('what takes the invitation up; it is shown this once'),
    expiration_date: EXPIRES,
  }),
  view: ({ id, code }, { shop }) =>
    ({
      object: 'invite_person',
      status: 'success',
      id_invitation: id,
      code,
      expiration_date: dateTime(shop.read('invitation', id)!.expiresMs),
    }) as const,
});

const INVITED = { email: textMember('email address'), role: textMember('name of the role'), expiration_date: EXPIRES };

const viewInvited = ({ email, role, expiresMs }: Invitation) => ({ email, role, expiration_date: dateTime(expiresMs) });

export const get_invitations = read({
  ...OF_INVITATIONS,
  level: 'administrator',
  summary: 'Invitations that are open, in the order in which they were made.',
  params: {},
  reply: reply('invitations', {
    invitations: list(
      record('Invitation', 'An invitation to the back office that is open.', {
        id_invitation: idMember('invitation id'),
        ...INVITED,
        creation_date: dateTimeMember('when it was made'),
        invited_by: textMember('username of who invited; empty: a channel'),
      }),
      'all of them',
    ),
  }),
  view: (_args, { shop }) => {
    const invitations = invitationIds(shop).map((id) => {
      const state = shop.read('invitation', id)!;
      return {
        id_invitation: id,
        ...viewInvited(state),
        creation_date: dateTime(state.createdMs),
        invited_by: shop.read('user', state.invitedBy)?.username ?? '',
      };
    });
    return ok({ object: 'invitations', invitations } as const);
  },
});

export const withdraw_invitation = write({
  ...OF_INVITATIONS,
  summary: 'Ends an invitation: its code opens nothing any more.',
  params: { id_invitation: int('invitation id') },
  handle: ({ id_invitation: id }, ctx) => {
    const state = ctx.shop.read('invitation', id);
    const allowed = state === undefined ? DONE : mayGiveRole(ctx, state.role, state.level);
    return allowed.ok ? endInvitation(ctx.shop, id, 'withdrawn') : allowed;
  },
  refusals: ['INVITATION_NOT_FOUND', 'ROLE_NOT_FOUND'],
  ...done('withdraw_invitation'),
});

/** Operations of who is invited, who has no account yet. */
const OF_INVITED = { area: 'roles', isExtension: true, credential: 'licence', session: 'none' } as const;

/** Rights of the person or the channel that invited, as they are now; undefined: they may do nothing any more. */
const rightsOfInviter = ({ shop, service }: Context, { invitedBy, channelId }: Invitation): Rights | undefined => {
  const { roles } = service.accounts;
  if (invitedBy === 0) {
    const channel = shop.read('channel', channelId);
    return channel?.active === true ? roles.ofChannel(shop, channel.role) : undefined;
  }
  const by = shop.read('user', invitedBy)!;
  return isErased(by) || by.status !== 'active' ? undefined : roles.ofAccount(shop, by);
};

/**
 * The invitation of a code, if who made it may still give its role. Refuses: INVITATION_NOT_VALID.
 */
const takenUp = (ctx: Context, code: string): Result<Invitation> => {
  const known = invitationOf(ctx.shop, digestOf(code));
  if (!known.ok) return known;
  const [, state] = known.value;
  const { shop, service } = ctx;
  const rights = rightsOfInviter(ctx, state);
  if (rights === undefined) return refuse('INVITATION_NOT_VALID', 'code');
  const may = coversRights({ shop, service, rights }, service.accounts.roles.ofAccount(shop, state), 'code');
  return may.ok ? ok(state) : refuse('INVITATION_NOT_VALID', 'code');
};

export const get_invitation = read({
  ...OF_INVITED,
  summary: 'What a code invites to.',
  params: { code: CODE },
  refusals: ['INVITATION_NOT_VALID'],
  reply: reply('invitation', INVITED),
  view: ({ code }, ctx) =>
    mapOk(takenUp(ctx, code), (state) => ({ object: 'invitation', ...viewInvited(state) }) as const),
});

interface Accepted {
  readonly userId: number;
  readonly session: SessionRef;
  readonly loginGeneration: number;
}

export const accept_invitation = write({
  ...OF_INVITED,
  summary: 'Takes an invitation up: makes the account with its role, and logs it in.',
  slow: 'passwords',
  secret: true,
  params: {
    code: CODE,
    username,
    password: password('password'),
    password_again: password('the same again'),
    language,
  },
  prepare: ({ code, username: name, password: first, password_again: second }, ctx) => {
    const { shop, service } = ctx;
    const { accounts } = service;
    // Nonsense is told by one look-up and takes no call from those who are invited.
    const invited = takenUp(ctx, code);
    if (!invited.ok) return invited;
    const allowed = accounts.requests.takeCall('accept_invitation', ctx, shop.atMs);
    if (!allowed.ok) return allowed;
    const wrong = [
      checkUsername(name),
      checkNewPassword(first, second, accounts.passwordCharset, 'password'),
      checkFree(shop, name, invited.value.email),
    ].find((check) => !check.ok);
    return wrong ?? accounts.passwords.hash(first);
  },
  handle: ({ code, username: name, language: spoken }, ctx, passwordHash) => {
    const { shop } = ctx;
    const invited = takenUp(ctx, code);
    if (!invited.ok) return invited;
    const account = { username: name, passwordHash, language: spoken || shop.rules.language };
    const userId = acceptInvitation(shop, { digest: digestOf(code), ...account });
    if (!userId.ok) return userId;
    const session = logIn(shop, userId.value, 0);
    if (!session.ok) return session;
    const { loginGeneration } = shop.read('user', userId.value)!;
    return mapOk(noteLogin(ctx, userId.value, session.value), (): Accepted => ({
      userId: userId.value,
      session: session.value,
      loginGeneration,
    }));
  },
  refusals: [
    'INVITATION_NOT_VALID',
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'USERNAME_IS_INVALID',
    'USERNAME_IN_USE',
    'EMAIL_IS_IN_USE',
    'PASSWORD_IS_INVALID',
    'PASSWORDS_DOES_NOT_MATCH',
    'LOGIN_THROTTLED',
    'LOGIN_BUSY',
  ],
  reply: reply('accept_invitation', {
    status: SUCCESS,
    session_id: textMember('session id of the login'),
    id_user: idMember('user id'),
    device_token: textMember('for the device to keep, as that of login_user'),
  }),
  view: (accepted, ctx) =>
    ({
      object: 'accept_invitation',
      status: 'success',
      session_id: ctx.service.codes.code(accepted.session),
      id_user: accepted.userId,
      device_token: deviceTokenOf(ctx, deviceOf(ctx, '', accepted, accepted.session), accepted),
    }) as const,
});
