// Catches an index that recovery builds wrong where a name, permalink or element number went from one actor to another
// and the rows of the two are of different ages.
import { expect, test } from 'vitest';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { createClass } from '../../src/domain/catalogue/create-class.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { deleteObject } from '../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../src/domain/catalogue/update-object.ts';
import { commitWith } from '../../src/engine/journal/journal.ts';
import type { NewProduct } from '../../src/domain/catalogue/create-product.ts';
import { UNMANAGED } from '../../src/domain/stock/sellable.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import type { ShopObjectIndex } from '../../src/domain/catalogue/shop-object.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import { KIND_NAMES } from '../../src/domain/kinds.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { ActorRow } from '../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { digestsOf } from '../../src/engine/recovery/row-check.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { make } from './shop.ts';
import { closeAndVerify, engineOn, untilWritten } from './store/stores.ts';

const product = (name: string): NewProduct => ({
  className: 'thing',
  name,
  active: true,
  attributes: {},
  seo: { de: { permalink: name } },
  metadata: NO_METADATA,
  availability: UNMANAGED,
  quantityMilli: 1000,
  categories: [1],
  bind: false,
});

const rename = (engine: Engine, id: number, name: string): void =>
  make(engine, (tx) => updateObject(tx, id, 'product', { name, seo: { de: { permalink: name } } }));

/** What an index built from final states alone holds; `seq` tells when a node changed, not what is in it. */
const contents = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) =>
    key === 'seq'
      ? undefined
      : one instanceof Map
        ? [...one]
            .filter(([, held]) => (held as { ids?: [] }).ids?.length !== 0)
            .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
        : one,
  );

type Rows = Map<number, Buffer>;
const rowsOf = (journal: MemoryJournal, kind: KindName): Rows =>
  new Map([...journal.rows(kind)].map(([id, bytes]) => [id, Buffer.from(bytes)]));

// Catches an index in which the former holder of a name takes the later one out.
test('an index recovered from rows of any age is the index of the final states', async () => {
  const journal = new MemoryJournal();
  const first = engineOn(journal);
  make(first, (tx) => createClass(tx, 'thing', 'product'));
  make(first, (tx) => createCategory(tx, { parentId: 0, name: 'all', labels: {}, attributes: {}, seo: {} }));
  for (const name of ['a', 'b', 'c', 'd']) make(first, (tx) => createProduct(tx, product(name)));
  await closeAndVerify(first);
  const before = new Map(KIND_NAMES.map((kind) => [kind, rowsOf(journal, kind)]));
  const { checkpointSeq, truncatedSeq } = journal.meta!;

  // b gives its name up and a takes it; c ends and d takes its name; then a new one takes d's.
  const second = engineOn(journal);
  rename(second, 2, 'free');
  rename(second, 1, 'b');
  make(second, (tx) => deleteObject(tx, 3, 'product'));
  rename(second, 4, 'c');
  make(second, (tx) => createProduct(tx, product('d')));
  await untilWritten(second);
  const batches = new Map([...journal.batchesBySeq].map(([seq, bytes]) => [seq, Buffer.from(bytes)]));
  const expected = contents(second.tables.shopobject.index);
  await closeAndVerify(second);
  const after = rowsOf(journal, 'shopobject');
  const tombstones = new Map(journal.tombstones('shopobject'));

  // Any of the rows may have been written when the machine went down.
  for (let written = 0; written < 32; written += 1) {
    const store = new MemoryJournal();
    for (const [seq, bytes] of batches) store.batchesBySeq.set(seq, bytes);
    const rows: ActorRow[] = KIND_NAMES.flatMap((kind) =>
      [...before.get(kind)!].map(([id, bytes]): ActorRow => ({ kind, id, bytes, tombstone: undefined })),
    );
    for (let id = 1; id <= 5; id += 1) {
      if ((written & (1 << (id - 1))) !== 0)
        rows.push({ kind: 'shopobject', id, bytes: after.get(id), tombstone: tombstones.get(id) });
    }
    await store.commit(commitWith({ ...journal.meta!, checkpointSeq, truncatedSeq }, { follows: 0, rows }));
    store.meta = { ...store.meta!, digests: digestsOf(store).bytes() };
    const index = recover(store).tables.shopobject.index as ShopObjectIndex;
    expect([written, contents(index)]).toEqual([written, expected]);
    expect(['a', 'b', 'c', 'd', 'free'].map((name) => index.byName.get(name))).toEqual([undefined, 1, 4, 5, 2]);
  }
});
