// Catches a cached reply that is served although something it was made from has changed, and a cache that grows beyond
// its limit.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResponseCache, encodedOnce } from '../../../src/engine/cache/response-cache.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import type { MemoryShare } from '../../../src/kernel/memory-account.ts';
import { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { forsake, newVersioned, touch } from '../../../src/kernel/versioned.ts';
import type { Versioned } from '../../../src/kernel/versioned.ts';
import { toJson } from '../../../src/kernel/json.ts';
import { fillShop } from '../shop.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten } from '../store/stores.ts';

const cacheOf = (bytesMax: number): MemoryShare => new MemoryAccount({ ...NO_LIMITS, cache: bytesMax }).cache;

describe('a cached response', () => {
  // Catches bytes that are served although something they were made from has changed or was evicted, a fragment with an
  // old text or in the wrong place, a reply that does not wait for what a fragment has read, and one that is made anew
  // although only fragments have changed.
  test('has the bytes of a new one, and is made anew only when more than its fragments has changed', () => {
    const of = fc.array(fc.nat(5), { maxLength: 4 });
    const step = fc.oneof(
      fc.record({ set: fc.nat(4), from: of, apart: of }),
      fc.record({ change: fc.nat(5), to: fc.string({ unit: 'grapheme', maxLength: 12 }) }),
      fc.record({ evict: fc.nat(5) }),
      fc.record({ get: fc.nat(4) }),
    );
    type Node = Versioned & { value: string };
    const look = (): ReadContext => new ReadContext({} as Tables, {} as ShopRules, 0);
    const render = (seen: ReadContext, from: readonly Node[], apart: readonly Node[]): string => {
      from.forEach((node) => seen.track(node));
      const parts = apart.map((node, at) => seen.fragment((shop, id) => (shop.track(node), `${id}${node.value}`), at));
      return toJson([...from.map(({ value }) => value), ...parts, 'end']);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const nodes: Node[] = Array.from({ length: 6 }, (_, at) => ({ ...newVersioned(), seq: 1, value: `${at}` }));
        const kept = new ResponseCache(cacheOf(1_000_000), look);
        const made = new Map<number, { from: readonly Node[]; apart: readonly Node[]; seqs: readonly number[] }>();
        let clock = 1;
        for (const action of steps) {
          clock += 1;
          if ('set' in action) {
            const [from, apart] = [action.from.map((at) => nodes[at]!), action.apart.map((at) => nodes[at]!)];
            const seen = look();
            seen.recordReadSet();
            const body = render(seen, from, apart);
            expect(Buffer.from(encodedOnce(body, seen)).toString()).toBe(render(look(), from, apart));
            const bytes = kept.set(`key ${action.set}`, body, seen);
            expect(bytes.toString()).toBe(render(look(), from, apart));
            made.set(action.set, { from, apart, seqs: from.map(({ seq }) => seq) });
          } else if ('change' in action) {
            nodes[action.change]!.value = action.to;
            touch(nodes[action.change]!, clock);
          } else if ('evict' in action) {
            forsake(nodes[action.evict]!);
            nodes[action.evict] = { ...nodes[action.evict]!, seq: 1 };
          } else {
            const reply = kept.lookup(`key ${action.get}`);
            const known = made.get(action.get);
            const holds = known !== undefined && known.from.every(({ seq }, at) => seq === known.seqs[at]);
            const now = look();
            expect(reply?.bytes.toString()).toBe(holds ? render(now, known.from, known.apart) : undefined);
            expect(reply?.readSeq ?? now.readSeq).toBeGreaterThanOrEqual(now.readSeq);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('is removed beyond the limit, and is out of date once an actor that it read is evicted', async () => {
    const engine = engineOn(new MemoryJournal(), { limits: { ...LIMITS, residentActorsMax: 0 } });
    const kept = new ResponseCache(cacheOf(100_000), () => engine.readContext());
    const seen = { readSeq: 1, readSet: [{ ...newVersioned(), seq: 1 }], fragments: [] };
    for (let at = 0; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at % 7000), seen);
    // Over itself, larger and smaller.
    for (let at = 1990; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at % 7 === 0 ? 6000 : 100), seen);
    for (let at = 1990; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at), seen);
    const left = Array.from({ length: 2000 }, (_, at) => kept.lookup(`key ${at}`)?.bytes.length ?? 0);
    expect(left.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000);
    expect(left.at(-1)).toBe(1999);

    fillShop(engine);
    const reader = engine.readContext();
    reader.recordReadSet();
    reader.read('shopobject', 1);
    kept.set('product 1', 'one', reader);
    expect(kept.lookup('product 1')?.bytes.toString()).toBe('one');
    for (let tick = 0; tick < 4; tick += 1) {
      engine.tick();
      await untilWritten(engine);
    }
    expect(engine.tables.shopobject.resident.size).toBe(0);
    engine.readContext().read('shopobject', 1);
    expect(kept.lookup('product 1')).toBeUndefined();
    await closeAndVerify(engine);
  });

  test('is kept from the second call on where it is long, and at once where it is short or replaces another', () => {
    const kept = new ResponseCache(cacheOf(100_000_000), () => new ReadContext({} as Tables, {} as ShopRules, 0));
    const [long, seen] = ['ä'.repeat(20_000), { readSeq: 1, readSet: [{ ...newVersioned(), seq: 1 }], fragments: [] }];
    const keys = Array.from({ length: 500 }, (_, at) => `search_products 1 false {"price":["BETWEEN",${at},200]}`);
    expect(keys.filter((key) => kept.isWorth(key, 'short'))).toEqual(keys);
    // A key may take the place of another one, whose second call then counts as its first.
    expect(keys.filter((key) => kept.isWorth(key, long))).toEqual([]);
    expect(keys.filter((key) => kept.isWorth(key, long)).length).toBeGreaterThan(400);
    kept.set('known', 'short', seen);
    expect(kept.isWorth('known', long)).toBe(true);
    expect(kept.isWorth('other', long)).toBe(false);
  });
});
