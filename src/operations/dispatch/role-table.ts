// The built-in roles, as a table over what operations declare: their area, whether they read or write, their level. An
// operation that is new is in them by its declaration.
//
// Guaranteed: what rights hold is found by one look-up of a name. Rights of a level or a built-in role are made once;
// those of a role of the shop's own once for each change of its list.
import { SECURITY_LEVELS } from '../../domain/accounts/user-fields.ts';
import type { BuiltInRole, FieldGroup, Role } from '../../domain/accounts/role.ts';
import { FIELD_GROUPS } from '../../domain/accounts/role.ts';
import { builtInRole, ownRole } from '../../domain/accounts/change-role.ts';
import { levelOf } from '../access/levels.ts';
import type { Operation } from '../context/operation.ts';
import type { Rights, RoleServices } from '../context/rights.ts';
import { OPERATIONS } from './registry.ts';

/** What of an operation decides which built-in roles hold it. */
interface Entry {
  readonly area: Operation['area'];
  readonly effect: Operation['effect'];
  /** The least level that may call it without a role. */
  readonly level: number;
  readonly roles: readonly BuiltInRole[];
  readonly needsKey: boolean;
  readonly leaks: readonly FieldGroup[];
}

const { manager, administrator } = SECURITY_LEVELS;

/** Ways in that are no operations. A role lists them beside operations. */
export const OTHER_WAYS: { readonly [name: string]: Entry } = {
  /** GET /srv/events, and what keeps the page of the back office up to date. */
  change_feed: {
    area: 'webhooks',
    effect: 'read',
    level: manager,
    roles: ['warehouse', 'support'],
    needsKey: true,
    leaks: [],
  },
  /** POST /admin/images. */
  upload_image: { area: 'products', effect: 'write', level: manager, roles: [], needsKey: true, leaks: [] },
  /** POST /admin/import; it makes classes as well. Its preview compares records with those there are. */
  import: { area: 'classes', effect: 'write', level: administrator, roles: [], needsKey: true, leaks: FIELD_GROUPS },
  /** GET /admin/engine: figures of the process. */
  engine_room: { area: 'server', effect: 'read', level: manager, roles: [], needsKey: true, leaks: [] },
};

const ENTRIES: ReadonlyMap<string, Entry> = new Map([
  ...[...OPERATIONS].map(([name, operation]): [string, Entry] => {
    const { area, effect, credential, roles = [], leaks: shown = [] } = operation;
    const leaks = shown === 'all' ? FIELD_GROUPS : shown;
    return [name, { area, effect, roles, level: levelOf(operation), needsKey: credential === 'secret', leaks }];
  }),
  ...Object.entries(OTHER_WAYS),
]);

/** The group whose fields it shows all the same; undefined: it may be held beside them. */
const leakOf = (name: string, hidden: readonly FieldGroup[]): FieldGroup | undefined =>
  hidden.find((group) => ENTRIES.get(name)?.leaks.includes(group));

/** What every role holds: who one is, the shop's profile, one's own account; of an aggregate its parts count. */
export const OF_EVERY_ROLE: ReadonlySet<string> = new Set(
  [...OPERATIONS].flatMap(([name, { isForAll }]) => (isForAll === true ? [name] : [])),
);

type Areas = readonly Operation['area'][];

/** What a built-in role holds of what is not for administrators alone, besides operations that declare it. */
interface Holding {
  readonly reads: Areas | 'all';
  readonly writes: Areas | 'all';
  /** Reads that reach out of the shop, or show customers to those who have nothing to do with it. */
  readonly but?: readonly string[];
}

const GOODS: Areas = ['categories', 'products', 'classes', 'records', 'warehouse'];

const HOLDINGS: { readonly [role in Exclude<BuiltInRole, 'owner'>]: Holding } = {
  manager: { reads: 'all', writes: 'all' },
  // A draft is nothing to pack yet.
  warehouse: { reads: [...GOODS, 'orders'], writes: ['warehouse'], but: ['get_drafts'] },
  support: { reads: [...GOODS, 'cart', 'orders', 'payment', 'users', 'search', 'coupons'], writes: [] },
  reader: { reads: 'all', writes: [], but: ['application_api_call', 'test_webhook'] },
};

const isIn = (areas: Areas | 'all', area: Operation['area']): boolean => areas === 'all' || areas.includes(area);

