// Extensions that take a whole processor or all their memory. Catches one that stops the process, or another extension.
import { expect, test } from 'vitest';
import type { Answered } from '../../../src/kernel/extensions.ts';
import { until } from '../../harness/until.ts';
import { hostOf, moduleOf } from './modules.ts';
import type { TestedHost } from './modules.ts';

const ask = ({ host }: TestedHost, question: object = {}): Promise<readonly Answered<object>[]> =>
  host.ask('checkout_check', JSON.stringify(question), (given) => given as object | undefined);

const SOON = { deadlineMs: { checkout_check: 60 } };

test('a thread without a sign of life is ended and started again, and another extension goes on', async () => {
  const tested = hostOf(
    {
      'a.mjs': moduleOf('endless', 'checkout_check: ({ goes }) => { while (goes); }'),
      'b.mjs': moduleOf('sound', `checkout_check: () => ({ refuse: 'SOUND' })`),
    },
    SOON,
  );
  await until('all are started', () => tested.host.list().every(({ state }) => state === 'running'));
  expect(await ask(tested, { goes: true })).toMatchObject([
    { failure: 'it did not answer within 60 ms' },
    { answer: { refuse: 'SOUND' } },
  ]);
  await until('a new thread', () => tested.first().restarts === 1);
  expect(tested.first().lastError).toMatch(/no sign of life/);
  await tested.when('running');
  expect(await ask(tested, { goes: false })).toMatchObject([{ failure: '' }, { answer: { refuse: 'SOUND' } }]);
});

test('a heap beyond its limit ends the thread alone', async () => {
  const handler = 'checkout_check: () => { const kept = []; for (;;) kept.push(new Array(10_000).fill(kept.length)); }';
  const tested = hostOf(
    { 'a.mjs': moduleOf('hungry', handler) },
    { memoryMb: 16, deadlineMs: { checkout_check: 5000 } },
  );
  await tested.when('running');
  expect(await ask(tested)).toMatchObject([{ failure: expect.stringMatching(/memory/) }]);
  await until('a new thread', () => tested.first().restarts === 1);
});
