// Sizes of images that were written without one: read after the write is durable, from listed hosts alone, and written
// where the value is still the same.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue } from '../../../src/domain/attributes/attributes.ts';
import { addAttributes, updateAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { createProduct } from '../../../src/domain/catalogue/create-product.ts';
import { createVariation } from '../../../src/domain/catalogue/create-variation.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { ShopClass } from '../../../src/domain/catalogue/shop-class.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import { UNMANAGED } from '../../../src/domain/stock/sellable.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { ImageSizes, IMAGE_RETRIES_MS } from '../../../src/engine/maintenance/image-sizes.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { SetClock } from '../seeded.ts';
import { RULES, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { newCipher } from '../privacy/test-cipher.ts';

interface World {
  readonly engine: Engine;
  readonly images: ImageSizes;
  readonly clock: SetClock;
  readonly calls: HttpCall[];
  readonly complaints: string[];
  busy: number;
  busiest: number;
  reply: (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>;
}

const HOST = 'cdn.example';
const QUEUE_MAX = 40;
const url = (name: string): string => `https://${HOST}/${name}.png`;

/** The bytes of an image say nothing but its name here: as wide as its number, half as high. */
const image = ({ url: asked }: HttpCall): HttpAnswer => ({ ok: true, status: 206, bytes: Buffer.from(asked) });
const sizeOf = (head: Uint8Array): { width: number; height: number } | undefined => {
  const number = Number(/(\d+)\.png$/.exec(Buffer.from(head).toString())?.[1] ?? 0);
  return number === 0 ? undefined : { width: number * 2, height: number };
};

const sized = (number: number): AttributeValue => ({ value: url(String(number)), width: number * 2, height: number });

const open = (hosts: readonly string[] = [HOST], engine?: Engine, clock = new SetClock()): World => {
  const on = engine ?? engineOn(new MemoryJournal(newCipher()), { clock, rules: RULES });
  const world: World = {
    engine: on,
    clock,
    calls: [],
    complaints: [],
    busy: 0,
    busiest: 0,
    reply: image,
    images: new ImageSizes(on, {
      client: {
        async call(call) {
          // Whatever the object says by now is on the disk.
          expect(on.durableSeq).toBe(on.headSeq);
          world.calls.push(call);
          world.busy += 1;
          world.busiest = Math.max(world.busy, world.busiest);
          const answer = await world.reply(call);
          world.busy -= 1;
          return answer;
        },
      },
      hosts,
      sizeOf,
      queueMax: QUEUE_MAX,
      privateAllowed: false,
      warn: (line) => void world.complaints.push(line),
    }),
  };
  return world;
};

const tickUntilIdle = async ({ images, engine, calls }: World): Promise<void> => {
  for (let quiet = 0, seen = ''; quiet < 5; quiet = seen === `${engine.headSeq} ${calls.length}` ? quiet + 1 : 0) {
    seen = `${engine.headSeq} ${calls.length}`;
    images.tick(() => true);
    for (let at = 0; at < 6; at += 1) await yieldToEventLoop();
  }
};

const IMAGE = { name: 'image', type: 'IMG', labels: {}, defaults: {} } as const;
const TEXT = { name: 'text', type: 'CHAR', labels: {}, defaults: {} } as const;

/** The class of pages: an image, another one, a text. */
const pages = (engine: Engine): number => {
  const classId = make(engine, (tx) => createClass(tx, 'page', 'content'));
  make(engine, (tx) => addAttributes(tx, classId, [IMAGE, { ...IMAGE, name: 'other' }, TEXT]));
  return classId;
};

type Given = { readonly [language: string]: { readonly [name: string]: unknown } };
const page = (engine: Engine, name: string, attributes: Given): number =>
  make(engine, (tx) =>
    createContent(tx, { className: 'page', name, active: true, attributes, seo: {}, categories: [] }),
  );

const valuesOf = (engine: Engine, id: number): ShopObject['attributes'] =>
  (engine.tables.shopobject.peek(id) as ShopObject).attributes;

describe('what is read', () => {
  test('values in every language, of contents, products and variations, and defaults of classes; nothing else', async () => {
    const world = open();
    const { engine } = world;
    pages(engine);
    const classId = make(engine, (tx) => createClass(tx, 'thing', 'product'));
    make(engine, (tx) =>
      addAttributes(tx, classId, [
        {
          ...IMAGE,
          defaults: {
            de_DE: url('1'),
            en_GB: { value: url('2'), width: 5, height: 5 },
            fr_FR: 'https://elsewhere.example/1.png',
          },
        },
      ]),
    );
    const id = page(engine, 'a', {
      de_DE: { image: url('3'), other: { value: url('4'), width: 0, height: 7 }, text: url('5') },
      en_GB: { image: 'https://elsewhere.example/6.png', other: `ftp://${HOST}/7.png` },
    });
    const product = {
      name: 'p',
      active: true,
      seo: {},
      categories: [],
      metadata: NO_METADATA,
      availability: UNMANAGED,
      quantityMilli: undefined,
    };
    const productId = make(engine, (tx) =>
      createProduct(tx, { ...product, className: 'thing', bind: false, attributes: { de_DE: { image: url('8') } } }),
    );
    const variationId = make(engine, (tx) =>
      createVariation(tx, productId, {
        ...product,
        name: 'v',
        attributes: { de_DE: { image: { value: url('9'), width: 1, height: 1 } }, en_GB: { image: url('8') } },
      }),
    );
    await tickUntilIdle(world);
    expect(world.calls.map((call) => call.url).sort()).toEqual([url('1'), url('3'), url('4'), url('8')]);
    expect(world.calls[0]).toMatchObject({ method: 'GET', timeoutMs: 10_000, headOnly: true, privateAllowed: false });
    expect(valuesOf(engine, id)).toEqual({
      de_DE: { 1: sized(3), 2: sized(4), 3: url('5') },
      en_GB: { 1: 'https://elsewhere.example/6.png', 2: `ftp://${HOST}/7.png` },
    });
    expect(valuesOf(engine, productId)).toEqual({ de_DE: { 1: sized(8) } });
    expect(valuesOf(engine, variationId)).toEqual({
      de_DE: { 1: { value: url('9'), width: 1, height: 1 } },
      en_GB: { 1: sized(8) },
    });
    const [definition] = (engine.tables.class.peek(classId) as ShopClass).attributes;
    expect(definition!.defaults).toEqual({
      de_DE: sized(1),
      en_GB: { value: url('2'), width: 5, height: 5 },
      fr_FR: 'https://elsewhere.example/1.png',
    });
    expect(world.complaints).toEqual([]);
  });

  // Catches a default whose size is asked only when the program starts again.
  test('a default of a class that is changed', async () => {
    const world = open();
    const { engine } = world;
    const classId = pages(engine);
    await tickUntilIdle(world);
    const change = { name: 'image', type: undefined, labels: {}, defaults: { de_DE: url('4') } };
    make(engine, (tx) => updateAttributes(tx, classId, [change]));
    await tickUntilIdle(world);
    expect((engine.tables.class.peek(classId) as ShopClass).attributes[0]!.defaults).toEqual({ de_DE: sized(4) });
    expect(world.calls).toHaveLength(1);
  });

  test('nothing where no host is listed', async () => {
    const world = open([]);
    pages(world.engine);
    page(world.engine, 'a', { de_DE: { image: url('3') } });
    await tickUntilIdle(world);
    expect(world.calls).toEqual([]);
    expect(world.engine['observers']).toEqual([]);
  });

  test('an image of many objects once, and at most four images at a time', async () => {
    const world = open();
    pages(world.engine);
    const ids = Array.from({ length: 30 }, (_, at) =>
      page(world.engine, `p${at}`, { de_DE: { image: url('7'), other: url(String(at + 10)) } }),
    );
    await tickUntilIdle(world);
    expect(world.calls).toHaveLength(31);
    expect(world.busiest).toBe(4);
    for (const [at, id] of ids.entries())
      expect(valuesOf(world.engine, id)).toEqual({ de_DE: { 1: sized(7), 2: sized(at + 10) } });
  });

  test('what lacked a size when the server stopped, and what did not fit into the queue', async () => {
    const world = open();
    pages(world.engine);
    const attributes = Object.fromEntries(
      Array.from({ length: QUEUE_MAX / 2 + 3 }, (_, at) => [
        `l${at}`,
        { image: url(String(2 * at + 1)), other: url(String(2 * at + 2)) },
      ]),
    );
    const id = page(world.engine, 'a', attributes);
    // Begun anew, as after a start.
    const later = open([HOST], world.engine, world.clock);
    await tickUntilIdle(later);
    expect(later.calls.length).toBe(QUEUE_MAX + 6);
    for (const [at, values] of Object.values(valuesOf(world.engine, id)).entries())
      expect(values).toEqual({ 1: sized(2 * at + 1), 2: sized(2 * at + 2) });
  });
});

describe('what is written', () => {
  test('nothing where the value has changed, has a size, or the object is gone', async () => {
    const world = open();
    const { engine } = world;
    pages(engine);
    const changed = page(engine, 'a', { de_DE: { image: url('1') } });
    const cleared = page(engine, 'b', { de_DE: { image: url('1') } });
    const kept = page(engine, 'c', { de_DE: { image: url('1') } });
    let answer: (() => void) | undefined;
    world.reply = (call) => new Promise((resolve) => (answer = () => resolve(image(call))));
    await tickUntilIdle(world);
    make(engine, (tx) =>
      updateObject(tx, changed, 'content', {
        attributes: { de_DE: { image: { value: url('1'), width: 3, height: 3 } } },
      }),
    );
    make(engine, (tx) => updateObject(tx, cleared, 'content', { attributes: { de_DE: { image: null } } }));
    answer!();
    await tickUntilIdle(world);
    expect([changed, cleared, kept].map((id) => valuesOf(engine, id))).toEqual([
      { de_DE: { 1: { value: url('1'), width: 3, height: 3 } } },
      {},
      { de_DE: { 1: sized(1) } },
    ]);
  });

  test('law: in the end every unsized image of a listed host has its size, and every other value is what was written last', async () => {
    const value = fc.oneof(
      fc.integer({ min: 1, max: 4 }).map((number) => url(String(number))),
      fc.integer({ min: 1, max: 4 }).map((number) => ({ value: url(String(number)), width: 1, height: 1 })),
      fc.constantFrom('', 'https://elsewhere.example/1.png', '/1.png', null),
    );
    const step = fc.record({
      page: fc.integer({ min: 0, max: 2 }),
      language: fc.constantFrom('de_DE', 'en_GB'),
      name: fc.constantFrom('image', 'other', 'text'),
      value,
      ticks: fc.integer({ min: 0, max: 3 }),
    });
    const textOf = (given: AttributeValue | null): AttributeValue | null =>
      typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const world = open();
        const { engine } = world;
        pages(engine);
        const ids = [0, 1, 2].map((at) => page(engine, `p${at}`, {}));
        const model = ids.map(() => new Map<string, AttributeValue>());
        const numbers = { image: 1, other: 2, text: 3 } as const;
        for (const { page: at, language, name, value: given, ticks } of steps) {
          const written = name === 'text' ? textOf(given) : given;
          make(engine, (tx) =>
            updateObject(tx, ids[at]!, 'content', { attributes: { [language]: { [name]: written } } }),
          );
          if (written === null) model[at]!.delete(`${language}/${numbers[name]}`);
          else model[at]!.set(`${language}/${numbers[name]}`, written);
          for (let tick = 0; tick < ticks; tick += 1) {
            world.images.tick(() => true);
            await yieldToEventLoop();
          }
        }
        await tickUntilIdle(world);
        for (const [at, id] of ids.entries()) {
          const seen = new Map(
            Object.entries(valuesOf(engine, id)).flatMap(([language, values]) =>
              Object.entries(values).map(([number, one]) => [`${language}/${number}`, one] as const),
            ),
          );
          const wanted = [...model[at]!].map(
            ([key, one]) =>
              [
                key,
                typeof one === 'string' && one.startsWith(`https://${HOST}`) && !key.endsWith('/3')
                  ? sized(Number(/(\d)\.png/.exec(one)![1]))
                  : one,
              ] as const,
          );
          expect(seen).toEqual(new Map(wanted));
        }
      }),
      { numRuns: runs(10) },
    );
  });
});

