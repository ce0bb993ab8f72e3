// Groups of customers, and which accounts are in them (docs/sell/prices.md).
import { groupIds, makeGroup, renameGroup, setGroups } from '../domain/prices/change-groups.ts';
import { endGroup } from '../domain/prices/change-lists.ts';
import { userOf } from '../domain/accounts/find-user.ts';
import { Type, int, json, map, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { mayChangeAccount } from './access/levels.ts';
import { read, write } from './context/operation.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import { writeSeen } from './params/seen-write.ts';
import { SUCCESS, dateTime as dateTimeMember, id, list, record, reply, text as textMember } from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const OF_GROUPS = {
  area: 'prices',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;
const NAME = { name: text('name of the group, as people of the shop read it', { max: 1000, empty: true }) };
const ID_GROUP = { id_group: int('group id') };
/** Groups of one account. */
const USER_GROUPS_MAX = 100;

export const create_group = write({
  ...OF_GROUPS,
  summary: 'Makes a group of customers, whom price lists can name.',
  params: NAME,
  handle: ({ name }, { shop }) => makeGroup(shop, name),
  refusals: ['GROUP_NAME_NOT_VALID', 'GROUP_NAME_ALREADY_IN_USE', 'GROUP_LIMIT_REACHED'],
  reply: reply('create_group', { status: SUCCESS, id_group: id('group id') }),
  view: (groupId: number) => ({ object: 'create_group', status: 'success', id_group: groupId }) as const,
});

export const update_group = write({
  ...OF_GROUPS,
  summary: 'Renames a group of customers.',
  params: { ...ID_GROUP, ...NAME, if_seq: ifSeq('group', 'get_groups') },
  handle: ({ id_group: groupId, name, if_seq: seen }, { shop }) => renameGroup(shop, groupId, name, seen),
  refusals: ['GROUP_NOT_FOUND', 'GROUP_NAME_NOT_VALID', 'GROUP_NAME_ALREADY_IN_USE', 'CHANGED_MEANWHILE'],
  ...done('update_group'),
});

export const delete_group = writeSeen(
  { kind: 'customer_group', id: (args) => args.id_group, called: 'group', shownBy: 'get_groups' },
  {
    ...OF_GROUPS,
    summary: 'Ends a group of customers that no price list names; accounts are in it no longer.',
    params: { ...ID_GROUP, dry_run: dryRunParam },
    handle: ({ id_group: groupId }, { shop }) => endGroup(shop, groupId),
    refusals: ['GROUP_NOT_FOUND', 'GROUP_IN_USE'],
    dryRun: () => ({ object: 'delete_group', status: 'success' }) as const,
    ...done('delete_group'),
  },
);

const Group = record('CustomerGroup', 'A group of customers.', {
  id: id('group id'),
  name: textMember('name'),
  creation_date: dateTimeMember('when it was made'),
  seq: id('number of the record that changed it last'),
});

export const get_groups = read({
  ...OF_GROUPS,
  summary: 'All groups of customers.',
  params: {},
  reply: reply('groups', { groups: list(Group, 'all groups, in the order in which they were made') }),
  view: (_args, { shop }) => {
    const groups = groupIds(shop).map((groupId) => {
      const { name, createdMs } = shop.read('customer_group', groupId)!;
      return {
        id: groupId,
        name,
        creation_date: dateTime(createdMs),
        seq: shop.seqOf('customer_group', groupId),
      };
    });
    return ok({ object: 'groups', groups } as const);
  },
});

/** Ids, each once, ascending. */
const groups = map(
  json(Type.Array(Type.Integer(), { maxItems: USER_GROUPS_MAX, description: 'group ids; none: it is in no group' })),
  (ids) => ok([...new Set(ids)].sort((a, b) => a - b)),
);

export const set_user_groups = writeSeen(
  { kind: 'user', id: (args) => args.id_user, called: 'account', shownBy: 'get_user_by_id' },
  {
    ...OF_GROUPS,
    summary: 'Says which groups of customers an account is in.',
    alone: 'it changes an account',
    params: { id_user: int('user id'), groups },
    handle: ({ id_user: userId, groups: ids }, ctx) => {
      const { shop } = ctx;
      const known = userOf(shop, userId);
      if (!known.ok) return known;
      const allowed = mayChangeAccount(ctx, userId, known.value);
      if (!allowed.ok) return allowed;
      return setGroups(shop, userId, ids);
    },
    refusals: ['USER_NOT_FOUND', 'GROUP_NOT_FOUND'],
    ...done('set_user_groups'),
  },
);
