// Would catch a limit that docs/operate/limits-refusals.md does not know, a row of it that names no setting, and a
// refusal that is not counted or does not say what was met.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { LIMITS, limitRefusals, refuseMemory, refuseOutOfMemory } from '../../src/kernel/limits.ts';
import type { LimitName } from '../../src/kernel/limits.ts';
import { MemoryAccount, NO_LIMITS } from '../../src/kernel/memory-account.ts';
import { JSON_VALUES_MAX, limitJsonValues } from '../../src/kernel/json-reader.ts';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { decodeForm } from '../../src/http/form/form.ts';
import { json, readParams, Type } from '../../src/kernel/params.ts';
import { SRC, textOf } from '../tidy/source.ts';

const ROW = /^\| `(\w+)`\s*\| (.*?)\s*\| (.*?)\s*\| (.*?)\s*\|$/gm;
const rows = [...readFileSync('docs/operate/limits-refusals.md', 'utf8').matchAll(ROW)].map(
  ([, name, set, code, counted]) => ({
    name: name!,
    set: set!,
    codes: [...code!.matchAll(/`(\w+)`/g)].map(([, one]) => one!),
    counted: counted!,
  }),
);

describe('docs/operate/limits-refusals.md', () => {
  test('has a row for each limit that is counted, and names settings and refusals that there are', () => {
    const counted = rows.filter((row) => row.counted.includes('limits'));
    expect(counted.map(({ name }) => name).toSorted()).toEqual([...LIMITS].toSorted());
    const settings = Object.keys(loadConfig({}, {}, '/nonexistent'));
    for (const { name, set, codes } of rows) {
      if (set.startsWith('setting')) expect(settings, name).toContain(name);
      else expect(name).toContain('_');
      expect(Object.keys(REFUSALS), name).toEqual(expect.arrayContaining(codes));
    }
    expect(rows.length).toBeGreaterThan(LIMITS.length);
  });
});

/** Refusals for a size, a number or a time that a limit allows no more of. */
const AT_A_LIMIT =
  /_(?:LIMIT_REACHED|FULL|BUSY|THROTTLED)$|TOO_(?:LARGE|SLOW|EXPENSIVE)$|^OVERLOADED$|^BODY_UNDECODABLE$/;
const CODES_AT_LIMITS = Object.keys(REFUSALS).filter((code) => AT_A_LIMIT.test(code));

describe('every refusal at a limit', () => {
  test('has a row with the name of its limit', () => {
    const known = new Set(rows.flatMap(({ codes }) => codes));
    expect(CODES_AT_LIMITS.filter((code) => !known.has(code))).toEqual([]);
    expect(CODES_AT_LIMITS.length).toBeGreaterThan(25);
  });

  test('says the figure and the limit where it is made', () => {
    const bare = SRC.flatMap((file) =>
      [...textOf(file).matchAll(/(?<![.\w])refuse\('(\w+)'(?:, [^,()]+)?\)/g)]
        .filter(([, code]) => CODES_AT_LIMITS.includes(code!))
        .map(([made]) => `${file}: ${made}`),
    );
    expect(bare).toEqual([]);
  });
});

const FORM = { bodyFieldsMax: 20, fieldNameBytesMax: 40 };
const decode = (type: string, body: string) => decodeForm(type, Buffer.from(body), FORM);
const FIELDS = Array.from({ length: 21 }, (_, at) => `f${at}`);
const MULTIPART = 'multipart/form-data; boundary=b';
const part = (name: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
const URLENCODED = 'application/x-www-form-urlencoded';
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const LISTS = { list: json(Type.Array(Type.Unknown())) };

const CASES: readonly (readonly [LimitName, string, () => unknown, string])[] = [
  ['bodyFieldsMax', 'a form', () => decode(URLENCODED, `&&${FIELDS.join('=1&&')}`), 'has 21 fields, of at most 20.'],
  [
    'bodyFieldsMax',
    'JSON',
    () => decode('application/json', `{${FIELDS.map((f) => `"${f}":1`).join()}}`),
    'has 21 fields',
  ],
  ['bodyFieldsMax', 'multipart', () => decode(MULTIPART, `${FIELDS.map(part).join('')}--b--\r\n`), 'has 21 fields'],
  ['fieldNameBytesMax', 'a form', () => decode(URLENCODED, `${'ä'.repeat(21)}=1`), 'has 42 bytes, of at most 40.'],
  ['fieldNameBytesMax', 'JSON', () => decode('application/json', `{"${'x'.repeat(41)}":1}`), 'has 41 bytes, of'],
  ['fieldNameBytesMax', 'multipart', () => decode(MULTIPART, `${part('x'.repeat(41))}--b--\r\n`), 'has 41 bytes, of'],
  [
    'jsonValuesMax',
    'a body',
    () => decode('application/json', `{"a":[${'0,'.repeat(1500)}0]}`),
    '1503 values, 1500 are',
  ],
  ['jsonValuesMax', 'a field', () => readParams(LISTS, { list: `[${'0,'.repeat(1500)}0]` }), '1502 values, 1500 are'],
  ['json_depth', 'a body', () => decode('application/json', `{"a":${deep(6000)}}`), 'nested 6001 deep, 64 is read'],
  ['json_depth', 'a text', () => readParams(LISTS, { list: deep(5000) }), 'nested 5000 deep, 64 is read'],
  ['json_depth', 'a field', () => readParams(LISTS, { list: deep(40) }), 'nested 40 deep, 32 is read'],
  ['json_depth', 'a value', () => readParams(LISTS, { list: JSON.parse(deep(33)) as unknown }), 'nested 33 deep, 32'],
];

describe('a refusal at a limit', () => {
  test.each(CASES)('%s of %s says what was met and is counted', (limit, _what, refused, says) => {
    const before = limitJsonValues(limit === 'jsonValuesMax' ? 1500 : JSON_VALUES_MAX);
    try {
      const count = limitRefusals().get(limit)!;
      expect(refused()).toMatchObject({ ok: false, detail: expect.stringContaining(says) });
      expect(limitRefusals().get(limit)).toBe(count + 1);
    } finally {
      limitJsonValues(before);
    }
  });

  test('one value less is read, and the limit may be higher than by default', () => {
    const list = `[${'0,'.repeat(JSON_VALUES_MAX)}0]`;
    expect(readParams(LISTS, { list })).toMatchObject({ ok: false });
    const before = limitJsonValues(JSON_VALUES_MAX + 2);
    expect(readParams(LISTS, { list })).toMatchObject({ ok: true });
    expect(readParams(LISTS, { list: deep(6000) }), 'depth is limited as before').toMatchObject({ ok: false });
    limitJsonValues(before);
    expect(before).toBe(JSON_VALUES_MAX);
  });

  test('of memory says how much is held, and how much is in use', () => {
    const account = new MemoryAccount({ ...NO_LIMITS, searches: 10 * 1_048_576 });
    account.searches.take(12 * 1_048_576);
    account.setUse({ heapBytes: 95, heapBytesMax: 100, allBytes: 1, allBytesMax: 2 });
    expect(refuseMemory('memory_searches', 'Long searches hold', account.searches)).toMatchObject({
      code: 'OVERLOADED',
      detail: 'Long searches hold 12 MiB of memory, and may hold 10 MiB; try again.',
    });
    expect(refuseOutOfMemory(account, 'request', 'try again.').detail).toBe(
      '95 % of the memory is in use, and dear calls begin up to 90 %; try again.',
    );
  });
});
