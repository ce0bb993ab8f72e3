// Pictures that an import fetches: would catch one that is fetched twice, an address of inside that a redirect leads
// to, a failure that loses its product, and records that change places while others wait.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PictureFailures } from '../../src/catalogue-files/picture-failures.ts';
import { Pictures, withPictures } from '../../src/catalogue-files/pictures.ts';
import type { PictureOptions } from '../../src/catalogue-files/pictures.ts';
import { sourced } from '../../src/catalogue-files/record-source.ts';
import type { Sourced } from '../../src/catalogue-files/record-source.ts';
import { rowRecord } from '../../src/catalogue-files/table-row.ts';
import { FetchedImages } from '../../src/http/routes/fetched-images.ts';
import { ImageQuota } from '../../src/http/routes/image-quota.ts';
import type { HttpAnswer, HttpCall } from '../../src/kernel/http-call.ts';
import { refuse } from '../../src/kernel/result.ts';
import { UndiciClient } from '../../src/outside/http/http-client.ts';
import { newDirectory } from '../harness/directories.ts';

const PNG = Buffer.concat([
  Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
  Buffer.from('IEND\u00aeB`\u0082', 'latin1'),
]);
const found = (bytes: Uint8Array = PNG): HttpAnswer => ({ ok: true, status: 200, bytes });
const status = (code: number): HttpAnswer => ({ ok: true, status: code, bytes: new Uint8Array() });
const leads = (location: string): HttpAnswer => ({ ok: true, status: 302, bytes: new Uint8Array(), location });
const failed = (failure: 'timeout' | 'address_refused'): HttpAnswer => ({ ok: false, failure, detail: failure });

const newPlace = () => {
  const directory = join(newDirectory(), 'images');
  return { directory, store: new FetchedImages(new ImageQuota(directory, 1)) };
};

/** `answers`: by address, the next one for each call; the last one stays. */
const fetching = (answers: { readonly [url: string]: readonly HttpAnswer[] }, given: Partial<PictureOptions> = {}) => {
  const calls: HttpCall[] = [];
  const slept: number[] = [];
  const client = {
    call: async (call: HttpCall) => {
      const before = calls.filter(({ url }) => url === call.url).length;
      calls.push(call);
      const known = answers[call.url] ?? [status(404)];
      return known[Math.min(before, known.length - 1)]!;
    },
  };
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  const place = newPlace();
  const options = { client, store: place.store, privateAllowed: false, bytesMax: 1000, sleep, ...given };
  return { pictures: new Pictures(options), options, calls, slept, urls: () => calls.map(({ url }) => url), ...place };
};

test('a picture is fetched once, also by a later run; one that was deleted is fetched again', async () => {
  const one = fetching({ 'https://x/a.png': [found()] });
  const both = await Promise.all([one.pictures.bring(1, 'https://x/a.png'), one.pictures.bring(2, 'https://x/a.png')]);
  expect(both[0]).toMatch(/^\/images\/[0-9a-f]{32}\.png$/);
  expect([both[1], one.calls.length]).toEqual([both[0], 1]);
  expect(one.calls[0]).toMatchObject({ method: 'GET', bytesMax: 1000, privateAllowed: false });
  const later = new Pictures(one.options);
  expect(await later.bring(1, 'https://x/a.png')).toBe(both[0]);
  expect([one.calls.length, later.present, later.summary]).toEqual([
    1,
    1,
    'pictures: 0 fetched, 1 already there, 0 left as addresses',
  ]);
  rmSync(join(one.directory, both[0]!.replace('/images/', '')));
  expect(await new Pictures(one.options).bring(1, 'https://x/a.png')).toBe(both[0]);
  expect(one.calls).toHaveLength(2);
});

test('a dry run fetches nothing, and knows what is there', async () => {
  const { pictures, options, calls, directory } = fetching({ 'https://x/a.png': [found()] });
  const dry = new Pictures({ ...options, dryRun: true });
  expect(await dry.bring(1, 'https://x/a.png')).toBe('https://x/a.png');
  expect([calls.length, existsSync(directory)]).toEqual([0, false]);
  const here = await pictures.bring(1, 'https://x/a.png');
  expect(await new Pictures({ ...options, dryRun: true }).bring(1, 'https://x/a.png')).toBe(here);
});

