// Catches a record of a list that is shown although something it was made from has changed, that is made anew although
// nothing has, and records that outgrow their share of memory.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { KeptRecords } from '../../../src/engine/cache/kept-records.ts';
import { encodedOnce } from '../../../src/engine/cache/response-cache.ts';
import { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { toJson } from '../../../src/kernel/json.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import type { MemoryShare } from '../../../src/kernel/memory-account.ts';
import { forsake, newVersioned, touch } from '../../../src/kernel/versioned.ts';
import type { Versioned } from '../../../src/kernel/versioned.ts';

const shareOf = (bytesMax: number): MemoryShare => new MemoryAccount({ ...NO_LIMITS, cache: bytesMax }).cache;

interface Node extends Versioned {
  value: string;
}

interface Shown {
  /** Of a node, which decides what else is in the record. */
  readonly id: number;
  readonly shape: string;
}

/** Four records; each shows a node and the next one, and the one after that in a fragment. */
class World {
  readonly nodes: Node[] = Array.from({ length: 6 }, (_, at) => ({ ...newVersioned(), seq: 1, value: `${at}` }));
  made = 0;

  reader(records?: KeptRecords): ReadContext {
    const reader = new ReadContext({} as Tables, {} as ShopRules, 0);
    reader.recordReadSet();
    reader.records = records;
    return reader;
  }

  /** Returns the reply's text, and when it may leave. */
  reply(list: readonly Shown[], records?: KeptRecords): { readonly text: string; readonly reader: ReadContext } {
    const reader = this.reader(records);
    const shown = list.map(({ id, shape }) => {
      const make = () => {
        this.made += 1;
        const own = [id, id + 1].map((at) => (reader.track(this.nodes[at]!), this.nodes[at]!.value));
        const part = reader.fragment<string>((shop, at) => {
          shop.track(this.nodes[at]!);
          return this.nodes[at]!.value as never;
        }, id + 2);
        return { shown: [shape, ...own, part] as never, size: 1, nested: 0, isAlike: shape !== 'alone' };
      };
      return reader.record<unknown>(make, shape, id).shown;
    });
    return { text: Buffer.from(encodedOnce(toJson(shown as never), reader)).toString(), reader };
  }
}

const listOf = fc.array(fc.record({ id: fc.nat(3), shape: fc.constantFrom('a', 'b', 'alone') }), { maxLength: 6 });

test('a record says what one made anew says, and waits for what that would wait for', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ show: listOf }) },
    fc.record({ change: fc.nat(5), to: fc.string({ unit: 'grapheme', maxLength: 8 }) }),
    fc.record({ evict: fc.nat(5) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(1e9, 30_000, 0), (steps, bytesMax) => {
      const [world, share] = [new World(), shareOf(bytesMax)];
      const records = new KeptRecords(share);
      let clock = 1;
      for (const action of steps) {
        clock += 1;
        if ('show' in action) {
          const [known, anew] = [world.reply(action.show, records), world.reply(action.show)];
          expect(known.text).toBe(anew.text);
          expect(known.reader.readSeq).toBe(anew.reader.readSeq);
          expect(new Set(known.reader.readSet)).toEqual(new Set(anew.reader.readSet));
          expect(share.bytes).toBeLessThanOrEqual(bytesMax / 4);
        } else if ('change' in action) {
          world.nodes[action.change]!.value = action.to;
          touch(world.nodes[action.change]!, clock);
        } else {
          const { value } = world.nodes[action.evict]!;
          forsake(world.nodes[action.evict]!);
          world.nodes[action.evict] = { ...newVersioned(), seq: clock, value };
        }
      }
      records.clear();
      expect(share.bytes).toBe(0);
    }),
    { numRuns: runs(100, 500, 20_000) },
  );
});

test('a record is made once for every reply of its shape, and its fragment alone after a sale', () => {
  const world = new World();
  const records = new KeptRecords(shareOf(1e9));
  const both = [
    { id: 0, shape: 'a' },
    { id: 1, shape: 'a' },
  ];
  world.reply(both, records);
  world.reply(both.toReversed(), records);
  expect(world.made).toBe(2);
  world.nodes[3]!.value = 'sold';
  touch(world.nodes[3]!, 2);
  expect(world.reply(both, records).text).toBe('[["a","0","1","2"],["a","1","2","sold"]]');
  expect(world.made).toBe(2);
  touch(world.nodes[0]!, 3);
  world.reply(both, records);
  expect(world.made).toBe(3);
});

// Catches names of attributes, which callers choose, that stay as shapes after their records have gone.
test('shapes that come once leave nothing behind', () => {
  const [world, share] = [new World(), shareOf(40_000)];
  const records = new KeptRecords(share);
  for (let at = 0; at < 1000; at += 1) world.reply([{ id: at % 4, shape: `shape ${at}` }], records);
  expect((records as unknown as { byShape: Map<string, unknown> }).byShape.size).toBeLessThan(30);
  expect(share.bytes).toBeLessThanOrEqual(10_000);
  const before = share.bytes;
  world.reply([{ id: 0, shape: 'x'.repeat(1000) }], records);
  expect(share.bytes).toBe(before);
});
