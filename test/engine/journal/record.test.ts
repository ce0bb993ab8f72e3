// Catches a batch whose checksum is right and whose content is believed although it is none.
import { expect, test } from 'vitest';
import { checksum, pack } from '../../../src/engine/disk/codec.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { BATCH_VERSION, batchDamage, readBatch } from '../../../src/engine/journal/record.ts';
import { Fault } from '../../../src/kernel/result.ts';

/** A batch of these bytes, under a right checksum. */
const batchOf = (count: number, ...records: readonly Buffer[]): Buffer => {
  const parts = records.flatMap((record) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(record.length);
    return [length, record];
  });
  const batch = Buffer.concat([Buffer.alloc(9), ...parts]);
  batch[0] = BATCH_VERSION;
  batch.writeUInt32LE(count, 5);
  batch.writeUInt32LE(checksum(batch.subarray(5)), 1);
  expect(batchDamage(batch)).toBe('');
  return batch;
};

const EMPTY = pack([1, 2, ['test', 0, 0, 0], []]);

test('a batch of a record without events is read', () => {
  expect(readBatch(batchOf(1, EMPTY))).toEqual([
    {
      seq: 1,
      atMs: 2,
      cause: { operation: 'test', channelId: 0, sessionId: 0, userId: 0 },
      events: [],
      bytes: EMPTY.length,
    },
  ]);
});

test.each([
  ['fewer records than it says', batchOf(2, EMPTY)],
  ['more records than it says', batchOf(0, EMPTY)],
  ['a record that is no msgpack', batchOf(1, Buffer.from([0xc1]))],
  ['a record that is cut', batchOf(1, EMPTY.subarray(0, 5))],
  ['bytes after a record', batchOf(1, Buffer.concat([EMPTY, EMPTY]))],
  ['a record that is no list', batchOf(1, pack({ seq: 1 }))],
  ['a record without events', batchOf(1, pack([1, 2, ['test', 0, 0, 0]]))],
  ['an event that is no list', batchOf(1, pack([1, 2, ['test', 0, 0, 0], [7]]))],
  ['an event without fields', batchOf(1, pack([1, 2, ['test', 0, 0, 0], [['category_created', 1]]]))],
])('%s is damage', (_, batch) => {
  expect(() => readBatch(batch)).toThrow(StoreDamage);
});

test('a batch that ends within the length of a record is damage', () => {
  const batch = Buffer.concat([batchOf(1, EMPTY), Buffer.from([1, 2])]);
  expect(() => readBatch(batch)).toThrow(StoreDamage);
});

test('an event that this version does not know is a fault, which says its name', () => {
  const batch = batchOf(1, pack([1, 2, ['test', 0, 0, 0], [['of_tomorrow', 1, []]]]));
  expect(() => readBatch(batch)).toThrow(Fault);
  expect(() => readBatch(batch)).toThrow('of_tomorrow');
});
