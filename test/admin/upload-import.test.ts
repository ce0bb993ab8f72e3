// The shop's part of an import by the back office: would catch a batch that is applied twice, an answer that is told of
// another record, a reply that leaves before the disk, a person who is not named, and more batches than the shop keeps.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadImports } from '../../src/admin/upload-import.ts';
import { CLAIMED } from '../../src/domain/history/bring-past-order.ts';
import { changelog } from '../../src/engine/audit/audit-pages.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { HttpCall } from '../../src/kernel/http-call.ts';
import { ok, refuse } from '../../src/kernel/result.ts';
import type { ImportAsked } from '../../src/operations/context/import-services.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { bringRecords, newEngine } from '../catalogue-files/catalogue-shop.ts';
import { CUSTOMER, guestOrders } from '../operations/orders/past-order-records.ts';

const CLASS = {
  type: 'class',
  name: 'lamp',
  class_type: 'product',
  attributes: [
    { name: 'price', type: 'FLOAT' },
    { name: 'image', type: 'IMG' },
  ],
};
const product = (name: string, price = 1): object => ({
  type: 'product',
  class: 'lamp',
  name,
  attributes: { en_GB: { price } },
});

let engine: Engine;
let imports: UploadImports;
beforeEach(() => {
  engine = newEngine();
  imports = new UploadImports(
    engine,
    { bodyBytesMax: 1_048_576 },
    {
      client: { call: () => Promise.resolve({ ok: true, status: 200, bytes: new Uint8Array() }) },
      store: { known: async () => '/images/a.png', keep: () => Promise.reject(new Error('it is known')) },
      privateAllowed: false,
      bytesMax: 1000,
    },
  );
});
afterEach(() => closeAndVerify(engine));

const bodyOf = (options: object, records: readonly object[]): Buffer =>
  Buffer.from(
    [JSON.stringify({ import: options }), ...records.map((record, line) => JSON.stringify({ line, record }))].join(
      '\n',
    ),
  );

const allowed = (): undefined => undefined;

const bring = async (
  options: object,
  records: readonly object[],
  refusal: ImportAsked['refusal'] = allowed,
): Promise<unknown[]> => {
  const reply = await imports.bring({ body: bodyOf(options, records), userId: 7, refusal });
  if (!reply.ok) return [reply.code];
  const { answers } = JSON.parse(reply.value) as { answers: (string | { code: string })[] };
  return answers.map((answer) => (typeof answer === 'string' ? answer : answer.code));
};

test('each record has its answer, in their order, on the disk and by the person who asked', async () => {
  const records = [CLASS, product('Moon'), { type: 'product', name: 'Sun' }, product('Star'), { type: 'x' }];
  const first = await bring({}, records);
  expect(first).toEqual(['created', 'created', expect.stringMatching(/^[A-Z_]+$/), 'created', 'PARAMETER_INVALID']);
  expect(engine.durableSeq).toBe(engine.headSeq);
  const all = { object: undefined, sinceMs: 0, afterSeq: 0, entriesMax: 10 };
  const causes = changelog(engine.audit, all).entries.map(({ cause }) => [cause.operation, cause.userId]);
  expect(causes).toEqual([
    ['import', 7],
    ['import', 7],
    ['import', 7],
  ]);
  const { headSeq } = engine;
  expect((await bring({}, records)).filter((answer) => answer === 'unchanged')).toHaveLength(3);
  expect(engine.headSeq).toBe(headSeq);
});

test('a dry run answers the same and changes nothing', async () => {
  await bring({}, [CLASS, product('Moon')]);
  const { headSeq } = engine;
  const asked = [product('Moon', 2), product('Moon'), product('Star')];
  expect(await bring({ dry_run: true }, asked)).toEqual(['updated', 'unchanged', 'created']);
  expect(engine.headSeq).toBe(headSeq);
  expect(await bring({}, asked.slice(0, 1))).toEqual(['updated']);
});