const holds = (role: keyof typeof HOLDINGS, name: string): boolean => {
  const { area, effect, level, roles } = ENTRIES.get(name)!;
  const { reads, writes, but = [] } = HOLDINGS[role];
  if (level > manager) return false;
  return roles.includes(role) || (isIn(effect === 'read' ? reads : writes, area) && !but.includes(name));
};

/** An operation that shows what is hidden is not held, also where it came to do so after the role was made. */
const rightsTo = (role: string, names: Iterable<string>, hidden: readonly FieldGroup[] = []): Rights => {
  const held = new Set([...names, ...OF_EVERY_ROLE].filter((name) => leakOf(name, hidden) === undefined));
  return { role, hidden: hidden.length === 0 ? undefined : hidden, may: (name) => held.has(name) };
};

const NAMES = [...ENTRIES.keys()].sort();

/** No role, and nothing that limits: what credentials open decides alone. */
export const ALL_RIGHTS: Rights = { role: '', hidden: undefined, may: () => true };
const NO_RIGHTS: Rights = { role: '', hidden: FIELD_GROUPS, may: () => false };

const builtIn = (role: keyof typeof HOLDINGS): Rights =>
  rightsTo(
    role,
    NAMES.filter((name) => holds(role, name)),
  );

const BUILT_IN: { readonly [role in BuiltInRole]: Rights } = {
  owner: { role: 'owner', hidden: undefined, may: () => true },
  manager: builtIn('manager'),
  warehouse: builtIn('warehouse'),
  support: builtIn('support'),
  reader: builtIn('reader'),
};

/** A person without a role has what the level permits. */
const ofLevel = (least: number): Rights => ({
  role: '',
  hidden: undefined,
  may: (name) => (ENTRIES.get(name)?.level ?? Infinity) <= least,
});
const OF_LEVEL = new Map<number, Rights>([manager, administrator].map((level) => [level, ofLevel(level)]));

/** The list of a role of the shop's own → its rights, and what they hide: a change gives the state another list. */
const OWN = new WeakMap<readonly string[], readonly [hidden: readonly FieldGroup[], rights: Rights]>();

const ofOwn = ({ name, operations, hidden }: Readonly<Role>): Rights => {
  const kept = OWN.get(operations);
  // Rows without a list share one.
  if (kept?.[0] === hidden && kept[1].role === name) return kept[1];
  const rights = rightsTo(name, operations, hidden);
  OWN.set(operations, [hidden, rights]);
  return rights;
};

/** What `wanted` sees and `rights` does not. */
const unseen = (rights: Rights, wanted: Rights): string | undefined => {
  const group = rights.hidden?.find((one) => wanted.hidden?.includes(one) !== true);
  return group === undefined ? undefined : `sight of ${group}`;
};

export const ROLES: RoleServices = {
  ofRole(shop, name) {
    const known = builtInRole(name);
    if (known !== undefined) return BUILT_IN[known];
    const own = ownRole(shop, name);
    return own.ok ? ofOwn(own.value[1]) : rightsTo(name, []);
  },
  ofAccount(shop, { level, role }) {
    if (level < manager) return NO_RIGHTS;
    return role === '' ? (OF_LEVEL.get(level) ?? ofLevel(level)) : this.ofRole(shop, role);
  },
  ofPerson(shop, user) {
    const builtIn = builtInRole(user.role);
    if (!user.hasSecondFactor && builtIn !== undefined && shop.rules.secondFactorRoles.includes(builtIn))
      return { ...rightsTo(builtIn, []), lacksSecondFactor: true };
    const own = user.hasSecondFactor || user.role === '' ? undefined : ownRole(shop, user.role);
    if (own?.ok !== true || !own.value[1].needsSecondFactor) return this.ofAccount(shop, user);
    return { ...rightsTo(user.role, [], own.value[1].hidden), lacksSecondFactor: true };
  },
  ofChannel(shop, role) {
    return role === '' ? ALL_RIGHTS : this.ofRole(shop, role);
  },
  held: (rights, hasKey) => NAMES.filter((name) => rights.may(name) && (hasKey || !ENTRIES.get(name)!.needsKey)),
  lacking: (rights, wanted) => NAMES.find((name) => wanted.may(name) && !rights.may(name)) ?? unseen(rights, wanted),
  toCall: (names, hidden) => rightsTo('', names, hidden),
  leaking(names, hidden) {
    const name = names.find((one) => leakOf(one, hidden) !== undefined);
    return name === undefined ? undefined : [name, leakOf(name, hidden)!];
  },
  unknown: (names) => names.find((name) => !ENTRIES.has(name)),
};
