// Catches a test that needs more than its suffix says, and what makes a test fail without a fault: ports that somebody
// else may get, waits for a time, and assertions on the clock; and a hook that only the first file of a worker has.
import { expect, test } from 'vitest';
import { ALL, importsOf, textOf, withoutComments } from './source.ts';

/** test/README.md has a line for each. */
const KINDS = ['isolated', 'smoke', 'long', 'system', 'browser', 'etcd', 'native', 'nightly'];
const TESTS = ALL.filter((file) => file.startsWith('test/'));
const HARNESS = 'test/harness/';
/** Programs that tests or people start. */
const isProgram = (file: string): boolean => file.endsWith('/main.ts') || file.startsWith('test/cluster-faults/');

const kindOf = (file: string): string | undefined => /([^/.]+)\.test\.ts$/.exec(file.replace(/^.*\//, ''))?.[0];
const isCore = (file: string): boolean => /^[^.]+\.test\.ts$/.test(file);

const STARTS = new Set(['node:child_process', 'node:cluster', 'playwright-core']);

/** What a file reaches that starts a process or a browser, through modules of the tests; '' for nothing. */
const startedBy = (file: string, seen = new Set<string>()): string => {
  seen.add(file);
  for (const { from, local, typeOnly } of importsOf(file)) {
    if (typeOnly) continue;
    if (!local && STARTS.has(from)) return `${file} imports ${from}`;
    const isTest = local && from.startsWith('test/') && TESTS.includes(from) && !seen.has(from);
    const found = isTest ? startedBy(from, seen) : '';
    if (found !== '') return found;
  }
  return '';
};

test('a core test starts no process and no browser', () => {
  const found = TESTS.filter((file) => isCore(file)).flatMap((file) => {
    const reason = startedBy(file);
    return reason === '' ? [] : [`${file}: ${reason}`];
  });
  expect(found).toEqual([]);
});

test('the walk finds what a file reaches through another one', () => {
  const reaching = TESTS.filter((file) => file.endsWith('.system.test.ts') && startedBy(file) !== '');
  expect(reaching.length).toBeGreaterThan(20);
  expect(startedBy('test/harness/program.ts')).toContain('node:child_process');
});

test('a kind of test is one that vitest.config.ts and test/README.md know', () => {
  const unknown = TESTS.filter((file) => file.endsWith('.test.ts') && !isCore(file)).filter(
    (file) => !KINDS.some((kind) => kindOf(file) === `${kind}.test.ts`),
  );
  expect(unknown).toEqual([]);
  const [config, page] = [textOf('vitest.config.ts'), textOf('test/README.md')];
  for (const kind of KINDS)
    expect([kind, config.includes(`'${kind}'`), page.includes(`\`*.${kind}.test.ts\``)]).toEqual([kind, true, true]);
});

const found = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    withoutComments(textOf(file))
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

const OUTSIDE = TESTS.filter((file) => !file.startsWith(HARNESS) && file !== 'test/tidy/kinds.test.ts');

test('a server says which port the system gave it: test/harness/ports.ts opens it or reserves one', () => {
  expect(found(OUTSIDE, /\.listen\(0\b|\bfreePort\b/)).toEqual([]);
});

const WAITS = /setTimeout\([^,]*,\s*[\d_]+\s*\)|(?<![.\w])(?:sleep|pause|wait|delay)\(\s*[\d_]+\s*\)/;

test('a test waits for what happens, and not for a time: test/harness/until.ts', () => {
  expect(
    found(
      OUTSIDE.filter((file) => !isProgram(file)),
      WAITS,
    ),
  ).toEqual([]);
});

const CLOCKED = /expect\([^)]*(?:Date\.now\(\)|performance\.now\(\))/;

test('no assertion is on the clock', () => {
  expect(found(OUTSIDE, CLOCKED)).toEqual([]);
});

const HOOK = /^(?:before|after)(?:Each|All)\(/;

test('a helper hooks no test at its top, which would be those of one file: test/harness/endings.ts', () => {
  const isHelper = (file: string): boolean => !file.endsWith('.test.ts') && !/(?:\/|-)setup[^/]*\.ts$/.test(file);
  expect(found(TESTS.filter(isHelper), HOOK)).toEqual([
    'test/harness/example-run/example.ts:14 afterEach(() => place.clean());',
  ]);
});

test.each([
  [WAITS, 'await new Promise((resolve) => setTimeout(resolve, 150));'],
  [WAITS, 'await sleep(50);'],
  [WAITS, 'setTimeout(() => response.destroy(), 1_000);'],
  [HOOK, 'afterEach(async () => {'],
  [CLOCKED, 'expect(performance.now() - beganMs).toBeLessThan(100);'],
])('%s finds %j', (pattern, line) => {
  expect(pattern.test(line)).toBe(true);
});
