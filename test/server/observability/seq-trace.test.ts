// Catches a reply whose header hides what it shows or has made: the checker of a cluster under faults would pass then.
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { CallWatch } from '../../../src/server/observability/observability.ts';
import { CREDENTIALS, Goods, SECRET } from '../../operations/shop.ts';
import type { Given } from '../../operations/shop.ts';

const opened = async () => {
  const watch = new CallWatch(loadConfig({ traceSeq: true, logOneCallOf: 0, slowCallMs: 0 }, {}, undefined));
  const { shop } = await Goods.open({ observer: watch.observer! });
  const { engine, dispatch } = shop;
  watch.seqTrace!.position = () => ({ epoch: 3, knownSeq: engine.durableSeq });
  const numbers = (request: string, given: Given = {}, key = '') =>
    new Promise<readonly number[]>((resolve) => {
      const fields = { ...CREDENTIALS, licence_secret_key: SECRET, request, ...given };
      dispatch.call(fields, key, (_status, _body, _type, headers) => {
        const [, text = ''] = headers?.find(([name]) => name === 'kontor-seq') ?? [];
        resolve(text.split('.').map(Number));
      });
    });
  return { shop, engine, numbers };
};

test('a change has its record, and what reads it later shows that one', async () => {
  const { engine, numbers } = await opened();
  const before = engine.headSeq;
  const made = await numbers('create_class', { name: 'article', type: 'product' }, 'key-1');
  expect(made).toEqual([3, before + 1, before, before + 1]);
  // Something else, which the reads do not show.
  await numbers('get_new_session');
  expect(await numbers('search_classes', { constraint: '{}' })).toEqual([3, before + 1, before + 2]);
  // With its key the change is made once.
  expect(await numbers('create_class', { name: 'article', type: 'product' }, 'key-1')).toEqual([
    3,
    before + 1,
    before + 2,
  ]);
});

test('a bundle has the last record of its parts, and a refusal none', async () => {
  const { engine, numbers } = await opened();
  const before = engine.headSeq;
  const call = { request: 'get_new_session' };
  const bundle = await numbers('aggregate', { pipe: JSON.stringify({ one: call, two: call }) });
  expect(bundle).toEqual([3, before + 2, before, before + 2]);
  const [epoch, read, known, ...none] = await numbers('get_cart', { session: 'nobody' });
  expect([epoch, known, none]).toEqual([3, before + 2, []]);
  expect(read).toBeLessThanOrEqual(before + 2);
});

test('nobody is asked for numbers where they are not wanted', () => {
  const watch = new CallWatch(loadConfig({ logOneCallOf: 0, slowCallMs: 0 }, {}, undefined));
  expect([watch.observer, watch.seesAll, watch.knownSeq]).toEqual([undefined, false, 0]);
});
