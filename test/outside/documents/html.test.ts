// HTML documents. Catches a long document that holds the event loop, one that differs by where it was made, and a limit
// that is not kept.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../harness/until.ts';
import '../threads/compiled-threads.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { HtmlMaker } from '../../../src/outside/documents/html.ts';
import type { HtmlSettings } from '../../../src/outside/documents/html.ts';
import { Templates } from '../../../src/outside/documents/templates.ts';

const makers: HtmlMaker[] = [];
const directories: string[] = [];
afterEach(async () => {
  for (const maker of makers.splice(0)) await maker.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const maker = (templates: Templates, settings: Partial<HtmlSettings> = {}): HtmlMaker => {
  const made = new HtmlMaker(templates, {
    htmlQueueMax: 10,
    htmlTimeoutMs: 60_000,
    documentBytesMax: 4_194_304,
    documentsKeptBytesMax: 0,
    ...settings,
  });
  makers.push(made);
  return made;
};

/** Far above the 20 ms of what is made in place, far below the 5 s of the template engine, also on a busy machine. */
const TIMES = 15_000;

/** With an invoice that takes far longer than a usual one, whatever it is an invoice of. */
const slowTemplates = (): Templates => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-html-'));
  directories.push(directory);
  mkdirSync(join(directory, 'labels'));
  writeFileSync(join(directory, 'invoice.liquid'), `{% for at in (1..${TIMES}) %}{{ title }}{% endfor %}`);
  return new Templates(directory);
};

const TEMPLATES = new Templates('');
const line = (at: number): object => ({
  position: String(at),
  name: 'Öl & <Essig>',
  description: 'x'.repeat(100),
  element_number: '',
  attributes: [{ name: 'a', value: '"' }],
  quantity: '1',
  price: '1',
  rate: '1',
  sum: '1',
});
const data = (lines: number): object => ({
  language: 'de',
  title: 'Rechnung',
  text: TEMPLATES.labels('de').text,
  lines: Array.from({ length: lines }, (_, at) => line(at)),
  invoice_number: undefined,
});

const outcome = async (made: Result<Uint8Array> | Promise<Result<Uint8Array>>): Promise<string> => {
  const result = await made;
  return result.ok ? Buffer.from(result.value).toString() : result.code;
};

type Made = ReturnType<HtmlMaker['make']>;

/** Each in a turn of its own; a busy machine may take its time for one of them, and not for all. */
const someTurns = async (make: () => Made, turns = 20): Promise<readonly Made[]> => {
  const found: Made[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise(setImmediate);
    found.push(make());
  }
  await Promise.all(found);
  return found;
};

test('a usual document is made in place, a long one on a thread, and both say what their template says', async () => {
  const made = maker(TEMPLATES, { htmlQueueMax: 100 });
  for (const [lines, isLater] of [
    [5, false],
    [200, true],
  ] as const) {
    for (const name of ['invoice', 'order_confirmation'] as const) {
      const results = await someTurns(() => made.make(1, name, data(lines), {}), isLater ? 3 : 20);
      const expected = TEMPLATES.html(name, data(lines));
      expect(
        results.every((one) => one instanceof Promise),
        `${lines} lines`,
      ).toBe(isLater);
      for (const result of results) expect(await outcome(result)).toBe(expected);
    }
  }
});

test('many usual documents in one turn of the loop do not hold it up', async () => {
  // Catches: fifty parts of an aggregate, each of them short.
  const made = maker(TEMPLATES);
  let count = 0;
  let result = made.make(1, 'invoice', data(30), {});
  for (; !(result instanceof Promise) && count < 10_000; count += 1) result = made.make(1, 'invoice', data(30), {});
  expect(count).toBeLessThan(10_000);
  expect(await outcome(result)).toBe(TEMPLATES.html('invoice', data(30)));
  const later = await someTurns(() => made.make(1, 'invoice', data(3), {}));
  expect(later.some((one) => !(one instanceof Promise))).toBe(true);
});

test('a template that takes its time takes it on the thread', async () => {
  const made = maker(slowTemplates());
  const result = made.make(1, 'invoice', data(1), {});
  expect(result).toBeInstanceOf(Promise);
  expect(await outcome(result)).toBe('Rechnung'.repeat(TIMES));
});

test('what is too large or too slow is refused by name, and the next document is made', async () => {
  const slow = slowTemplates();
  expect(await outcome(maker(slow, { documentBytesMax: 65_536 }).make(1, 'invoice', data(1), {}))).toBe(
    'DOCUMENT_TOO_LARGE',
  );
  expect(await outcome(maker(TEMPLATES, { documentBytesMax: 1000 }).make(1, 'invoice', data(1), {}))).toBe(
    'DOCUMENT_TOO_LARGE',
  );
  const hurried = maker(slow, { htmlTimeoutMs: 1 });
  expect(await outcome(hurried.make(1, 'invoice', data(1), {}))).toBe('DOCUMENT_TOO_SLOW');
  // Where the machine is busy it is made on the thread, too, which has a millisecond for it.
  const next = (): Promise<string> => outcome(hurried.make(1, 'order_confirmation', data(1), {}));
  await until('the next document is made', async () => (await next()).includes('&#214;l &amp; &lt;Essig&gt;'));
});

test('refuses when the queue is full, and makes all that it took', async () => {
  const made = maker(TEMPLATES, { htmlQueueMax: 2 });
  const results = await Promise.all(
    Array.from({ length: 5 }, (_, at) => outcome(made.make(at, 'invoice', data(200 + at), {}))),
  );
  expect(results.map((one) => (one.startsWith('<') ? 'made' : one))).toEqual([
    'made',
    'made',
    'made',
    'DOCUMENT_BUSY',
    'DOCUMENT_BUSY',
  ]);
});
