// Catches an entry that a node folds in the wrong place, two entries with one hash, and damage that is read as one.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ENTRY_VERSION,
  EntryDamage,
  EntryVersionUnknown,
  chainOf,
  decodeEntry,
  encodeEntry,
  endOf,
  firstEnd,
  fits,
  nextEntry,
  sliceOf,
} from '../../../src/engine/replication/entry.ts';
import type { Entry } from '../../../src/engine/replication/entry.ts';

const END = firstEnd('log', 3, 100);
const FIRST = nextEntry(END, 3, Buffer.from('records'), 2);
const CHANGE = nextEntry(endOf(FIRST), 4, Buffer.alloc(0), 0);

/** A history: per entry a batch, or undefined for a change of leader. */
const histories = fc
  .array(fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined, freq: 3 }), { maxLength: 12 })
  .map((batches) => {
    let end = END;
    return batches.map((batch): Entry => {
      const isChange = batch === undefined;
      const bytes = Buffer.from(batch ?? []);
      const entry = nextEntry(end, end.epoch + (isChange ? 1 : 0), bytes, isChange ? 0 : bytes.length);
      end = endOf(entry);
      return entry;
    });
  });

describe('numbers and chain', () => {
  test('each entry has a number, each record one, and a change of leader none', () => {
    expect(FIRST).toMatchObject({ at: 1, epoch: 3, firstSeq: 101, lastSeq: 102 });
    expect(CHANGE).toMatchObject({ at: 2, epoch: 4, firstSeq: 103, lastSeq: 102 });
    expect(nextEntry(endOf(CHANGE), 4, Buffer.from('x'), 1)).toMatchObject({ at: 3, firstSeq: 103, lastSeq: 103 });
    expect(() => nextEntry(END, 3, Buffer.alloc(0), 1)).toThrow('an entry has bytes if it has records');
    expect(() => nextEntry(END, 3, Buffer.from('x'), 0)).toThrow('an entry has bytes if it has records');
  });

  // Would catch a change of the hash: nodes of two versions would part.
  test('the hash of an entry is this one', () => {
    expect(END.chain).toBe('4d9e9364f3eabb2b3afb9d16546358d0');
    expect(FIRST.chain).toBe('ead0c61cb36628ed239a48794f106f8b');
    expect(() => chainOf('12', FIRST)).toThrow('a chain has 32 hexadecimal digits');
  });

  test('everything that an entry says is in its hash, and so is where it stands', () => {
    const others = [
      chainOf(firstEnd('other', 3, 100).chain, FIRST),
      chainOf(firstEnd('log', 3, 10).chain, FIRST),
      ...(['at', 'epoch', 'firstSeq', 'lastSeq'] as const).flatMap((name) => [
        chainOf(END.chain, { ...FIRST, [name]: FIRST[name] + 1 }),
        chainOf(END.chain, { ...FIRST, [name]: FIRST[name] + 2 ** 40 }),
      ]),
      chainOf(END.chain, { ...FIRST, bytes: Buffer.from('record') }),
      chainOf(END.chain, { ...FIRST, bytes: Buffer.from('records\0') }),
    ];
    expect(new Set([FIRST.chain, ...others]).size).toBe(others.length + 1);
  });

  test('a history fits in its order, and no entry fits anywhere else', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (entries, a, b) => {
        const ends = [END, ...entries.map(endOf)];
        for (const [index, entry] of entries.entries()) expect(fits(ends[index]!, entry)).toBe('');
        if (entries.length === 0) return;
        const [at, elsewhere] = [a % entries.length, b % ends.length];
        expect(fits(ends[elsewhere]!, entries[at]!) === '').toBe(at === elsewhere);
      }),
    );
  });

  test.each<[string, Partial<Entry>]>([
    ['entry 2 comes behind entry 0', { at: 2 }],
    ['entry 1 begins with record 102 behind record 100', { firstSeq: 102 }],
    ['entry 1 has epoch 4 behind epoch 3', { epoch: 4 }],
    ['entry 1 has epoch 2 behind epoch 3', { epoch: 2 }],
    ['entry 1 has 7 bytes and ends with record 100', { lastSeq: 100 }],
    ['entry 1 has epoch 3 behind epoch 3', { bytes: Buffer.alloc(0) }],
    ['entry 1 has 0 bytes and ends with record 102', { bytes: Buffer.alloc(0), epoch: 4 }],
    ['the chain of entry 1 does not fit', { lastSeq: 103 }],
    ['the chain of entry 1 does not fit', { bytes: Buffer.from('recordS') }],
    ['the chain of entry 1 does not fit', { chain: CHANGE.chain }],
  ])('%s', (why, change) => expect(fits(END, { ...FIRST, ...change })).toBe(why));
});

describe('bytes', () => {
  test('an entry is read as it was written', () => {
    fc.assert(
      fc.property(histories, (entries) => {
        for (const entry of entries) expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
      }),
    );
    const far = { ...FIRST, at: 2 ** 53 - 1, epoch: 2 ** 33, firstSeq: 2 ** 40, lastSeq: 2 ** 52 };
    expect(decodeEntry(encodeEntry(far))).toEqual(far);
  });

  // Would catch a format that changes without its version.
  test('are these', () => {
    expect(encodeEntry(FIRST).toString('hex')).toBe(
      '01ba8777310100000000000000030000000000000065000000000000006600000000000000ead0c61cb36628ed239a48794f106f8b7265636f726473',
    );
  });

  test('damage of one byte, and a cut, are found', () => {
    const bytes = encodeEntry(FIRST);
    for (let at = 1; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x10;
      expect(() => decodeEntry(damaged)).toThrow(EntryDamage);
    }
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeEntry(bytes.subarray(0, length))).toThrow(EntryDamage);
    expect(() => decodeEntry(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow('the checksum of an entry is wrong');
    expect(() => decodeEntry(bytes.subarray(0, 52))).toThrow('an entry is shorter than its header');
  });

  test('another version is refused by name', () => {
    const bytes = encodeEntry(FIRST);
    bytes[0] = ENTRY_VERSION + 1;
    expect(() => decodeEntry(bytes)).toThrow(EntryVersionUnknown);
    expect(() => decodeEntry(bytes)).toThrow('an entry has format version 2, this version reads 1');
  });

  test('parts are the whole, none much longer than the others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (given, count) => {
        const bytes = Buffer.from(given);
        const slices = Array.from({ length: count }, (_, index) => sliceOf(bytes, { index, count }));
        expect(Buffer.concat(slices)).toEqual(bytes);
        const lengths = slices.map(({ length }) => length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
