// The names of every list that the index of a kind shows and that a loop can go over, found by the compiler: a member
// more does not compile before its name stands here, and loops over what stands here are found by loops.test.ts. What
// is `Many` (kernel/many.ts) is not found, for no loop goes over it. Not looked at: what a list holds.
import type { IndexOf, KindName } from '../../src/domain/kind-types.ts';
import '../../src/domain/kinds.ts';
import type { SearchResult } from '../../src/domain/search/query.ts';
import type { ActorTable } from '../../src/engine/actors/actor-table.ts';

type IsList<T> = NonNullable<T> extends string ? false : NonNullable<T> extends Iterable<unknown> ? true : false;

/** As deep as an index is looked through: a member of a member of a member. */
type DeepMax = 3;
type Below<T, Deep extends 0[]> = NonNullable<T> extends object ? Lists<NonNullable<T>, [...Deep, 0]> : never;
type Given<T> = T extends (...args: never[]) => infer G ? G : T;

type Lists<T, Deep extends 0[] = []> = Deep['length'] extends DeepMax
  ? never
  : {
      [K in keyof T & string]: IsList<Given<T[K]>> extends true ? K : Below<Given<T[K]>, Deep>;
    }[keyof T & string];

/** Those of the shop itself are its settings. An index may be a list itself: the name is that of its kind. */
type OfKind<K extends KindName> = K extends 'shop' ? never : IsList<IndexOf<K>> extends true ? K : Lists<IndexOf<K>>;
type Resident = Pick<ActorTable, 'resident'>;
/** Besides the indexes: what a search finds, and the actors in memory. */
type Loopable = { readonly [K in KindName]: OfKind<K> }[KindName] | Lists<SearchResult> | Lists<Resident>;

/** How long each can be where that is little; '': it grows with the shop, and loops.test.ts looks for loops over it. */
export const LISTS: Readonly<Record<Loopable, string>> = {
  behind: '',
  between: 'days of searches, at most 400, and one that is not forgotten yet',
  bookedOn: '',
  byDay: '',
  byDraft: '',
  byKey: '',
  byName: '',
  byOrder: '',
  bySubject: '',
  byUsername: '',
  channels: 'of one delivery rule',
  considered: '',
  countByChannel: '',
  countries: 'of one delivery rule',
  coupon_batch: '',
  days: '',
  destroyed: '',
  dueAt: '',
  earlier: '',
  early: '',
  ends: '',
  entries: 'categories that fill themselves, at most 100',
  explained: 'of one search, at most 24',
  facets: 'of one search, at most 16',
  figures: '',
  failed: '',
  fittingOf: '',
  groups: 'of one delivery rule',
  held: '',
  holders: '',
  ids: '',
  lanes: 'of mails, at most 1,024',
  list: 'of one permalink',
  mayMeet: 'goods of running promotions, at most 2,000',
  met: 'goods of running promotions, at most 2,000',
  methodIds: '',
  money: '',
  months: 'that were closed by name',
  names: '',
  newestFailed: 'mails, as many as are asked for',
  numbers: 'of categories that fill themselves, at most 100',
  ofOrder: '',
  oldestWaiting: 'mails, as many as are asked for',
  open: '',
  pendingFor: '',
  product_prices: '',
  quantities: '',
  quantitiesOf: '',
  queues: '',
  received: '',
  refundStates: '',
  remindersFor: 'reminders that wait for one user: few mails wait where one is queued',
  rules: '',
  running: '',
  runningFor: '',
  scheduled: '',
  seqs: 'of one promotion',
  shop_profile: 'one actor',
  sold: '',
  someOf: '',
  spans: 'of one delivery rule',
  spent: 'of one promotion in one currency',
  staff: '',
  subjects: '',
  superseded: '',
  surplus: '',
  takeChanged: 'lanes of mails, at most 1,024',
  takeUnsent: 'reminders that ended since the last sweep, at most 10,000',
  targets: '',
  toAsk: '',
  unsettled: '',
  values: 'asks for its reason',
  variations: 'of one search, at most 1,000',
  withEmail: '',
  withInvitation: '',
  zips: 'of one delivery rule',
};
