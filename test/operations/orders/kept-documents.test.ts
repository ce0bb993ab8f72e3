// PDF documents that are shown again. Catches one that is made for every call, one that is shown although its order or
// its words have changed, and one of a person who was erased.
import { afterEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../src/outside/threads/worker-pool.ts';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Given, Reply } from '../shop.ts';
import { bought } from './bought.ts';

afterEach(() => void vi.restoreAllMocks());

test('a confirmation is made once, until what it shows changes', async () => {
  const run = vi.spyOn(WorkerPool.prototype, 'run');
  // Shops share what prints: nobody else has sold one of these.
  const { goods, orderId } = await bought({}, {}, 'Kept once');
  const { shop } = goods;
  run.mockClear();
  const shown = async (given: Given = {}): Promise<string> => {
    const args = { format: 'pdf', ...(given['args'] as object) };
    const reply = await shop.call<Reply>('get_order_confirmation', { id_order: orderId, ...given, args });
    return wordsOf(Buffer.from(String(reply['order_confirmation']), 'base64'))
      .map(({ text }) => text)
      .join(' ');
  };
  const [first, second] = await Promise.all([shown(), shown()]);
  expect([second, await shown()]).toEqual([first, first]);
  expect(run).toHaveBeenCalledTimes(1);

  await shop.admin('update_order_details', { id_order: orderId, note: 'Second floor' });
  expect(await shown()).toContain('Second floor');
  expect(await shown({ language: 'en_GB' })).toContain('Order confirmation');
  expect(await shown({ args: { closing: 'See you' } })).toContain('See you');
  expect(run).toHaveBeenCalledTimes(4);
  await shown();
  expect(run, 'it is still kept').toHaveBeenCalledTimes(4);

  for (const forget of shop.engine.erasedObservers) forget();
  expect(await shown()).toContain('Second floor');
  expect(run).toHaveBeenCalledTimes(5);
});
