// The reply with a long file of bookings. It would catch a file that is made into a reply in one piece, bytes that
// differ from those of one piece, and memory that is held after its end.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { PIECES } from '../../../src/operations/views/base64-file.ts';
import { TEXTS } from '../../../src/operations/views/view-context.ts';
import { CHUNKS } from '../../../src/operations/dispatch/long-list.ts';
import { begin, longShop } from '../dispatch/long-lists.ts';
import type { LongShop } from '../dispatch/long-lists.ts';
import { inOnePiece, turned, whole } from '../dispatch/long-list-calls.ts';
import { line } from '../shop.ts';

const EXPORT = 'get_accounting_export';
const MONTH = { from: '2026-01' };
const XML = { licence_username: 'xml', licence_password: 'password-xml' };

const asTheyAre = [{ ...PIECES }, { ...TEXTS }, { ...CHUNKS }];

beforeEach(() => {
  PIECES.chars = 100;
  TEXTS.pieceMax = 1000;
  CHUNKS.work = 1000;
});
afterAll(() => {
  for (const [at, lowered] of [PIECES, TEXTS, CHUNKS].entries()) Object.assign(lowered, asTheyAre[at]);
});

const booked = async (options = {}): Promise<LongShop> => {
  const long = await longShop(1, options);
  const { shop } = long.goods;
  for (let at = 0; at < 12; at += 1) {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, 1, { quantity: 2 }));
    await shop.call('checkout', { session });
  }
  shop.openChannel(XML, 'secret-xml', true, 'xml');
  return long;
};

test('is written piece by piece, with the bytes of one piece', async () => {
  const long = await booked();
  const { shop } = long.goods;
  const expected = inOnePiece(long, EXPORT, MONTH);
  expect(expected.length).toBeGreaterThan(1500);
  const { reader } = begin(long, EXPORT, MONTH);
  reader.takes = false;
  await turned();
  expect(shop.engine.memory.searches.bytes).toBeGreaterThan(1000);
  reader.takes = true;
  reader.onDrain();
  expect(await whole(long, { reader, sent: [] })).toBe(expected);
  expect(reader.pieces.length).toBeGreaterThan(3);
  expect(shop.engine.memory.searches.bytes).toBe(0);
  const collected = shop.text(EXPORT, MONTH, { secret: true });
  for (let turn = 0; turn < 20; turn += 1) {
    long.turns.take();
    await turned();
  }
  expect(await collected, 'where the transport cannot stream').toBe(expected);
  const xml = await whole(long, begin(long, EXPORT, MONTH, { credentials: XML, secret: 'secret-xml' }));
  const { file } = JSON.parse(expected) as { file: string };
  expect(xml).toContain(`<file>${file}</file>`);
  const pipe = { books: { request: EXPORT, args: MONTH } };
  expect(await whole(long, begin(long, 'aggregate', { pipe }))).toBe(
    `{"object":"aggregate","aggregate_books":${expected}}`,
  );
});

test('a short one is sent at once', async () => {
  const long = await booked();
  TEXTS.pieceMax = 100_000;
  const { reader, sent } = begin(long, EXPORT, MONTH);
  await turned();
  expect([reader.pieces.length, sent.map(({ text }) => text)]).toEqual([0, [inOnePiece(long, EXPORT, MONTH)]]);
});

test('what waits to be written counts for the call', async () => {
  const long = await booked({ work: { callBytesMax: 100 } });
  const { sent } = begin(long, EXPORT, MONTH);
  await turned();
  expect(JSON.parse(sent[0]!.text)).toMatchObject({ message: 'TOO_EXPENSIVE' });
  expect(long.goods.shop.engine.memory.searches.bytes).toBe(0);
});
