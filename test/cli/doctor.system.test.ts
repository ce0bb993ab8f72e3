// `kontor doctor`: what it finds of machine, disks, store, settings and fonts; it opens and makes no store.
import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockStore } from '../../src/engine/store/store-lock.ts';
import { SCRIPTS } from '../../src/outside/documents/fonts.ts';
import '../outside/threads/compiled-threads.ts';
import { Place } from '../harness/program.ts';

let place: Place;
beforeAll(() => {
  place = new Place();
});
afterAll(() => place.clean());

test('says what is good, which scripts have a font, and what to install for the others', async () => {
  const { code, out, err } = await place.run(['doctor'], { KONTOR_COMPANY: 'Kontor' });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  for (const line of [
    /^(ok|note) +Node \d+\.\d+/,
    /^(ok|note) +\d+ open files, so \d+ connections at a time$/,
    /^ok {4}the clock says 20\d\d-/,
    /^(ok|note) +a password is hashed in \d+ ms$/,
    /^(ok|note) +a sync of the data directory takes \d+\.\d\d ms, \d+\.\d\d ms at worst of 40/,
    /^ok {4}no store is in \.\/data yet/,
    /^ok {4}\d+ settings, 1 of them given; no unknown variable$/,
    /^(ok|note) +the data directory .* is on /,
    /^ok {4}document templates/,
    /^ok {4}Arabic in PDF documents: @expo-google-fonts\/noto-sans-arabic$/,
    /^note {2}Hebrew in PDF documents has no font: @expo-google-fonts\/noto-sans-hebrew has one$/,
    /npm install --no-save/,
  ]) {
    expect(out).toContainEqual(expect.stringMatching(line));
  }
  expect(out.filter((line) => line.includes('in PDF documents'))).toHaveLength(SCRIPTS.length);
  expect(readdirSync(place.path()), 'nothing is left').toEqual([]);
});

test('an empty company is noted; a broken template is wrong, and the exit code says so', async () => {
  mkdirSync(place.path('templates', 'labels'), { recursive: true });
  writeFileSync(place.path('templates', 'invoice.liquid'), '{% foo %}');
  expect((await place.run(['doctor'])).out).toContainEqual(
    expect.stringMatching(/^note {2}the setting company is empty/),
  );
  const { code, out } = await place.run(['doctor'], { KONTOR_TEMPLATES: place.path('templates') });
  expect(code).toBe(1);
  expect(out).toContainEqual(expect.stringMatching(/^WRONG .*invoice\.liquid: tag "foo" not found/));
});

test('a data directory that cannot be one is wrong', async () => {
  writeFileSync(place.path('file'), '');
  chmodSync(place.path('file'), 0o400);
  const { code, out } = await place.run(['doctor', '--data', place.path('file')]);
  expect(code).toBe(1);
  expect(out).toContainEqual(expect.stringMatching(/^WRONG the data directory .* is not a directory/));
});

test('wrong settings are all said, with what to do, and the rest is checked with their defaults', async () => {
  const { code, out } = await place.run(['doctor'], { KONTOR_PROT: '1', KONTOR_CART_LINES_MAX: '0' });
  expect(code).toBe(1);
  expect(out.filter((line) => line.startsWith('WRONG'))).toEqual([
    'WRONG KONTOR_CART_LINES_MAX: "0" is not a whole number from 1 to 1000',
    'WRONG the variable KONTOR_PROT is no setting and is not read. Did you mean KONTOR_PORT?',
  ]);
  expect(out.filter((line) => line === '      → mend it: docs/reference/settings.md')).toHaveLength(1);
});

test('as JSON each finding is a line', async () => {
  const { out } = await place.run(['doctor', '--json']);
  const findings = out.map((line) => JSON.parse(line) as { readonly is: string; readonly advice?: string });
  for (const { is, advice } of findings) expect(advice === undefined).toBe(is === 'good');
  expect(findings).toContainEqual(expect.objectContaining({ line: expect.stringMatching(/^Node /) }));
});

describe('of a store', () => {
  const DAY_S = 86_400;
  const journal = (): string => place.path('shop', 'journal', 'data.mdb');
  const found = async (): Promise<readonly string[]> =>
    (await place.run(['doctor', '--data', 'shop'])).out.filter((line) =>
      /the store|the clock|snapshot file of|subject-keys|store\.json|journal/.test(line),
    );

  beforeAll(async () => {
    writeFileSync(place.path('none.jsonl'), '');
    expect(await place.run(['import', 'none.jsonl', '--data', 'shop'])).toMatchObject({ code: 0 });
  });

  test('format, use and snapshot files', async () => {
    expect(await found()).toEqual([
      expect.stringMatching(/^ok {4}the clock says /),
      expect.stringMatching(/^ok {4}the store in shop has format version \d; no server has it open$/),
      'note  no snapshot file of this store is there',
    ]);
  });

  test('key files that others may read', async () => {
    chmodSync(place.path('shop', 'store.json'), 0o644);
    expect(await found()).toContainEqual('WRONG shop/store.json can be read by others than its owner');
    chmodSync(place.path('shop', 'store.json'), 0o600);
  });

  test('a clock before its last write, and one long after it', async () => {
    const nowS = Date.now() / 1000;
    utimesSync(journal(), nowS, nowS + DAY_S);
    expect(await found()).toContainEqual(expect.stringMatching(/^WRONG the clock says .* before the last write/));
    utimesSync(journal(), nowS, nowS - 181 * DAY_S);
    expect(await found()).toContainEqual(expect.stringMatching(/^WRONG the clock says .* after the last write/));
    utimesSync(journal(), nowS, nowS);
  });

  test('one that a process has open', async () => {
    const lock = await lockStore(place.path('shop'));
    try {
      expect(await found()).toContainEqual(expect.stringMatching(/ a process has it open$/));
    } finally {
      await lock.release();
    }
  });

  test('lost keys', async () => {
    rmSync(place.path('shop', 'subject-keys.json'));
    expect(await found()).toContainEqual(expect.stringMatching(/^WRONG .*subject-keys\.json/));
    rmSync(place.path('shop', 'store.json'));
    expect(await found()).toContainEqual('WRONG shop has a journal and no store.json');
  });
});

test('a native part that is not for this platform ends every command with one line', async () => {
  const hook =
    "export const resolve = (name, context, next) => { if (name === 'lmdb') throw new Error('no build\\nhere');";
  const source = `${hook} return next(name, context); };`;
  writeFileSync(
    place.path('hook.mjs'),
    `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(source)}`)});`,
  );
  const ran = await place.runBuilt(['doctor'], { NODE_OPTIONS: `--import=${place.path('hook.mjs')}` });
  expect(ran).toEqual({
    code: 1,
    signal: null,
    out: [],
    err: ['kontor: a part of the program cannot be loaded, no build: install Kontor again, with this Node'],
  });
});
