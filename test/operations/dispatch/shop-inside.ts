// What a shop holds in memory: the states of all actors and the indexes over them, as values that can be compared.
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { TestShop } from '../shop.ts';

/** Numbers of records, who watches, and what is made anew when it is asked for. */
const NOT_HELD = new Set(['seq', 'watcher', 'all', 'derived', 'tables', 'constraints', 'judged', 'fitting', 'columns']);

const isIterable = (value: object): value is Iterable<unknown> =>
  typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function';

const isEmpty = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? value === undefined
    : (Array.isArray(value) ? value : Object.values(value)).every((one) => isEmpty(one));

const byText = (values: readonly unknown[]): unknown[] =>
  values.map((value) => JSON.stringify(value)).sort((a, b) => (a < b ? -1 : 1));

/** Without lists that are empty: what was once there and went leaves one. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map)
    return byText([...value].filter(([, one]) => !isEmpty(plain(one))).map(([key, one]) => [plain(key), plain(one)]));
  if (isIterable(value)) return byText([...value].map(plain));
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, one]) => (NOT_HELD.has(name) ? [] : [[name, plain(one)] as const])),
  );
};

/** By kind. `seqs`: with the record that changed each actor last. */
export const insideOf = ({ engine: { tables } }: TestShop, seqs = false): { readonly [kind: string]: unknown } =>
  Object.fromEntries(
    KIND_NAMES.filter((kind) => kind !== 'channel' && kind !== 'idempotency_record').map((kind) => {
      const table = tables[kind];
      const states: unknown[] = [];
      for (let id = 1; id < table.nextId; id += 1) {
        const actor = table.peekActor(id);
        if (actor !== undefined) states.push([id, structuredClone(actor.state), ...(seqs ? [actor.seq] : [])]);
      }
      return [kind, { states, index: plain(table.index), nextId: table.nextId }];
    }),
  );
