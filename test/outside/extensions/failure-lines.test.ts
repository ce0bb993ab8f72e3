// Lines about failures. Catches a caller who can fill the log, and a failure that leaves no trace there.
import { expect, test } from 'vitest';
import { FailureLines } from '../../../src/outside/extensions/failure-lines.ts';
import { until } from '../../harness/until.ts';
import { hostOf, moduleOf } from './modules.ts';

test('the first of a kind is written at once, the others are counted', async () => {
  const lines: string[] = [];
  const failures = new FailureLines((line) => lines.push(line), 5);
  for (const line of ['a', 'b', 'c']) failures.tell('delivery_price', line);
  failures.tell('checkout_check', 'x');
  expect(lines).toEqual(['a', 'x']);
  await until('they are counted', () => lines.length === 3);
  expect(lines[2]).toBe('c (the last of 2 since the line before)');
  failures.close();
});

test('what was counted is written at the end', () => {
  const lines: string[] = [];
  const failures = new FailureLines((line) => lines.push(line));
  for (const line of ['a', 'b']) failures.tell('after', line);
  failures.close();
  expect(lines).toEqual(['a', 'b']);
});

test('after a time without failures the next one is written at once', async () => {
  const lines: string[] = [];
  const failures = new FailureLines((line) => lines.push(line), 1);
  const tellUntil = async (length: number): Promise<void> => {
    failures.tell('after', 'a');
    await until('it is written', () => lines.length >= length);
  };
  await tellUntil(1);
  await tellUntil(2);
  await tellUntil(3);
  expect(lines).toEqual(['a', 'a', 'a']);
  failures.close();
});

test('postal codes that an extension throws at fill no log', async () => {
  const { host, lines, when } = hostOf({
    'a.mjs': moduleOf('carrier', `delivery_price: ({ zip }) => { throw new Error('no ' + zip); }`),
  });
  await when('running');
  const before = lines.length;
  for (let zip = 0; zip < 30; zip += 1)
    await host.ask('delivery_price', JSON.stringify({ zip }), (given) => given as object | undefined);
  expect(host.list()[0]).toMatchObject({ failures: 30, state: 'running' });
  expect(lines.slice(before)).toHaveLength(1);
  await host.close();
  expect(lines.at(-1)).toContain('(the last of 29 since the line before)');
});