test('all categories are read again only where others have changed one', async () => {
  const category = (name: string): object => ({ type: 'category', name });
  const within = (name: string, path: string): object => ({ ...product(name), categories: [[path]] });
  const { children } = engine.readContext().index('category');
  const reads = vi.spyOn(children, 'fromTheTop', 'get');
  await bring({}, [CLASS, category('Home')]);
  expect(reads).toHaveBeenCalledTimes(1);
  expect(await bring({}, [category('Garden'), within('Moon', 'Garden')])).toEqual(['created', 'created']);
  expect(await bring({ dry_run: true }, [category('Cellar'), within('Sun', 'Garden')])).toEqual(['created', 'created']);
  expect(await bring({}, [within('Star', 'Home'), within('Comet', 'Cellar')])).toEqual([
    'created',
    'CATEGORY_NOT_FOUND',
  ]);
  expect(reads).toHaveBeenCalledTimes(1);
  await bringRecords(engine, [category('Cellar')]);
  reads.mockClear();
  expect(await bring({}, [within('Comet', 'Cellar')])).toEqual(['created']);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('pictures are put in where it is asked for, and not otherwise', async () => {
  const pictured = (name: string): object => ({
    ...product(name),
    attributes: { en_GB: { image: 'https://x/a.png' } },
  });
  await bring({}, [CLASS, pictured('Moon')]);
  const reply = await imports.bring({
    body: bodyOf({ pictures: true }, [pictured('Moon')]),
    userId: 7,
    refusal: allowed,
  });
  expect(reply.ok && JSON.parse(reply.value)).toMatchObject({
    answers: ['updated'],
    notes: [],
    pictures: { fetched: 0, present: 1, failed: 0 },
  });
  expect(await bring({ pictures: true }, [pictured('Moon')])).toEqual(['unchanged']);
});

/** A picture server that is down, on a clock of its own: each call takes the whole of its time. */
const ofDeadServer = () => {
  const calls: HttpCall[] = [];
  const waiting: (() => void)[] = [];
  let nowMs = 0;
  const client = {
    call: (call: HttpCall) => {
      calls.push(call);
      return new Promise<{ ok: false; failure: 'timeout'; detail: string }>((resolve) => {
        waiting.push(() => resolve({ ok: false, failure: 'timeout', detail: 'no answer in time' }));
        // All calls that are made at once end at once.
        if (waiting.length > 1) return;
        setImmediate(() => {
          nowMs += Math.max(...calls.slice(-waiting.length).map(({ timeoutMs }) => timeoutMs));
          for (const end of waiting.splice(0)) end();
        });
      });
    },
  };
  const store = { known: async () => undefined, keep: () => Promise.reject(new Error('nothing came')) };
  const rest = {
    privateAllowed: false,
    bytesMax: 1000,
    now: () => nowMs,
    sleep: async (ms: number) => void (nowMs += ms),
  };
  imports = new UploadImports(engine, { bodyBytesMax: 1_048_576 }, { client, store, ...rest });
  return { calls, now: () => nowMs, pass: (ms: number) => void (nowMs += ms) };
};

const withPicture = (name: string): object => ({
  ...product(name),
  attributes: { en_GB: { image: `https://dead.example/${name}.png` } },
});

const picturesOf = async (names: readonly string[]): Promise<{ failed: number; notes: readonly string[] }> => {
  const body = bodyOf({ pictures: true }, [CLASS, ...names.map(withPicture)]);
  const reply = await imports.bring({ body, userId: 7, refusal: allowed });
  if (!reply.ok) throw new Error(reply.code);
  const { notes, pictures } = JSON.parse(reply.value) as { notes: string[]; pictures: { failed: number } };
  return { notes, failed: pictures.failed };
};

test('a picture server that is down delays one batch, for less than 30 s, and is asked again minutes later', async () => {
  const { calls, now, pass } = ofDeadServer();
  const batch = (at: number): string[] => Array.from({ length: 24 }, (_, index) => `Moon ${at} ${index}`);
  expect((await picturesOf(batch(1))).failed).toBe(24);
  const [firstMs, firstCalls] = [now(), calls.length];
  expect(firstMs).toBeGreaterThanOrEqual(10_000);
  expect(firstMs).toBeLessThan(30_000);
  const second = await picturesOf(batch(2));
  expect(second).toMatchObject({ failed: 24, notes: { 0: expect.stringContaining('times in a row') } });
  expect([now(), calls.length], 'nothing is asked').toEqual([firstMs, firstCalls]);
  expect((await picturesOf(batch(1).slice(0, 1))).notes, 'what stays an address is said again').toHaveLength(1);
  pass(300_000);
  await picturesOf(batch(3));
  expect(calls.length).toBeGreaterThan(firstCalls);
});

/** A picture server that answers when it is told to; the file says which picture is which batch's. */
const ofSlowServer = () => {
  const waiting: { readonly url: string; readonly answer: () => void }[] = [];
  let most = 0;
  const client = {
    call: ({ url }: HttpCall) =>
      new Promise<{ ok: true; status: number; bytes: Uint8Array }>((resolve) => {
        const one = {
          url,
          answer: () => {
            waiting.splice(waiting.indexOf(one), 1);
            resolve({ ok: true, status: 200, bytes: new Uint8Array() });
          },
        };
        waiting.push(one);
        most = Math.max(most, waiting.length);
      }),
  };
  const store = { known: async () => undefined, keep: async () => ok('/images/a.png') };
  const fetching = { client, store, privateAllowed: false, bytesMax: 1000, now: () => 0 };
  imports = new UploadImports(engine, { bodyBytesMax: 1_048_576 }, fetching);
  const underWay = (name: string): number => waiting.filter(({ url }) => url.includes(name)).length;
  return { waiting, underWay, most: () => most };
};

/** The same record, as it is with its picture in the shop. */
const hereIn = (record: object): object => ({ ...record, attributes: { en_GB: { image: '/images/a.png' } } });

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const many = (name: string): object[] => Array.from({ length: 20 }, (_, at) => withPicture(`${name}-${at}`));

test('a picture server that is slow holds up its own import alone', async () => {
  const { waiting, underWay } = ofSlowServer();
  await bring({}, [CLASS]);
  const slow = bring({ pictures: true }, many('slow'));
  await settled();
  expect(underWay('slow')).toBe(8);
  expect(await bring({}, [product('Moon')]), 'without pictures').toEqual(['created']);
  const quick = bring({ pictures: true }, [withPicture('quick')]);
  await settled();
  waiting.find(({ url }) => url.includes('quick'))!.answer();
  expect(await quick, 'of another server').toEqual(['created']);
  expect(underWay('slow')).toBe(8);
  for (let answered = 0; answered < 20; answered += 1) {
    await settled();
    waiting[0]!.answer();
  }
  expect(new Set(await slow)).toEqual(new Set(['created']));
});

test('the pictures that are fetched at once are shared by the imports that are under way', async () => {
  const { waiting, underWay, most } = ofSlowServer();
  await bring({}, [CLASS]);
  const names = ['a', 'b', 'c', 'd'].map((name) => `import-${name}`);
  const first = bring({ pictures: true }, many(names[0]!));
  await settled();
  expect(underWay(names[0]!), 'one alone').toBe(8);
  const others = names.slice(1).map((name) => bring({ pictures: true }, many(name)));
  await settled();
  // What one alone has begun ends; what begins from then on is a quarter each.
  for (let answered = 0; answered < 4; answered += 1) {
    waiting.find(({ url }) => url.includes(names[0]!))!.answer();
    await settled();
  }
  expect(names.map(underWay)).toEqual([4, 4, 4, 4]);
  while (waiting.length > 0) {
    waiting[0]!.answer();
    await settled();
  }
  for (const answers of await Promise.all([first, ...others])) expect(new Set(answers)).toEqual(new Set(['created']));
  expect(most()).toBeLessThanOrEqual(24);
});

// Would catch batches that wait for a slow server in the places of all others.
test('batches that wait for pictures refuse others with pictures, and none without', async () => {
  const { waiting } = ofSlowServer();
  await bring({}, [CLASS]);
  const slow = Array.from({ length: 8 }, (_, at) => bring({ pictures: true }, [withPicture(`slow-${at}`)]));
  await settled();
  expect(await bring({ pictures: true }, [product('Sun')])).toEqual(['OVERLOADED']);
  expect(await bring({}, [product('Moon')])).toEqual(['created']);
  while (waiting.length > 0) {
    waiting[0]!.answer();
    await settled();
  }
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 8 }, () => ['created']));
  expect(await bring({ pictures: true }, [product('Sun')])).toEqual(['created']);
});

