// Roles: named lists of operations, for persons of the back office and for channels (docs/operate/roles.md).
//
// Guaranteed: nobody gives, or takes away, what they may not do themselves, and nobody changes their own role.
import {
  builtInRole,
  changeRole,
  changeableRole,
  endRole,
  giveChannelRole,
  giveUserRole,
  makeRole,
  roleIds,
  staffIds,
} from '../domain/accounts/change-role.ts';
import { userOf } from '../domain/accounts/find-user.ts';
import { BUILT_IN_ROLES, FIELD_GROUPS } from '../domain/accounts/role.ts';
import type { FieldGroup, Role as OwnRole } from '../domain/accounts/role.ts';
import type { User } from '../domain/accounts/user.ts';
import { own } from '../domain/by-language.ts';
import { USER_STATES } from '../domain/lifecycles/user.ts';
import { checkSeen } from '../domain/seen-record.ts';
import { Type, flag, int, json, map, optional, text } from '../kernel/params.ts';
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { caseless } from '../kernel/text.ts';
import {
  coversRights,
  isOfOther,
  leavesOwner,
  mayChangeAccount,
  mayChangeChannel,
  mayGiveRole,
} from './access/levels.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import {
  bit,
  dateTime as dateTimeMember,
  group,
  id as idMember,
  list,
  maybe,
  oneOf,
  record,
  reply,
  text as textMember,
  whole,
} from './replies/members.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const OPERATIONS_MAX = 1000;
const NAME = { role: text('name of the role', { max: 1000, empty: true }) };
const GIVEN = text('name of the role; empty: none', { max: 1000, empty: true });
const SECOND_FACTOR = flag('1: a person who has it and no second factor may only set one up');
const DESCRIPTION = text('what it is for', { max: 1000, empty: true });

/** Names, each once. */
const operations = map(
  json(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: OPERATIONS_MAX,
      description: 'names of operations, and of the other ways in: change_feed, upload_image, import, engine_room',
    }),
  ),
  (names) => ok([...new Set(names)]),
);

/** Groups, each once, in the order of the table. */
const hiddenFields = map(
  json(
    Type.Array(oneOf('a group', FIELD_GROUPS), {
      description:
        'groups of fields that it does not see: addresses and names of customers, contacts (e-mail, telephone, ' +
        'username), amounts of orders, carts and payments',
    }),
  ),
  (given) => ok(FIELD_GROUPS.filter((group) => given.includes(group))),
);

/**
 * Whether the caller may give a role these operations without these fields. Refuses: PARAMETER_INVALID,
 * ROLE_SHOWS_HIDDEN, PERMISSION_DENIED.
 */
const mayGive = (ctx: Context, names: readonly string[], hidden: readonly FieldGroup[]): Result<void> => {
  const { roles } = ctx.service.accounts;
  const unknown = roles.unknown(names);
  if (unknown !== undefined)
    return refuse('PARAMETER_INVALID', 'operations', `There is no operation ${shown(unknown)}.`);
  const leak = roles.leaking(names, hidden);
  if (leak !== undefined)
    return refuse('ROLE_SHOWS_HIDDEN', leak[0], `${leak[0]} shows ${leak[1]}, which the role hides.`);
  return coversRights(ctx, roles.toCall(names, hidden), 'operations');
};

/** The role, where the caller may change it. Refuses: ROLE_IS_BUILT_IN, ROLE_NOT_FOUND, PERMISSION_DENIED. */
const mayChange = (ctx: Context, name: string): ReturnType<typeof changeableRole> => {
  const known = changeableRole(ctx.shop, name);
  if (!known.ok) return known;
  const [, role] = known.value;
  if (role.name === ctx.rights.role) return refuse('PERMISSION_DENIED', 'role', 'Nobody changes their own role.');
  const covered = coversRights(ctx, ctx.service.accounts.roles.ofRole(ctx.shop, role.name), 'role');
  return covered.ok ? known : covered;
};

const OF_ROLES = { area: 'roles', isExtension: true, credential: 'secret', session: 'none' } as const;

export const create_role = write({
  ...OF_ROLES,
  summary: 'Makes a role: a named list of operations.',
  params: {
    ...NAME,
    description: optional(DESCRIPTION, ''),
    operations,
    second_factor: optional(SECOND_FACTOR, false),
    hidden: optional(hiddenFields, [], 'it sees all fields'),
  },
  handle: ({ role: name, description, operations: names, second_factor: needsSecondFactor, hidden }, ctx) => {
    const allowed = mayGive(ctx, names, hidden);
    const made = { name, description, operations: names, needsSecondFactor, hidden };
    return allowed.ok ? makeRole(ctx.shop, made) : allowed;
  },
  refusals: ['ROLE_NAME_NOT_VALID', 'ROLE_NAME_ALREADY_IN_USE', 'ROLE_LIMIT_REACHED', 'ROLE_SHOWS_HIDDEN'],
  ...done('create_role'),
});

