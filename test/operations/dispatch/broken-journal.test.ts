// Between the failure of the journal and the end of the process: writes are refused by name, and nothing is logged per
// call.
import { expect, test } from 'vitest';
import { CREDENTIALS, SECRET, TestShop } from '../shop.ts';

test('whoever writes to a shop whose journal has failed is told so', async () => {
  const shop = new TestShop({});
  const write = (): Promise<{ status: number; text: string }> =>
    shop.send({ ...CREDENTIALS, licence_secret_key: SECRET, request: 'create_category', id_parent: '0', name: 'x' });
  expect((await write()).status).toBe(200);
  shop.journal.commit = () => Promise.reject(new Error('no disk'));
  for (let call = 0; call < 3; call += 1) {
    const { status, text } = await write();
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ object: 'error', message: 'JOURNAL_FAILED' });
  }
  const { headSeq } = shop.engine;
  const refusals: unknown[] = [];
  shop.dispatch.decideOutside({
    operation: 'notice',
    decision: () => ({ ok: true, value: undefined }),
    done: (refusal) => refusals.push(refusal),
  });
  expect(refusals).toMatchObject([{ code: 'JOURNAL_FAILED' }]);
  expect(shop.engine.headSeq).toBe(headSeq);
  expect(shop.faults).toEqual([]);
  expect(shop.fatal).toHaveLength(1);
});