// Would catch a batch that is kept decoded, which takes many times its bytes, while its pictures come and others go on.
test('what waits for pictures is decoded once more in its turn, and gets those that were found', async () => {
  const { waiting } = ofSlowServer();
  await bring({}, [CLASS]);
  const batch = bring({ pictures: true }, many('slow').slice(0, 4));
  await settled();
  const decoded = vi.spyOn(JSON, 'parse');
  while (waiting.length > 0) {
    waiting[0]!.answer();
    await settled();
  }
  const lines = decoded.mock.calls.filter(([text]) => text.includes('"line":'));
  decoded.mockRestore();
  expect(await batch).toEqual(Array.from({ length: 4 }, () => 'created'));
  expect(lines).toHaveLength(4);
  expect(await bring({ pictures: true }, many('slow').slice(0, 4).map(hereIn))).toEqual(
    Array.from({ length: 4 }, () => 'unchanged'),
  );
});

test('what may no longer be brought when its turn comes, or since, is not', async () => {
  await bring({}, [CLASS]);
  const { headSeq } = engine;
  let turns = 0;
  const later = (allowedTurns: number) => () => {
    turns += 1;
    return turns > allowedTurns ? refuse('DISK_FULL') : undefined;
  };
  const first = bring({}, [product('Moon')]);
  const second = bring({}, [product('Sun')], later(0));
  expect(turns, 'it is not asked while the batch before is under way').toBe(0);
  expect([await first, await second]).toEqual([['created'], ['DISK_FULL']]);
  expect(engine.headSeq).toBe(headSeq + 1);
  turns = 0;
  const many = Array.from({ length: 600 }, (_, at) => product(`Star ${at}`));
  expect(await bring({}, many, later(2))).toEqual(['DISK_FULL']);
  expect(engine.headSeq).toBe(headSeq + 1 + 256);
  expect(engine.durableSeq).toBe(engine.headSeq);
  expect((await bring({}, many)).filter((answer) => answer === 'created')).toHaveLength(600 - 256);
});