export const update_role = write({
  ...OF_ROLES,
  summary: 'Changes what a role is for and what it holds; it acts on the next call of everybody who has it.',
  params: {
    ...NAME,
    description: optional(DESCRIPTION, undefined, 'it stays'),
    operations: optional(operations, undefined, 'they stay'),
    second_factor: optional(SECOND_FACTOR, undefined, 'it stays'),
    hidden: optional(hiddenFields, undefined, 'they stay'),
    if_seq: ifSeq('role', 'get_roles'),
  },
  handle: (
    { role: name, description, operations: names, second_factor: needsSecondFactor, hidden, if_seq: seq },
    ctx,
  ) => {
    const allowed = mayChange(ctx, name);
    if (!allowed.ok) return allowed;
    const [id, before] = allowed.value;
    const seen = checkSeen(ctx.shop, 'role', id, seq);
    if (!seen.ok) return seen;
    const isRenewed = names !== undefined || hidden !== undefined;
    const given = isRenewed ? mayGive(ctx, names ?? before.operations, hidden ?? before.hidden) : DONE;
    if (!given.ok) return given;
    const change = {
      ...(description !== undefined && { description }),
      ...(names !== undefined && { operations: names }),
      ...(needsSecondFactor !== undefined && { needsSecondFactor }),
      ...(hidden !== undefined && { hidden }),
    };
    return changeRole(ctx.shop, name, change);
  },
  refusals: ['ROLE_IS_BUILT_IN', 'ROLE_NOT_FOUND', 'CHANGED_MEANWHILE', 'ROLE_SHOWS_HIDDEN'],
  ...done('update_role'),
});

export const delete_role = writeSeen(
  {
    kind: 'role',
    id: (args, shop) => shop.index('role').byName.get(caseless(args.role)) ?? 0,
    called: 'role',
    shownBy: 'get_roles',
  },
  {
    ...OF_ROLES,
    summary: 'Ends a role that nobody has; its name may be used again.',
    params: NAME,
    handle: ({ role: name }, ctx) => {
      const allowed = mayChange(ctx, name);
      return allowed.ok ? endRole(ctx.shop, name) : allowed;
    },
    refusals: ['ROLE_IS_BUILT_IN', 'ROLE_NOT_FOUND', 'ROLE_IN_USE'],
    ...done('delete_role'),
  },
);

const Role = record('Role', 'A role.', {
  name: textMember('name'),
  description: textMember('what it is for; empty for a built-in one'),
  built_in: bit('1: every shop has it, and nobody changes it'),
  operations: list(textMember('name'), 'what it holds, what every role holds among it'),
  second_factor: bit('1: a person who has it and no second factor may only set one up'),
  hidden: list(oneOf('a group', FIELD_GROUPS), 'groups of fields that it does not see'),
  seq: maybe(whole('record that changed it last, for if_seq; absent for a built-in one')),
});

const BUILT_IN: Pick<OwnRole, 'description' | 'needsSecondFactor' | 'hidden'> = {
  description: '',
  needsSecondFactor: false,
  hidden: [],
};

const viewRole = (
  { shop, service }: Context,
  name: string,
  { description, needsSecondFactor, hidden }: typeof BUILT_IN = BUILT_IN,
) => {
  const { roles } = service.accounts;
  const held = roles.held(roles.ofRole(shop, name), true);
  const isBuiltIn = builtInRole(name) !== undefined;
  return {
    name,
    description,
    built_in: isBuiltIn ? 1 : 0,
    operations: held,
    second_factor: needsSecondFactor || shop.rules.secondFactorRoles.includes(name) ? 1 : 0,
    hidden,
  } as const;
};

export const get_roles = read({
  ...OF_ROLES,
  summary: 'All roles with what they hold, the built-in ones first.',
  params: {},
  reply: reply('roles', { roles: list(Role, 'all roles') }),
  view: (_args, ctx) => {
    const made = roleIds(ctx.shop);
    const roles = [
      ...BUILT_IN_ROLES.map((name) => viewRole(ctx, name)),
      ...made.map((id) => {
        const role = ctx.shop.read('role', id)!;
        return { ...viewRole(ctx, role.name, role), seq: ctx.shop.seqOf('role', id) };
      }),
    ];
    return ok({ object: 'roles', roles } as const);
  },
});