test('what may pass is tried again, three times in all; what does not is not', async () => {
  const { pictures, slept, urls } = fetching({
    'https://x/busy.png': [status(503), failed('timeout'), found()],
    'https://x/down.png': [status(500)],
    'https://x/gone.png': [status(404)],
    'https://x/inside.png': [failed('address_refused')],
    'https://x/page.png': [found(Buffer.from('<html>'))],
  });
  expect(await pictures.bring(1, 'https://x/busy.png')).toMatch(/^\/images\//);
  expect(slept).toEqual([500, 1000]);
  for (const name of ['down', 'gone', 'inside', 'page'])
    expect(await pictures.bring(7, `https://x/${name}.png`)).toBe(`https://x/${name}.png`);
  expect(urls().filter((url) => url !== 'https://x/busy.png')).toEqual([
    ...['down', 'down', 'down'].map((name) => `https://x/${name}.png`),
    ...['gone', 'inside', 'page'].map((name) => `https://x/${name}.png`),
  ]);
  expect([pictures.fetched, pictures.failed]).toEqual([1, 4]);
  expect(pictures.failures).toEqual([
    'line 7: the picture "https://x/down.png" stays an address: its server answers 500',
    'line 7: the picture "https://x/gone.png" stays an address: its server answers 404',
    'line 7: the picture "https://x/inside.png" stays an address: address_refused',
    expect.stringContaining('Pictures are PNG, JPEG'),
  ]);
  const before = urls().length;
  expect(await pictures.bring(8, 'https://x/gone.png')).toBe('https://x/gone.png');
  expect(urls()).toHaveLength(before);
});

test('redirects are followed, each as a call of its own, and not for ever', async () => {
  const { pictures, urls } = fetching({
    'http://x/a': [leads('/b')],
    'http://x/b': [leads('https://y/c.png')],
    'https://y/c.png': [found()],
    'http://x/round': [leads('http://x/round')],
  });
  expect(await pictures.bring(1, 'http://x/a')).toMatch(/^\/images\//);
  expect(urls()).toEqual(['http://x/a', 'http://x/b', 'https://y/c.png']);
  expect(await pictures.bring(2, 'http://x/round')).toBe('http://x/round');
  expect(urls()).toHaveLength(3 + 6);
});

test('a server that fails again and again is left alone', async () => {
  const addresses = Array.from({ length: 8 }, (_, at) => `https://x/${at}.png`);
  const { pictures, calls } = fetching(Object.fromEntries(addresses.map((url) => [url, [status(500)]])));
  for (const address of addresses) await pictures.bring(1, address);
  expect(calls).toHaveLength(5 * 3);
  expect(pictures.failures.at(-1)).toContain('x has failed 5 times in a row');
});

test('failures at once count each: a server is left alone however many of its pictures are on their way', async () => {
  const addresses = Array.from({ length: 40 }, (_, at) => `https://x/${at}.png`);
  const { pictures, calls } = fetching(Object.fromEntries(addresses.map((url) => [url, [failed('timeout')]])));
  await Promise.all(addresses.map((address) => pictures.bring(1, address)));
  // Those that are on their way when the fifth fails are asked for to their end.
  expect(calls.length).toBeLessThanOrEqual((5 + 8) * 3);
  expect(pictures.failed).toBe(40);
});

test('nothing is fetched any more once the folder is full', async () => {
  const addresses = Array.from({ length: 4 }, (_, at) => `https://x/${at}.png`);
  const store = { known: async () => undefined, keep: async () => refuse('IMAGES_FULL', '', 'the folder is full') };
  const { pictures, calls } = fetching(Object.fromEntries(addresses.map((url) => [url, [found()]])), { store });
  for (const address of addresses) expect(await pictures.bring(1, address)).toBe(address);
  expect([calls.length, pictures.failed, pictures.failures.at(-1)]).toEqual([
    1,
    4,
    'line 1: the picture "https://x/3.png" stays an address: the folder is full',
  ]);
});

test('no call lasts beyond the deadline, and one that was cut off says nothing of its server', async () => {
  let nowMs = 0;
  const calls: number[] = [];
  const client = {
    call: async ({ timeoutMs }: HttpCall): Promise<HttpAnswer> => {
      calls.push(timeoutMs);
      nowMs += timeoutMs;
      return failed('timeout');
    },
  };
  const now = (): number => nowMs;
  const failures = new PictureFailures({ failedMs: 1000, fullMs: 1000, now });
  const given = { client, now, failures, sleep: async (ms: number) => void (nowMs += ms) };
  const { options } = fetching({}, given);
  const late = new Pictures({ ...options, deadlineMs: 15_000 });
  for (const name of ['a', 'b']) expect(await late.bring(1, `https://x/${name}.png`)).toBe(`https://x/${name}.png`);
  expect([calls, nowMs]).toEqual([[15_000], 15_000]);
  expect(late.failures).toEqual([expect.stringContaining('the time'), expect.stringContaining('the time')]);
  expect(failures.reason('x', 'https://x/a.png')).toBeUndefined();
  const next = new Pictures({ ...options, deadlineMs: nowMs + 25_000 });
  await next.bring(1, 'https://x/a.png');
  expect([calls.slice(1), nowMs]).toEqual([[20_000, 4_500], 40_000]);
  expect(failures.reason('x', 'https://x/a.png')).toBe('timeout');
});

test('no address of inside is called, whatever it is written as, nor anything but http', async () => {
  const client = new UndiciClient();
  try {
    const { options } = fetching({}, { client });
    const pictures = new Pictures(options);
    for (const address of [
      'http://127.0.0.1:9/a.png',
      'http://localhost/a.png',
      'http://[::1]/a.png',
      'http://10.1.2.3/',
    ])
      expect(await pictures.bring(1, address)).toBe(address);
    expect(pictures.failures.every((line) => line.includes('private'))).toBe(true);
    expect(pictures.failed).toBe(4);
  } finally {
    await client.close();
  }
});

const all = async (source: AsyncIterable<Sourced>): Promise<Sourced[]> => {
  const list: Sourced[] = [];
  for await (const one of source) list.push(one);
  return list;
};

async function* of(...list: readonly Sourced[]): AsyncGenerator<Sourced> {
  yield* list;
}

test('values of picture attributes become addresses here, with their sizes; all else stays, in its order', async () => {
  const { pictures } = fetching({
    'https://x/a.png': [found()],
    'https://x/b.png': [found(Buffer.concat([PNG, PNG]))],
  });
  const classRecord = {
    type: 'class',
    name: 'lamp',
    class_type: 'product',
    attributes: [{ name: 'image', type: 'IMG' }],
  };
  const product = {
    type: 'product',
    name: 'Moon',
    attributes: {
      en_GB: { image: { value: 'https://x/a.png', width: 3, height: 4 }, text: 'https://x/b.png', photo: 'b.png' },
      de_DE: { photo: 'https://x/b.png', image: 'https://x/gone.png' },
    },
  };
  const row = { fixed: { name: 'Sun' }, attributes: { de_DE: { image: 'https://x/a.png', text: 'https://x/a.png' } } };
  const refused: Sourced = { line: 4, record: refuse('PARAMETER_INVALID', '') };
  const given = of(
    sourced(1, classRecord),
    sourced(2, product),
    { line: 3, record: rowRecord(row), sent: { row } },
    refused,
  );
  const [first, second, third, last] = await all(withPictures(given, pictures, ['photo']));
  expect(first!.sent).toEqual({ record: classRecord });
  const here = expect.stringMatching(/^\/images\/[0-9a-f]{32}\.png$/);
  expect(second).toMatchObject({
    line: 2,
    record: { ok: true, value: { attributes: { de_DE: { photo: here } } } },
    sent: {
      record: {
        attributes: {
          en_GB: { image: { value: here, width: 3, height: 4 }, text: 'https://x/b.png', photo: 'b.png' },
          de_DE: { photo: here, image: 'https://x/gone.png' },
        },
      },
    },
  });
  expect(third!.sent).toEqual({ row: { ...row, attributes: { de_DE: { image: here, text: 'https://x/a.png' } } } });
  expect(third!.record).toMatchObject({ ok: true, value: { attributes: { de_DE: { image: here } } } });
  expect(last).toBe(refused);
});

test('records keep their order while later pictures come sooner, and what precedes a broken part of a file comes', async () => {
  const released: (() => void)[] = [];
  const client = {
    call: ({ url }: HttpCall): Promise<HttpAnswer> =>
      new Promise((resolve) => {
        released.push(() => resolve(found(Buffer.concat([PNG, Buffer.from(url)]))));
        if (released.length === 4) for (const release of released.toReversed()) release();
      }),
  };
  const { pictures, directory } = fetching({}, { client });
  const names = ['a', 'b', 'c', 'd'];
  const source = async function* (): AsyncGenerator<Sourced> {
    for (const [line, name] of names.entries())
      yield sourced(line, { type: 'product', name, attributes: { en: { image: `https://x/${name}.png` } } });
    throw new Error('cut off');
  };
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const { line } of withPictures(source(), pictures, ['image'])) seen.push(line);
    })(),
  ).rejects.toThrow('cut off');
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(readdirSync(directory).filter((name) => name.endsWith('.png'))).toHaveLength(4);
});
