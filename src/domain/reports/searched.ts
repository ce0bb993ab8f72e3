// What shoppers searched for, by day: how often, how often in vain, and what they clicked and ordered then, as far as
// the storefront says so. Texts alone: no session, account or address is kept with them. The engine counts in memory
// and writes one record every few seconds (D511).
//
// Not promised: exact counts of rare texts on a day with more different ones than are kept; the rarest are forgotten.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { best, daysOf, shownAs } from './made-report.ts';
import type { PlannedReport, Range, Report } from './made-report.ts';

/** `hits`: products that the last search for the text found. */
export type SearchedText = readonly [
  text: string,
  searches: number,
  inVain: number,
  hits: number,
  clicked: number,
  ordered: number,
];

export interface SearchDay {
  day: number;
  texts: readonly SearchedText[];
}

export type SearchDayCommand =
  | {
      readonly type: 'count_searches';
      readonly day: number;
      readonly counts: readonly SearchedText[];
      readonly textsMax: number;
    }
  | { readonly type: 'forget_searches' };

const NO_TEXTS: readonly SearchedText[] = [];
const NO_NAMES: readonly string[] = [];

const EVENTS = {
  searches_counted: { day: 0, counts: NO_TEXTS, forgotten: NO_NAMES },
  searches_forgotten: {},
};

/** Days that are kept. */
const DAYS_MAX = 400;
/** Records of a list. */
const LISTED_MAX = 1000;

/** Whether a text may be an e-mail address, which no count keeps; also one in signs of double width. */
export const isAddress = (text: string): boolean => /[@＠﹫]/.test(text);

export const addSearched = (sums: Map<string, SearchedText>, counts: Iterable<SearchedText>): void => {
  for (const [text, searches, inVain, hits, clicked, ordered] of counts) {
    const [, searchesBefore = 0, inVainBefore = 0, hitsBefore = 0, clickedBefore = 0, orderedBefore = 0] =
      sums.get(text) ?? [];
    sums.set(text, [
      text,
      searchesBefore + searches,
      inVainBefore + inVain,
      searches > 0 ? hits : hitsBefore,
      clickedBefore + clicked,
      orderedBefore + ordered,
    ]);
  }
};

const counted = (texts: readonly SearchedText[], counts: readonly SearchedText[]): Map<string, SearchedText> => {
  const sums = new Map(texts.map((one) => [one[0], one]));
  addSearched(sums, counts);
  return sums;
};

const bySearches = ([textA, a]: SearchedText, [textB, b]: SearchedText): number => b - a || (textA < textB ? -1 : 1);

export class SearchDays {
  private readonly ids = new Map<number, number>();

  add(day: number, id: number): void {
    this.ids.set(day, id);
  }

  remove(day: number): void {
    this.ids.delete(day);
  }

  /** Ids of the days of a range that something was searched on, in their order. */
  between(fromDay: number, toDay: number): readonly number[] {
    const days = [...this.ids.keys()].filter((day) => fromDay <= day && day <= toDay);
    return days.sort((a, b) => a - b).map((day) => this.idOf(day));
  }

  /** 0: nothing was searched on that day. */
  idOf(day: number): number {
    return this.ids.get(day) ?? 0;
  }

  /** The first day's, where there are more than are kept; else 0. */
  get surplus(): number {
    return this.ids.size <= DAYS_MAX ? 0 : this.idOf(Math.min(...this.ids.keys()));
  }
}

export const searchDay: ActorKind<SearchDay, SearchDayCommand, typeof EVENTS, SearchDays> = {
  kind: 'search_day',
  state: schema<SearchDay>({ day: 0, texts: NO_TEXTS }),
  events: EVENTS,
  ends: 'searches_forgotten',
  /**
   * Where there are too many texts, the rarest go. A click counts where its text was searched for that day; clicks
   * alone change nothing where none was.
   */
  decide({ texts }, command) {
    if (command.type === 'forget_searches') return decided({ type: 'searches_forgotten' });
    const { day, counts: given, textsMax } = command;
    const known = new Set(texts.map(([text]) => text));
    const counts = given.filter(([text, searches]) => searches > 0 || known.has(text));
    if (counts.length === 0) return decided();
    const all = [...counted(texts, counts).values()].sort(bySearches);
    const forgotten = all.slice(textsMax).map(([text]) => text);
    return decided({ type: 'searches_counted', day, counts, forgotten });
  },
  apply(state, event) {
    if (event.type === 'searches_forgotten') return;
    const gone = new Set(event.forgotten);
    state.day = event.day;
    state.texts = [...counted(state.texts, event.counts).values()].filter(([text]) => !gone.has(text));
  },
  evictable: () => true,
  residentMax: 10,
  index: {
    ignoresPending: true,
    create: () => new SearchDays(),
    add: (index, id, { day }) => index.add(day, id),
    remove: (index, _id, { day }) => index.remove(day),
  },
};

/** Writes down what was searched since the last time, and forgets the oldest day. Refuses nothing. */
export const countSearches = (
  tx: Transaction,
  day: number,
  counts: readonly SearchedText[],
  textsMax: number,
): Result<void> => {
  if (counts.length === 0 || textsMax === 0) return ok(undefined);
  const index = tx.index('search_day');
  const command = { type: 'count_searches', day, counts, textsMax } as const;
  const id = index.idOf(day);
  if (id === 0 && !counts.some(([, searches]) => searches > 0)) return ok(undefined);
  const done = id === 0 ? tx.create('search_day', command) : tx.ask('search_day', id, command);
  if (!done.ok) return done;
  const { surplus } = index;
  return surplus === 0 ? ok(undefined) : tx.ask('search_day', surplus, { type: 'forget_searches' });
};

export const SEARCH_LISTS = ['searches', 'searches_in_vain'] as const;
type SearchList = (typeof SEARCH_LISTS)[number];

function* searchesOn(
  shop: Reader,
  statistic: SearchList,
  [fromDay, toDay]: readonly [number, number],
): Steps<Result<Report>> {
  const sums = new Map<string, SearchedText>();
  for (const id of shop.index('search_day').between(fromDay, toDay)) {
    addSearched(sums, shop.read('search_day', id)?.texts ?? NO_TEXTS);
    yield '';
  }
  const valueOf = ([, searches, inVain]: SearchedText): number => (statistic === 'searches' ? searches : inVain);
  const byValue = (a: SearchedText, b: SearchedText): number => valueOf(b) - valueOf(a) || bySearches(a, b);
  const records = (yield* best(sums.values(), byValue, LISTED_MAX))
    .filter((one) => valueOf(one) > 0)
    .map((one) => {
      const [name, searches, inVain, hits, clicked, ordered] = one;
      return { day: toDay, value: valueOf(one), name, searched: { searches, inVain, hits, clicked, ordered } };
    });
  return shownAs({ measurement: 'searches', digits: 0, fromDay, toDay }, records);
}

/** Refuses: PARAMETER_INVALID. */
export const planSearches = (shop: Reader, statistic: SearchList, query: Range): Result<PlannedReport> => {
  if (query.channel !== '' || query.currency !== '')
    return refuse('PARAMETER_INVALID', query.channel === '' ? 'currency' : 'channel', 'Searches are counted by text.');
  const days = daysOf(shop, query);
  if (!days.ok) return days;
  return ok({
    track: () => shop.trackAbsence('search_day'),
    steps: () => searchesOn(shop, statistic, days.value),
  });
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly search_day: typeof searchDay;
  }
}