export const set_user_role = writeSeen(
  { kind: 'user', id: (args) => args.id_user, called: 'account', shownBy: 'get_user_by_id' },
  {
    ...OF_ROLES,
    summary:
      'Gives an account of the back office a role, or takes it away: without one, its level says what the ' +
      'person may do.',
    params: { id_user: int('user id'), role: GIVEN },
    handle: ({ id_user: id, role }, ctx) => {
      const known = userOf(ctx.shop, id);
      if (!known.ok) return known;
      const { level } = known.value;
      const allowed = [
        isOfOther(ctx, id, 'Nobody changes their own role.'),
        mayChangeAccount(ctx, id, known.value),
        mayGiveRole(ctx, role, level),
        leavesOwner(ctx.shop, ctx.service.accounts.roles, id, { level, role }),
      ].find((one) => !one.ok);
      return allowed ?? giveUserRole(ctx.shop, id, role);
    },
    refusals: ['USER_NOT_FOUND', 'ROLE_NOT_FOUND', 'LAST_OWNER'],
    ...done('set_user_role'),
  },
);

export const set_channel_role = writeSeen(
  { kind: 'channel', id: (args) => args.id_channel, called: 'channel', shownBy: 'get_channels' },
  {
    ...OF_ROLES,
    summary: 'Gives a channel a role, or takes it away: without one, its credentials say what it may call.',
    params: { id_channel: int('channel id'), role: GIVEN },
    handle: ({ id_channel: id, role }, ctx) => {
      if (ctx.shop.read('channel', id) === undefined) return refuse('CHANNEL_NOT_FOUND', id);
      if (ctx.channelId === id) return refuse('PERMISSION_DENIED', 'id_channel', 'No channel changes its own role.');
      const allowed = [mayChangeChannel(ctx, id), mayGiveRole(ctx, role, 'channel')].find((one) => !one.ok);
      return allowed ?? giveChannelRole(ctx.shop, id, role);
    },
    refusals: ['CHANNEL_NOT_FOUND', 'ROLE_NOT_FOUND'],
    ...done('set_channel_role'),
  },
);

const PERSON = {
  id_user: idMember('user id'),
  username: textMember('username'),
  email: textMember('email address'),
  name: textMember('first and last name; empty: neither is known'),
  level: whole('50: a manager, 100: an administrator'),
  role: textMember('name of the role; empty: none'),
  second_factor: bit('1: logins want a code of an app as well'),
};

const nameOf = ({ profile }: User): string =>
  [own(profile, 'firstname'), own(profile, 'lastname')].filter((part) => part !== undefined && part !== '').join(' ');

const viewPerson = (id: number, user: User) => {
  const { username, email, level, role, hasSecondFactor } = user;
  return {
    id_user: id,
    username,
    email,
    name: nameOf(user),
    level,
    role,
    second_factor: hasSecondFactor ? 1 : 0,
  } as const;
};

export const get_staff = read({
  ...OF_ROLES,
  level: 'administrator',
  summary: 'The accounts that open the back office, with their roles.',
  params: {},
  reply: reply('staff', {
    staff: list(
      record('StaffMember', 'An account that opens the back office.', {
        ...PERSON,
        status: oneOf('state of the account', USER_STATES),
        last_login: dateTimeMember('last login'),
      }),
      'all of them, in the order in which they were made',
    ),
  }),
  view: (_args, { shop }) => {
    const staff = staffIds(shop).map((id) => {
      const user = shop.read('user', id)!;
      return { ...viewPerson(id, user), status: user.status, last_login: dateTime(user.lastLoginMs) };
    });
    return ok({ object: 'staff', staff } as const);
  },
});

export const get_rights = read({
  isForAll: true,
  area: 'roles',
  isExtension: true,
  summary: 'What the caller may call, and by which role.',
  credential: 'licence',
  session: 'none',
  params: {},
  reply: reply('rights', {
    role: textMember('name of the role; empty: none'),
    operations: list(textMember('name'), 'what may be called with what the call has sent'),
    hidden: list(oneOf('a group', FIELD_GROUPS), 'groups of fields that replies do not show the caller'),
    person: maybe(
      group('Who calls in the back office; else absent.', {
        ...PERSON,
        second_factor_missing: bit('1: the role wants a second factor, and until it is set up nothing else is open'),
        recovery_codes: whole('recovery codes of the second factor that are left'),
      }),
    ),
  }),
  view: (_args, { shop, rights, backOffice, person, service }) => {
    const user = person && shop.read('user', person.userId)!;
    return ok({
      object: 'rights',
      role: rights.role,
      operations: service.accounts.roles.held(rights, backOffice),
      hidden: rights.hidden ?? [],
      ...(user !== undefined && {
        person: {
          ...viewPerson(person!.userId, user),
          second_factor_missing: rights.lacksSecondFactor === true ? (1 as const) : (0 as const),
          recovery_codes: user.secondFactor.recovery.length,
        },
      }),
    } as const);
  },
});
