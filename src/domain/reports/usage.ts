// How much the shop is used: calls and bytes by day and channel, carts begun, and searches that found nothing. The
// engine counts in memory and writes one record every few seconds (D169).
//
// Not promised: what was counted since the last write, if the process is killed.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Constraint } from '../search/constraint.ts';
import type { Transaction } from '../transaction.ts';
import { newVersioned, touch } from '../../kernel/versioned.ts';
import type { Versioned } from '../../kernel/versioned.ts';
import { countSearches } from './searched.ts';
import type { SearchedText } from './searched.ts';
import { lowered } from '../search/text-fold.ts';

export type ChannelUsage = readonly [channelId: number, requests: number, bytes: number];

/** One day of the shop's calendar. */
export interface Usage {
  day: number;
  /** One entry per channel, by rising id. */
  channels: readonly ChannelUsage[];
  /** Carts of shoppers that got their first line. */
  cartsBegun: number;
}

export type UsageCommand = {
  readonly type: 'count_usage';
  readonly day: number;
  readonly channels: readonly ChannelUsage[];
  readonly cartsBegun?: number;
};

const USAGE_EVENTS = { usage_counted: { day: 0, channels: [] as readonly ChannelUsage[], cartsBegun: 0 } };

export interface UsageIndex {
  /** Day → its actor and what that holds. */
  readonly byDay: Map<number, { readonly id: number } & Readonly<Pick<Usage, 'channels' | 'cartsBegun'>>>;
  readonly changed: Versioned;
}

const added = (before: readonly ChannelUsage[], more: readonly ChannelUsage[]): readonly ChannelUsage[] => {
  const sums = new Map(before.map((entry) => [entry[0], entry]));
  for (const [channelId, requests, bytes] of more) {
    const [, requestsBefore = 0, bytesBefore = 0] = sums.get(channelId) ?? [];
    sums.set(channelId, [channelId, requestsBefore + requests, bytesBefore + bytes]);
  }
  return [...sums.values()].sort(([a], [b]) => a - b);
};

export const usage: ActorKind<Usage, UsageCommand, typeof USAGE_EVENTS, UsageIndex> = {
  kind: 'usage',
  state: schema<Usage>({ day: 0, channels: [], cartsBegun: 0 }),
  events: USAGE_EVENTS,
  decide: (_state, { day, channels, cartsBegun = 0 }) => decided({ type: 'usage_counted', day, channels, cartsBegun }),
  apply(state, { day, channels, cartsBegun }) {
    state.day = day;
    state.channels = added(state.channels, channels);
    state.cartsBegun += cartsBegun;
  },
  index: {
    create: () => ({ byDay: new Map(), changed: newVersioned() }),
    add({ byDay, changed }, id, { day, channels, cartsBegun }, seq) {
      byDay.set(day, { id, channels, cartsBegun });
      touch(changed, seq);
    },
    remove({ byDay, changed }, _id, { day }, seq) {
      byDay.delete(day);
      touch(changed, seq);
    },
  },
  evictable: () => true,
  residentShare: 0.1,
};

type ZeroResultSearch = readonly [text: string, searches: number, lastDay: number];

/** Texts that shoppers searched for without a result (D170). One actor, with the id ZERO_RESULT_SEARCHES. */
export interface ZeroResultSearches {
  texts: readonly ZeroResultSearch[];
}
export const ZERO_RESULT_SEARCHES = 1;

export type ZeroResultSearchesCommand = {
  readonly type: 'count_zero_result_searches';
  readonly day: number;
  readonly counts: readonly (readonly [text: string, searches: number])[];
  readonly textsMax: number;
};

const SEARCH_EVENTS = {
  zero_result_searches_counted: {
    day: 0,
    counts: [] as ZeroResultSearchesCommand['counts'],
    forgotten: [] as readonly string[],
  },
};

const counted = (
  texts: readonly ZeroResultSearch[],
  { day, counts }: Pick<ZeroResultSearchesCommand, 'day' | 'counts'>,
): ZeroResultSearch[] => {
  const sums = new Map(texts.map((search) => [search[0], search]));
  for (const [text, searches] of counts) sums.set(text, [text, (sums.get(text)?.[1] ?? 0) + searches, day]);
  return [...sums.values()];
};

