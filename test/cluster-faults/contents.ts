// Whether what reads show is what callers were told: the stock, and the states of orders.
//
// A read is compared with a model of all changes at its place in the one order of records. A change is in it for
// certain if it was acknowledged before the read began, or if the node that answered was up to date beyond its record.
// It may be in it if it began before the read ended. So a read that shows less, more or something else than any order
// of what was under way allows is reported. Not promised: to find a read that is wrong within what was under way.
import type { Seen } from './history.ts';

/** A change, from its first call to its answer. */
export interface Made {
  readonly beginMs: number;
  /** Infinity where it was never answered. */
  endMs: number;
  /** Its record; 0 where no reply has named it. */
  own: number;
}

export interface StockChange extends Made {
  /** Pieces that come; those that go are negative. */
  readonly pieces: number;
}

export interface StateChange extends Made {
  readonly order: number;
  readonly state: string;
}

type Reading = Pick<Seen, 'beginMs' | 'endMs' | 'known' | 'node'>;

export interface StockRead {
  readonly seen: Reading;
  readonly quantity: number;
}

export interface StateRead {
  readonly seen: Reading;
  readonly order: number;
  readonly state: string;
}

/** It was acknowledged by this reply. */
export const answered = (change: Made, { seen }: { readonly seen: Pick<Seen, 'endMs' | 'own'> }): void => {
  change.endMs = seen.endMs;
  change.own = seen.own;
};

const isIn = ({ endMs, own }: Made, read: Reading): boolean => endMs < read.beginMs || (own > 0 && own <= read.known);

const mayBeIn = ({ beginMs }: Made, read: Reading): boolean => beginMs < read.endMs;

const at = ({ node, beginMs, endMs, known }: Reading): string =>
  `at ${node} (${beginMs.toFixed(1)} to ${endMs.toFixed(1)} ms, known ${known})`;

/** `start`: pieces before all changes. */
export const stockProblems = (
  start: number,
  changes: readonly StockChange[],
  reads: readonly StockRead[],
): readonly string[] =>
  reads.flatMap(({ seen, quantity }) => {
    let [least, most] = [start, start];
    for (const change of changes) {
      const { pieces } = change;
      if (isIn(change, seen)) [least, most] = [least + pieces, most + pieces];
      else if (mayBeIn(change, seen)) [least, most] = [least + Math.min(0, pieces), most + Math.max(0, pieces)];
    }
    if (quantity >= Math.max(0, least) && quantity <= most) return [];
    return [`a read ${at(seen)} shows ${quantity} pieces, acknowledged are ${least} to ${most}`];
  });

/** `changes`: in the order in which one caller made them, one after the other. `first`: the state of a new order. */
export const stateProblems = (
  first: string,
  changes: readonly StateChange[],
  reads: readonly StateRead[],
): readonly string[] => {
  const byOrder = new Map<number, StateChange[]>();
  for (const change of changes) byOrder.set(change.order, [...(byOrder.get(change.order) ?? []), change]);
  return reads.flatMap(({ seen, order, state }) => {
    const own = byOrder.get(order) ?? [];
    const last = own.findLastIndex((change) => isIn(change, seen));
    const mayBe = [
      last < 0 ? first : own[last]!.state,
      ...own.slice(last + 1).flatMap((change) => (mayBeIn(change, seen) ? [change.state] : [])),
    ];
    if (mayBe.includes(state)) return [];
    return [`a read ${at(seen)} shows order ${order} as ${state}, acknowledged is ${mayBe.join(' or ')}`];
  });
};
