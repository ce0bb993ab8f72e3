// Decoders of what lies in files: msgpack, batches of the journal, snapshot files, tables of products.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { holds, listed, thrownBy } from './target.ts';
import type { Target } from './target.ts';

const GOLDEN = join(import.meta.dirname, '../../../snapshots/golden');
const golden = (name: string): Buffer => readFileSync(join(GOLDEN, name));
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** Heads of msgpack values: nil, booleans, maps, arrays, texts, bytes, numbers and extensions, some with odd sizes. */
const MSGPACK_WORDS = listed(
  [bytes(0xc0), bytes(0xc2), bytes(0xc3), bytes(0x80), bytes(0x81), bytes(0x90), bytes(0x91), bytes(0xa0)],
  [bytes(0xc4, 1, 0), bytes(0xca, 0, 0, 0, 0), bytes(0xcb), bytes(0xcd, 0xff, 0xff), bytes(0xcf), bytes(0xd0, 0x80)],
  [bytes(0xd3), bytes(0xd4, 0x72, 0x40), bytes(0xd6, 0xff), bytes(0xc7, 4, 0x62), bytes(0xd9, 3), bytes(0xc1)],
  [bytes(0xdc, 0xff, 0xff), bytes(0xdd, 0xff, 0xff, 0xff, 0xff), bytes(0xde, 0xff, 0xff), bytes(0xdf, 0x7f, 0, 0, 0)],
  [bytes(0xa9), '__proto__', 'constructor', bytes(0xa1, 0x61)],
);

const codec: Target = {
  files: ['src/engine/disk/', 'node_modules/msgpackr/'],
  seeds: [bytes(0x93, 1, 0xa1, 0x61, 0x81, 0xa1, 0x62, 0xc3), bytes(0xcb, 0x40, 9, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18)],
  words: MSGPACK_WORDS,
  load: async () => {
    const { pack, unpack } = await import('../../../src/engine/disk/codec.ts');
    return (input) => {
      let value: unknown;
      // Whoever unpacks has checked a checksum; that it throws is all that is promised for other bytes.
      if (thrownBy(() => (value = unpack(input)), Error)) return;
      const before = pack(value);
      holds(pack(unpack(before)).equals(before), 'a value that was packed is packed to the same bytes');
    };
  },
};

/** An input is a batch; it is read as it is, and with the version and the checksum that it should have. */
const record: Target = {
  files: ['src/engine/journal/record.ts', 'src/engine/disk/', 'src/engine/privacy/personal-values.ts'],
  seeds: [golden('v3/earlier-batch.bin')],
  words: [...MSGPACK_WORDS, 'place_order', 'start', 'open_channel', 'subject', bytes(0xff, 0xff, 0xff, 0xff)],
  load: async () => {
    const { BatchWriter, batchCount, batchDamage, readBatch } = await import('../../../src/engine/journal/record.ts');
    const { StoreDamage } = await import('../../../src/engine/disk/store-damage.ts');
    const { Fault } = await import('../../../src/kernel/result.ts');
    return (input) => {
      if (batchDamage(input) === '') thrownBy(() => readBatch(input), StoreDamage, Fault);
      if (input.length < 9) return;
      const whole = Buffer.from(input);
      whole[0] = 2;
      whole.writeUInt32LE(crc32(whole.subarray(5)), 1);
      holds(batchDamage(whole) === '', 'a batch with its version and checksum is whole');
      let records: ReturnType<typeof readBatch> = [];
      if (thrownBy(() => (records = readBatch(whole)), StoreDamage, Fault)) return;
      holds(records.length === batchCount(whole), 'a batch has as many records as it says');
      const written = (): Buffer => {
        const writer = new BatchWriter();
        for (const { seq, atMs, cause, events } of records) writer.add(seq, atMs, cause, events);
        return Buffer.concat(writer.take().batches.map(({ bytes }) => bytes));
      };
      let once: Buffer | undefined;
      // Values of other types than those that the events declare pass the decoder, and may not be written again.
      if (thrownBy(() => (once = written()), Error)) return;
      records = readBatch(once!);
      holds(written().equals(once!), 'records that were written are written to the same bytes');
    };
  },
};

