// Files of the format that this version writes, and what they must always mean: this catches bytes that change without
// a new format version. Made once per version with
//   KONTOR_GOLDEN=write npx vitest run test/engine/journal/golden.test.ts
// and never made again for a version that was released. Files of versions that no release wrote are deleted.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAttributes, removeAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { deleteClass } from '../../../src/domain/catalogue/delete-class.ts';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../../src/domain/catalogue/update-category.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { createVariation } from '../../../src/domain/catalogue/create-variation.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { codesOf, createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { changeStates } from '../../domain/orders/change-states.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { UNMANAGED } from '../../../src/domain/stock/sellable.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Tables } from '../../../src/engine/read-context.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { BATCH_VERSION, batchDamage, readBatch } from '../../../src/engine/journal/record.ts';
import { recover } from '../../../src/engine/store/recovery.ts';
import { SNAPSHOT_VERSION, readSnapshotHeader } from '../../../src/engine/store/snapshot-format.ts';
import { importSnapshot } from '../../../src/engine/store/import-snapshot.ts';
import { writeSnapshot } from '../../../src/engine/store/write-snapshot.ts';
import { ok } from '../../../src/kernel/result.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { addPiece, buy, fillShop, make, remember, startSession } from '../shop.ts';
import { closeAndVerify, engineOn, newDirectory, untilWritten } from '../store/stores.ts';

const GOLDEN = join(import.meta.dirname, '../../../snapshots/golden');
const STORE_ID = '00112233445566778899aabbccddeeff';

type States = {
  readonly [kind: string]: { readonly next: number; readonly actors: { readonly [id: string]: object } };
};

const statesOf = (tables: Tables): States =>
  Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const actors: { [id: string]: object } = {};
      for (let id = 1; id < tables[kind].nextId; id += 1) {
        const state = tables[kind].peek(id);
        if (state !== undefined) actors[id] = state;
      }
      return [kind, { next: tables[kind].nextId, actors }];
    }),
  );

/** One event of every way in which the catalogue changes. */
const changeCatalogue = (engine: Engine): void => {
  const seo = { de_DE: { permalink: 'thing', title: 'Thing' } };
  const plain = {
    active: true,
    attributes: { de_DE: { price: 1 } },
    seo: {},
    metadata: NO_METADATA,
    availability: UNMANAGED,
    quantityMilli: 1000,
  };
  for (const name of ['kept', 'gone']) {
    make(engine, (tx) => createCategory(tx, { parentId: 1, name, labels: {}, attributes: {}, seo: {} }));
    make(engine, (tx) => createVariation(tx, 1, { ...plain, name, categories: [name] }));
    make(engine, (tx) => createClass(tx, name, 'content'));
    make(engine, (tx) => addAttributes(tx, 1, [{ name, type: 'TXT', labels: {}, defaults: { de_DE: 'own' } }]));
  }
  make(engine, (tx) =>
    createContent(tx, { className: 'kept', name: 'page', active: true, attributes: {}, seo: {}, categories: [1] }),
  );
  const update = {
    name: 'changed',
    active: false,
    attributes: { de_DE: { price: null, kept: 'text', gone: 'text' } },
    seo,
    metadata: { weight: 2 },
  };
  make(engine, (tx) =>
    updateObject(tx, 4, 'product', {
      ...update,
      availability: { managed: true },
      quantityMilli: 5000,
      categories: [1],
    }),
  );
  make(engine, (tx) =>
    updateCategory(tx, 2, {
      parentId: 0,
      name: 'moved',
      labels: { de_DE: 'Umgezogen' },
      attributes: { link: '/' },
      seo,
    }),
  );
  make(engine, (tx) => removeAttributes(tx, 1, ['gone']));
  make(engine, (tx) => deleteObject(tx, 5, 'product'));
  make(engine, (tx) => deleteCategory(tx, 3));
  make(engine, (tx) => deleteClass(tx, 4));
};

/** Coupons of either kind, redeemed, freed and in a cart. */
const useCoupons = (engine: Engine): void => {
  const terms = { name: 'Thanks', percentage: false, amount: 250, startDay: 19_000, endDay: null, combineable: true };
  make(engine, (tx) => createCoupons(tx, { terms: { ...terms, unique: true }, count: 2, code: undefined }));
  make(engine, (tx) =>
    createCoupons(tx, {
      terms: { ...terms, unique: false, percentage: true, amount: 125_000, startDay: null },
      count: 1,
      code: 'SUMMER',
    }),
  );
  const codes = [...make(engine, (tx) => ok(codesOf(tx, 1))), 'SUMMER'];
  const given = codes.map((code) => ({ code, name: code === 'SUMMER' ? 'Sommer' : '' }));
  const sessionId = make(engine, startSession);
  for (const productId of [1, 2]) make(engine, (tx) => addPiece(tx, sessionId, productId, false));
  make(engine, (tx) => addCoupons(tx, sessionId, given));
  const { orderId, next } = make(engine, (tx) => checkout(tx, sessionId));
  make(engine, (tx) => changeStates(tx, orderId, { order: 'CANCELED' }));
  make(engine, (tx) => addCoupons(tx, next.id, given.slice(1)));
};