describe('failures', () => {
  test.each<[string, HttpAnswer]>([
    ['HTTP 404', { ok: true, status: 404, bytes: Buffer.from('') }],
    ['HTTP 302', { ok: true, status: 302, bytes: Buffer.from(url('5')) }],
    ['it is no image', { ok: true, status: 200, bytes: Buffer.from('<html>') }],
    ['its address is private', { ok: false, failure: 'address_refused', detail: 'its address is private' }],
  ])('%s: given up at once, with one line', async (why, answer) => {
    const world = open();
    world.reply = () => answer;
    pages(world.engine);
    const id = page(world.engine, 'a', { de_DE: { image: url('5') } });
    await tickUntilIdle(world);
    world.clock.ms += 100_000_000;
    await tickUntilIdle(world);
    expect(world.calls).toHaveLength(1);
    expect(world.complaints).toEqual([expect.stringContaining(why)]);
    expect(valuesOf(world.engine, id)).toEqual({ de_DE: { 1: url('5') } });
    // The next write of it asks again.
    world.reply = image;
    make(world.engine, (tx) => updateObject(tx, id, 'content', { attributes: { en_GB: { image: url('5') } } }));
    await tickUntilIdle(world);
    expect(valuesOf(world.engine, id)).toMatchObject({ en_GB: { 1: sized(5) } });
  });

  test('a host that does not answer is asked again later, and given up in the end', async () => {
    const world = open();
    pages(world.engine);
    world.reply = () => ({ ok: false, failure: 'timeout', detail: 'no answer' });
    const id = page(world.engine, 'a', { de_DE: { image: url('5') } });
    for (const [at, waitMs] of IMAGE_RETRIES_MS.entries()) {
      await tickUntilIdle(world);
      expect([world.calls.length, world.complaints.length]).toEqual([at + 1, 0]);
      world.clock.ms += waitMs - 1;
      await tickUntilIdle(world);
      expect(world.calls).toHaveLength(at + 1);
      world.clock.ms += 1;
    }
    if (IMAGE_RETRIES_MS.length > 0) world.reply = () => ({ ok: true, status: 503, bytes: Buffer.from('') });
    await tickUntilIdle(world);
    expect([world.calls.length, world.complaints.length]).toEqual([IMAGE_RETRIES_MS.length + 1, 1]);
    expect(valuesOf(world.engine, id)).toEqual({ de_DE: { 1: url('5') } });
  });

  test('a stop waits for the call under way and writes nothing more', async () => {
    const world = open();
    pages(world.engine);
    let answer: (() => void) | undefined;
    world.reply = (call) => new Promise((resolve) => (answer = () => resolve(image(call))));
    page(world.engine, 'a', { de_DE: { image: url('5') } });
    await tickUntilIdle(world);
    const { headSeq } = world.engine;
    const ended = world.images.stop();
    answer!();
    await ended;
    world.images.tick(() => true);
    expect([world.engine.headSeq, world.calls.length]).toEqual([headSeq, 1]);
  });
});
