// Verifies what is counted by the name that a state gives: compares the counts of the indexes, by which a setting of
// the shop may go or not, with a scan of all states.
import { countTaxClass } from '../../domain/attributes/metadata.ts';
import type { IndexOf, StateOf } from '../../domain/kind-types.ts';
import { isUnpaid } from '../../domain/orders/awaits-payment.ts';
import { RefCountIndex } from '../../domain/unique-index.ts';
import type { Tables } from '../actors/tables.ts';
import { storedIds } from './stored-ids.ts';

/** The kinds whose states are counted. */
type Counted = 'shopobject' | 'warehouse_entity' | 'order';

const scanned = <S extends Counted, K>(
  tables: Tables,
  kind: S,
  count: (counts: RefCountIndex<K>, state: StateOf<S>) => void,
): RefCountIndex<K> => {
  const counts = new RefCountIndex<K>();
  for (const id of storedIds(tables[kind])) {
    const state = tables[kind].peek(id) as StateOf<S> | undefined;
    if (state !== undefined) count(counts, state);
  }
  return counts;
};

function* compare<K>(index: RefCountIndex<K>, scan: RefCountIndex<K>, what: string): Generator<string> {
  for (const name of new Set([...index.names(), ...scan.names()]))
    if (index.of(name) !== scan.of(name))
      yield `${index.of(name)} ${what} ${String(name)} by their count, ${scan.of(name)} by their states`;
}

/** Findings: tax classes and payment methods that more or fewer states name than their index counts. */
export function* usesAgree(tables: Tables): Generator<string> {
  for (const kind of ['shopobject', 'warehouse_entity'] as const) {
    const { ofTaxClass } = tables[kind].index as IndexOf<typeof kind>;
    const scan = scanned<typeof kind, string>(tables, kind, (counts, { metadata }) =>
      countTaxClass(counts, metadata, 1),
    );
    yield* compare(ofTaxClass, scan, `of the kind ${kind} have the tax class`);
  }
  const { unpaidByMethod } = tables.order.index as IndexOf<'order'>;
  const unpaid = scanned<'order', number>(tables, 'order', (counts, state) => {
    if (isUnpaid(state)) counts.add(state.details.paymentMethodId, 1);
  });
  yield* compare(unpaidByMethod, unpaid, 'unpaid orders have the payment method');
}