test('an account that gets many past orders is asked for before each record of the journal', async () => {
  const { max } = CLAIMED;
  CLAIMED.max = 5;
  try {
    await bringRecords(engine, guestOrders(13));
    const { byUser } = engine.readContext().index('past_order');
    const given = (): number => byUser.find(1)?.ids.length ?? 0;
    const full = () => (given() >= 10 ? refuse('DISK_FULL') : undefined);
    expect([await bring({}, [CUSTOMER], full), given()]).toEqual([['DISK_FULL'], 10]);
    expect([await bring({}, [CUSTOMER]), given()]).toEqual([['updated'], 13]);
  } finally {
    CLAIMED.max = max;
  }
});

test('batches that come at once are applied one after the other, and not without end', async () => {
  await bring({}, [CLASS]);
  const batches = Array.from({ length: 12 }, (_, at) => bring({}, [product(`Moon ${at}`)]));
  const answers = (await Promise.all(batches)).map(([answer]) => answer);
  expect(answers.filter((answer) => answer === 'created')).toHaveLength(8);
  expect(answers.filter((answer) => answer === 'OVERLOADED')).toHaveLength(4);
});

test.each([
  ['nothing', ''],
  ['no JSON', 'x\n'],
  ['a record in the first line', `${JSON.stringify(CLASS)}\n`],
  ['an unknown option', '{"import":{"force":true}}\n'],
  ['an option that is no flag', '{"import":{"stock":1}}\n'],
])('%s is refused', async (_what, body) => {
  expect(await imports.bring({ body: Buffer.from(body), userId: 7, refusal: allowed })).toMatchObject({
    code: 'BODY_UNDECODABLE',
  });
});

test('a batch of too many records is refused, and nothing of it is there', async () => {
  const { headSeq } = engine;
  const records = Array.from({ length: 1_001 }, (_, at) => product(`Moon ${at}`));
  expect(await bring({}, [CLASS, ...records])).toEqual(['BODY_TOO_LARGE']);
  expect(engine.headSeq).toBe(headSeq);
});

test('facts tell the reader what it must know', async () => {
  await bring({}, [CLASS]);
  expect(JSON.parse(await imports.facts())).toMatchObject({
    object: 'import_facts',
    currency: 'EUR',
    attributes: ['price', 'image'],
    recordBytesMax: 1_048_576 - 1_024,
    formats: expect.arrayContaining([
      { name: 'csv', system: '' },
      { name: 'shopify', system: 'Shopify' },
    ]),
    encodings: expect.arrayContaining(['utf-8']),
  });
});