/** The file with the checksums that it should have. */
const repaired = (file: Buffer): Buffer => {
  const whole = Buffer.from(file);
  const headerBytes = whole.length >= 12 && whole.readUInt32LE(8) > 3 ? 56 : 48;
  if (whole.length < headerBytes) return whole;
  whole.writeUInt32LE(crc32(whole.subarray(0, headerBytes - 4)), headerBytes - 4);
  for (let start = headerBytes; start + 9 <= whole.length;) {
    const end = start + 9 + whole.readUInt32LE(start + 1);
    if (end > whole.length) break;
    whole.writeUInt32LE(crc32(whole.subarray(start + 9, end), crc32(whole.subarray(start, start + 5))), start + 5);
    start = end;
  }
  return whole;
};

const MEMORY = '/dev/shm';
const SNAPSHOT = 'v3/snapshots/00112233445566778899aabbccddeeff-01234567-0000000000000047.snapshot';

const snapshot: Target = {
  files: ['src/engine/snapshots/snapshot-format.ts', 'src/engine/snapshots/import-snapshot.ts', 'src/engine/disk/'],
  seeds: [golden(SNAPSHOT).subarray(0, 3000), golden(SNAPSHOT)],
  words: [
    ...MSGPACK_WORDS,
    'KONTORS1',
    'A',
    'T',
    'J',
    'E',
    'order',
    'session',
    'frames',
    'nextIds',
    bytes(255, 255, 255, 255),
  ],
  load: async () => {
    const { importSnapshot } = await import('../../../src/engine/snapshots/import-snapshot.ts');
    const { MemoryJournal } = await import('../../../src/engine/journal/memory-journal.ts');
    const { StoreDamage } = await import('../../../src/engine/disk/store-damage.ts');
    const { WrongFormat } = await import('../../../src/engine/disk/format.ts');
    const { existsSync } = await import('node:fs');
    const path = join(existsSync(MEMORY) ? MEMORY : tmpdir(), `kontor-fuzz-${process.pid}.snapshot`);
    process.once('exit', () => rmSync(path, { force: true }));
    return async (input) => {
      for (const file of [input, repaired(input)]) {
        writeFileSync(path, file);
        try {
          const { seqFrom, seqTo } = await importSnapshot(path, new MemoryJournal());
          holds(typeof seqFrom === 'number' && typeof seqTo === 'number', 'a file has an interval');
        } catch (error) {
          if (!(error instanceof StoreDamage || error instanceof WrongFormat)) throw error;
        }
      }
    };
  },
};

const CSV_SHOP = { attributes: new Set(['price', 'color']), language: 'de_DE' };

/** An input is a table; the same records come whatever the chunks are in which it arrives. */
const csv: Target = {
  files: ['src/catalogue-files/'],
  seeds: [
    'name,class,price,quantity,active,categories\nsaw,tool,9.99,3,1,"a > b|c"\n"a ""b""\nc",tool,,,,\n',
    'name,color@fr_FR,element_number,variation_of\r\nx,rouge,E1,saw\r\n\r\ny\r\n',
  ],
  words: listed(
    [
      ',',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      '\ufeff',
      'name',
      'class',
      'price',
      'color@',
      'quantity',
      'active',
      'categories',
    ],
    ['variation_of', 'taxclass', 'ean', '1', 'yes', '-1', '1e9', ' > ', '|', '\\', '__proto__', '\u00e4', '\u0000'],
  ),
  load: async () => {
    const { readCsv } = await import('../../../src/catalogue-files/csv-reader.ts');
    const { ConfigError } = await import('../../../src/config/setting.ts');
    const chunked = async function* (input: Buffer, size: number): AsyncGenerator<Buffer> {
      for (let from = 0; from < input.length; from += size) yield input.subarray(from, from + size);
    };
    const read = async (input: Buffer, size: number): Promise<unknown[]> => {
      const records: unknown[] = [];
      try {
        for await (const { line, record } of readCsv(chunked(input, size), ',', 100, CSV_SHOP)) {
          holds(
            record.ok || record.code === 'PARAMETER_INVALID' || record.code === 'BODY_TOO_LARGE',
            'a line is refused',
          );
          records.push([line, record]);
        }
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        records.push(error.message);
      }
      return records;
    };
    return async (input) => {
      const whole = await read(input, 4096);
      holds(whole.length <= input.length + 1, 'a table has no more records than bytes');
      holds(isDeepStrictEqual(await read(input, 7), whole), 'the chunks do not change what is read');
    };
  },
};

export const FILE_TARGETS = { codec, record, snapshot, csv };
