// The previous and the next order of the list from which one came.
import type { Constraint } from '../../src/client/constraints.ts';
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { Icon } from '../parts/icon.tsx';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { lastListed } from './orders-filter.ts';

interface Place {
  readonly id: number;
  /** When it ends unless it is paid, where the list is in that order. */
  readonly until: string | undefined;
}

/** Orders on one side of it. Lists show the newest first, or those that end the soonest. */
const beside = ({ id, until }: Place, isNext: boolean): object => {
  if (until === undefined) return { 'main.id': [isNext ? '<' : '>', id] };
  const sign = isNext ? '>' : '<';
  const ofSameTime = { AND: [{ 'main.pay_until': until }, { 'main.id': [sign, id] }] };
  return { OR: [{ 'main.pay_until': [sign, until] }, ofSameTime] };
};

const neighbour = async (place: Place, isNext: boolean, signal: AbortSignal): Promise<number | undefined> => {
  const constraint = { AND: [lastListed.value.constraint, beside(place, isNext)] } as Constraint;
  const isAscending = place.until === undefined ? !isNext : isNext;
  const columns = place.until === undefined ? ['main.id'] : ['main.pay_until', 'main.id'];
  const order = isAscending ? 'ASC' : 'DESC';
  const one = { order_columns: columns, order, left_limit: 0, right_limit: 1 } as const;
  return (await call('search_orders', { constraint, ...one }, signal)).result[0]?.id;
};

/** Orders that are looked for on each side: others may have come before it meanwhile. */
const AROUND = 5;

/** The one before and the one behind, where a column was chosen; none if the list was never at the order. */
const besidePlace = async (id: number, signal: AbortSignal): Promise<readonly (number | undefined)[]> => {
  const { constraint, order, places } = lastListed.value;
  const at = places.get(id);
  if (at === undefined) return [];
  const left = Math.max(0, at - AROUND);
  const limits = { left_limit: left, right_limit: at - left + AROUND + 1 };
  const { result } = await call('search_orders', { constraint, ...order, ...limits }, signal);
  const found = result.findIndex((one) => one.id === id);
  if (found === -1) return [];
  for (const [index, one] of result.entries()) places.set(one.id, left + index);
  return [result[found - 1]?.id, result[found + 1]?.id];
};

/** `order`: once it is read. */
export const Neighbours = ({ id, order }: { readonly id: number; readonly order: Order | undefined }) => {
  const texts = t().orderDetails;
  const { isBySoonest, constraint, order: chosen } = lastListed.value;
  const until = isBySoonest ? order?.pay_until : undefined;
  const isKnown = !isBySoonest || order !== undefined;
  const list = JSON.stringify([constraint, chosen]);
  const data = useData(`neighbours-${id}-${until ?? ''}-${isKnown}-${list}`, (signal) => {
    if (chosen !== undefined) return besidePlace(id, signal);
    return Promise.all(isKnown ? [false, true].map((isNext) => neighbour({ id, until }, isNext, signal)) : []);
  });
  const [before, after] = data.value ?? [];
  return (
    <>
      {before !== undefined && (
        <a class="button" href={hrefOf('orders', before)} aria-label={texts.previous(before)}>
          <Icon name="left" size={16} />
        </a>
      )}
      {after !== undefined && (
        <a class="button" href={hrefOf('orders', after)} aria-label={texts.next(after)}>
          <Icon name="right" size={16} />
        </a>
      )}
    </>
  );
};