export const zeroResultSearches: ActorKind<ZeroResultSearches, ZeroResultSearchesCommand, typeof SEARCH_EVENTS> = {
  kind: 'zero_result_searches',
  state: schema<ZeroResultSearches>({ texts: [] }),
  events: SEARCH_EVENTS,
  /** Where there are too many, those go that nobody has asked for the longest, of one day the rarest. */
  decide({ texts }, { day, counts, textsMax }) {
    const all = counted(texts, { day, counts });
    const over = Math.max(0, all.length - textsMax);
    const forgotten =
      over === 0
        ? []
        : all
            .sort(([, searchesA, dayA], [, searchesB, dayB]) => dayA - dayB || searchesA - searchesB)
            .slice(0, over)
            .map(([text]) => text);
    return decided({ type: 'zero_result_searches_counted', day, counts, forgotten });
  },
  apply(state, { day, counts, forgotten }) {
    const gone = new Set(forgotten);
    state.texts = counted(state.texts, { day, counts }).filter(([text]) => !gone.has(text));
  },
};

const TEXT_MAX = 100;
/** More conditions are no shopper's words. */
const TEXTS_MAX = 10;

const textsOf = (constraint: Constraint): readonly string[] => {
  if (constraint.type !== 'leaf') return constraint.parts.flatMap(textsOf);
  const [text = ''] = constraint.operands.map(String);
  if (constraint.operator === 'MATCH') return [text];
  if (constraint.operator !== 'LIKE') return [];
  return [
    /[%_]/.test(text) ? text.replace(/\\(.)|[%_]+/gsu, (_all, literal: string | undefined) => literal ?? ' ') : text,
  ];
};

const plainText = (text: string): string => lowered(text).trim().split(/\s+/).join(' ');
const cut = (text: string): string => (text.length <= TEXT_MAX ? text : Array.from(text).slice(0, TEXT_MAX).join(''));

/**
 * What was searched for, as far as a constraint tells: the texts of its LIKE and MATCH, each once, lower case, without
 * wildcards, cut to 100 characters. '' for none.
 */
export const searchTextOf = (constraint: Constraint): string => {
  const texts = textsOf(constraint).slice(0, TEXTS_MAX).map(plainText);
  return cut([...new Set(texts)].join(' ').trim());
};

/** What a storefront says was searched for, as `searchTextOf` has it of the search itself. */
export const searchTextGiven = (text: string): string => cut(plainText(text));

export interface Counted {
  readonly day: number;
  readonly channels: readonly ChannelUsage[];
  readonly cartsBegun?: number;
  readonly searches: ZeroResultSearchesCommand['counts'];
  readonly textsMax: number;
  /** What shoppers searched for, and how many texts of a day are kept. */
  readonly searched?: readonly SearchedText[];
  readonly searchedMax?: number;
}

/** Writes down what was counted since the last time. Refuses nothing. */
export const countUsage = (tx: Transaction, counted: Counted): Result<void> => {
  const { day, channels, cartsBegun = 0, searches, textsMax, searched = [], searchedMax = 0 } = counted;
  const written = countSearches(tx, day, searched, searchedMax);
  if (!written.ok) return written;
  if (channels.length > 0 || cartsBegun > 0) {
    const command = { type: 'count_usage', day, channels, cartsBegun } as const;
    const known = tx.index('usage').byDay.get(day);
    const done = known === undefined ? tx.create('usage', command) : tx.ask('usage', known.id, command);
    if (!done.ok) return done;
  }
  if (searches.length === 0) return ok(undefined);
  const command = { type: 'count_zero_result_searches', day, counts: searches, textsMax } as const;
  const begun = tx.read('zero_result_searches', ZERO_RESULT_SEARCHES) !== undefined;
  const done = begun
    ? tx.ask('zero_result_searches', ZERO_RESULT_SEARCHES, command)
    : tx.create('zero_result_searches', command);
  return done.ok ? ok(undefined) : done;
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly usage: typeof usage;
    readonly zero_result_searches: typeof zeroResultSearches;
  }
}
