// Which operations an agent may call: reads, writes that were allowed, and dry runs of others.
//
// Guaranteed: an operation that changes something, or that calls another server, is offered only where it was allowed
// by name or with all of them. Not promised: that what is left out by `persons` is all that may tell of a person; a
// note or a name of a product is text that anybody may have written.
import { hasDryRun } from '../operations/dispatch/operation-list.ts';
import { OPERATIONS } from '../operations/dispatch/registry.ts';
import type { AREAS, Operation } from '../operations/context/operation.ts';

export type Area = keyof typeof AREAS;

export interface Grant {
  /** Operations that may change something; `all`: every one. */
  readonly writes: 'all' | ReadonlySet<string>;
  /** Whether the agent may see users, orders and what hangs on them. */
  readonly persons: boolean;
  /** Whether the credentials of the calls have a secret key. */
  readonly hasSecretKey: boolean;
}

export interface Offered {
  readonly name: string;
  readonly operation: Operation;
  /** `dry_run`: it may be asked what it would do, and nothing else. */
  readonly access: 'read' | 'write' | 'dry_run';
}

interface Withheld {
  readonly name: string;
  /** Why, and what a person can do about it. */
  readonly why: string;
}

const AREAS_OF_PERSONS: ReadonlySet<Area> = new Set([
  'sessions',
  'cart',
  'orders',
  'payment',
  'users',
  'applications',
] as const);
/** Operations of other areas that show persons; the history of a shop has changes of users and orders. */
const ABOUT_PERSONS: ReadonlySet<string> = new Set([
  'search_orders',
  'search_users',
  'get_changelog',
  'get_staff',
  'get_invitations',
  'get_invitation',
]);

const isAboutPersons = (name: string, { area }: Operation): boolean =>
  AREAS_OF_PERSONS.has(area) || ABOUT_PERSONS.has(name);

/** Whether the operation calls another server, whatever becomes of the shop. */
export const callsOthers = ({ slow }: Operation): boolean => slow === 'applications' || slow === 'webhooks';

/** Whether the operation changes nothing, here or elsewhere. */
const isRead = (operation: Operation): boolean => operation.effect === 'read' && !callsOthers(operation);

const showsSecret = (operation: Operation): boolean => operation.effect === 'write' && operation.secret !== undefined;

const offered = (name: string, operation: Operation, { writes, persons, hasSecretKey }: Grant): Offered | Withheld => {
  if (operation.effect === 'aggregate') return { name, why: 'call its parts one by one' };
  if (showsSecret(operation))
    return { name, why: 'its reply holds a secret, which no agent is shown: a person calls it, or runs kontor' };
  if (!persons && isAboutPersons(name, operation))
    return { name, why: 'kontor mcp was started with --no-persons, and it is about users or orders' };
  if (!hasSecretKey && operation.credential === 'secret')
    return { name, why: 'it needs a secret key, and kontor mcp was given none' };
  if (isRead(operation)) return { name, operation, access: 'read' };
  if (writes === 'all' || writes.has(name)) return { name, operation, access: 'write' };
  if (hasDryRun(operation)) return { name, operation, access: 'dry_run' };
  const what = callsOthers(operation) ? 'calls another server' : 'changes the shop';
  return { name, why: `it ${what}: a person allows it with kontor mcp --allow ${name}, or --allow-writes` };
};

export interface Offer {
  readonly operations: ReadonlyMap<string, Offered>;
  readonly withheld: ReadonlyMap<string, Withheld>;
}

/** Returns the offer in the order of the table of operations. */
export const offerOf = (grant: Grant): Offer => {
  const all = [...OPERATIONS].map(([name, operation]) => offered(name, operation, grant));
  return {
    operations: new Map(all.flatMap((one) => ('access' in one ? [[one.name, one] as const] : []))),
    withheld: new Map(all.flatMap((one) => ('why' in one ? [[one.name, one] as const] : []))),
  };
};
