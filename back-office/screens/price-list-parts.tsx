// What the screens of price lists show of one: its state, its days, for whom and where it counts.
import type { CustomerGroup, PriceList } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { compareNames, day } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { t } from '../texts/texts.ts';
import { readGroups } from './groups-link.tsx';

const TONES = { planned: 'info', running: 'good', ended: 'quiet' } as const;

export const ListChip = ({ state }: Pick<PriceList, 'state'>) => (
  <Chip tone={TONES[state]}>{t().prices.states[state]}</Chip>
);

export const daysOf = ({ start_date: from, end_date: until }: PriceList): string => {
  const texts = t().coupons;
  if (from !== null && until !== null) return texts.between(day(from), day(until));
  if (from !== null) return texts.from(day(from));
  return until === null ? texts.always : texts.until(day(until));
};

export interface Lists {
  readonly lists: readonly PriceList[];
  /** Group → its name. */
  readonly groups: ReadonlyMap<number, string>;
  readonly channels: ReadonlyMap<number, string>;
}

const named = (all: readonly Pick<CustomerGroup, 'id' | 'name'>[]): ReadonlyMap<number, string> =>
  new Map(all.map(({ id, name }) => [id, name]));

/** All lists, with the names of what they name; those that run come first. */
export const readLists = async (signal?: AbortSignal): Promise<Lists> => {
  const [{ price_lists: lists }, groups, channels] = await Promise.all([
    call('get_price_lists', {}, signal),
    may('get_groups') ? readGroups(signal) : [],
    may('get_channels') ? call('get_channels', {}, signal).then((reply) => reply.channels) : [],
  ]);
  const order = { running: 0, planned: 1, ended: 2 } as const;
  const sorted = lists.toSorted(
    (a, b) => order[a.state] - order[b.state] || b.priority - a.priority || compareNames(a.name, b.name),
  );
  return { lists: sorted, groups: named(groups), channels: named(channels) };
};

export const readPriceList = async (id: number, signal?: AbortSignal): Promise<PriceList> =>
  found((await call('get_price_lists', {}, signal)).price_lists.find((one) => one.id === id));

export const whomOf = ({ groups: ids }: PriceList, groups: ReadonlyMap<number, string>): string =>
  ids.length === 0 ? t().prices.everybody : ids.map((id) => groups.get(id) ?? t().prices.goneGroup(id)).join(', ');

export const whereOf = (list: PriceList, channels: ReadonlyMap<number, string>): string => {
  const places = [...list.channels.map((id) => channels.get(id) ?? `#${id}`), ...list.countries];
  return places.length === 0 ? t().prices.everywhere : places.join(', ');
};