const write = async (): Promise<void> => {
  const clock = new SetClock();
  const engine = engineOn(new MemoryJournal(), { clock, random: new Seeded(1) });
  const digests = { username: 'a'.repeat(64), password: 'b'.repeat(64), secretKey: 'c'.repeat(64) };
  make(engine, (tx) =>
    tx.create('channel', {
      type: 'open_channel',
      name: 'main',
      description: '',
      active: true,
      output: 'json',
      digests,
      demo: false,
    }),
  );
  fillShop(engine);
  const { next } = buy(engine, 1);
  make(engine, (tx) => addPiece(tx, next.id, 3, false));
  make(engine, (tx) => remember(tx, 'ended', 1));
  make(engine, (tx) => remember(tx, 'kept', 3_600_000));
  const gone = make(engine, startSession);
  clock.ms = (engine.tables.session.peek(gone) as Session).expiresMs;
  make(engine, (tx) => tx.ask('session', gone, { type: 'expire' }));
  make(engine, (tx) => tx.ask('idempotency_record', 1, { type: 'forget' }));
  await untilWritten(engine);
  // All within the interval, so that the file holds records, too.
  const directory = newDirectory();
  const writing = writeSnapshot(engine, {
    directory,
    owner: { id: STORE_ID, timeline: '01234567' },
    keep: 1,
    sliceMs: -1,
  });
  useCoupons(engine);
  changeCatalogue(engine);
  buy(engine, 2);
  const { path } = await writing;
  writeFileSync(join(GOLDEN, `v${SNAPSHOT_VERSION}.snapshot`), readFileSync(path));
  writeFileSync(
    join(GOLDEN, `v${SNAPSHOT_VERSION}.json`),
    `${JSON.stringify(statesOf(engine.tables), undefined, 1)}\n`,
  );
  const [batch] = [...engine.journal.batches(engine.headSeq)];
  writeFileSync(join(GOLDEN, `batch-v${BATCH_VERSION}.bin`), batch!.bytes);
  writeFileSync(
    join(GOLDEN, `batch-v${BATCH_VERSION}.json`),
    `${JSON.stringify(readBatch(batch!.bytes), undefined, 1)}\n`,
  );
  await closeAndVerify(engine);
};

const expected = (name: string): object => JSON.parse(readFileSync(join(GOLDEN, name), 'utf8')) as object;

if (process.env['KONTOR_GOLDEN'] === 'write') await write();

describe('golden files', () => {
  // Fails when a field was moved, a default is missing for a field that the file does not have, or a kind was renamed.
  test('a snapshot file is read as it was meant', async () => {
    const path = join(GOLDEN, `v${SNAPSHOT_VERSION}.snapshot`);
    const { storeId, seqFrom, seqTo } = readSnapshotHeader(path);
    expect(storeId).toBe(STORE_ID);
    expect(seqTo).toBeGreaterThan(seqFrom);
    const journal = new MemoryJournal();
    await importSnapshot(path, journal);
    const { tables, headSeq } = recover(journal);
    expect(headSeq).toBe(seqTo);
    expect(JSON.parse(JSON.stringify(statesOf(tables)))).toMatchObject(expected(`v${SNAPSHOT_VERSION}.json`));
  });

  // Fails when an event was renamed, a field was moved or removed, or the layout of a batch changed without a new
  // version.
  test('a batch is read as it was meant', () => {
    const bytes = readFileSync(join(GOLDEN, `batch-v${BATCH_VERSION}.bin`));
    expect(batchDamage(bytes)).toBe('');
    expect(JSON.parse(JSON.stringify(readBatch(bytes)))).toMatchObject(expected(`batch-v${BATCH_VERSION}.json`));
  });

  test('of an unknown version are refused', async () => {
    const bytes = readFileSync(join(GOLDEN, `batch-v${BATCH_VERSION}.bin`));
    bytes[0] = BATCH_VERSION + 1;
    expect(batchDamage(bytes)).toContain(`format version ${BATCH_VERSION + 1}`);
    const later = readFileSync(join(GOLDEN, `v${SNAPSHOT_VERSION}.snapshot`));
    later.writeUInt32LE(SNAPSHOT_VERSION + 1, 8);
    const path = join(newDirectory(), 'later.snapshot');
    writeFileSync(path, later);
    await expect(importSnapshot(path, new MemoryJournal())).rejects.toThrow(
      `format version is ${SNAPSHOT_VERSION + 1}`,
    );
  });
});
