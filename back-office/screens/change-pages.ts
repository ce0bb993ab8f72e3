// The record of all changes, a page at a time, newest first, with the filters that this server knows.
import type { Change } from '../../src/client/operations.ts';
import { Refused, call, callByName } from '../api/call.ts';
import { takes } from '../api/rights.ts';
import type { Operation } from '../api/operations.ts';
import type { Reply } from '../api/call.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';

/** What the address of the screen keeps. */
export const FILTERS = ['object', 'person', 'channel', 'field', 'operation', 'since'] as const;
export type Filters = { readonly [name in (typeof FILTERS)[number]]: string };

/** The changes of one call. */
export interface Step {
  readonly seq: number;
  readonly changes: readonly [Change, ...Change[]];
}

export interface ChangePage {
  readonly steps: readonly Step[];
  /** Where the next page begins; 0: there is none. */
  readonly next: number;
}

export const isNewestFirst = (operation: Operation): boolean => takes(operation, 'before');

/** Filters that the operation of this server knows; an object is always one of them. */
export const filtersOf = (operation: Operation): readonly (keyof Filters)[] => {
  const params = { object: 'object', person: 'id_user', channel: 'channel', field: 'field', operation: 'operation' };
  return FILTERS.filter((name) => name === 'since' || takes(operation, params[name]));
};

/** Refuses a username that nobody has. */
const userIdOf = async (person: string, signal: AbortSignal): Promise<number> => {
  const id = idIn(person);
  if (id !== undefined) return id;
  const { result } = await call('search_users', { constraint: { username: person }, right_limit: 1 }, signal);
  const [user] = result;
  if (user === undefined) throw new Refused(200, 'USER_NOT_FOUND', person, t().changes.nobody(person));
  return user.id_user;
};

const paramsOf = async (filters: Filters, known: readonly string[], signal: AbortSignal) => {
  const { object, person, since, ...rest } = filters;
  const wanted = Object.entries(rest).filter(([name, value]) => value !== '' && known.includes(name));
  const isKind = object !== '' && !object.includes('/');
  return {
    ...Object.fromEntries(wanted),
    ...(object === '' ? {} : { [isKind ? 'kind' : 'object']: object }),
    ...(since === '' ? {} : { since }),
    ...(person === '' || !known.includes('person') ? {} : { id_user: await userIdOf(person, signal) }),
  };
};

const stepsOf = (records: readonly Change[]): readonly Step[] => {
  const steps = new Map<number, [Change, ...Change[]]>();
  for (const change of records) {
    const step = steps.get(change.seq);
    if (step === undefined) steps.set(change.seq, [change]);
    else step.push(change);
  }
  return [...steps].map(([seq, changes]) => ({ seq, changes }));
};

const PAGE = 100;
/** Reads on if a page ends without a match, because the server limits how much it scans. */
const READS_MAX = 20;

/** `at`: the `next` of the page before; 0 for the first page. */
export const readChanges = async (
  operation: Operation,
  filters: Filters,
  at: number,
  signal: AbortSignal,
): Promise<ChangePage> => {
  const cursor = isNewestFirst(operation) ? 'before' : 'after';
  const params = await paramsOf(filters, filtersOf(operation), signal);
  const records: Change[] = [];
  let next = at;
  for (let reads = 0; reads < READS_MAX && records.length === 0; reads += 1) {
    const sent = { ...params, limit: PAGE, [cursor]: next };
    const page = (await callByName('get_changelog', sent, signal)) as Reply<'get_changelog'>;
    records.push(...page.records);
    next = page.next;
    if (next === 0) break;
  }
  return { steps: stepsOf(records), next };
};
