// PDF documents that take their time. Catches one that delays others for longer than its own limit.
import { until } from '../../harness/until.ts';
import { expect, test } from 'vitest';
import { data, line, maker } from './pdf-maker.ts';

test('ends a document that takes too long; the next one is made', async () => {
  const made = maker({ pdfTimeoutMs: 10_000 });
  const endless = data(Array.from({ length: 100_000 }, (_, at) => line(at)));
  const [slow] = await Promise.all([made.make(1, endless), made.make(1, data([line(1)]))]);
  expect(slow).toMatchObject({ ok: false, code: 'DOCUMENT_TOO_SLOW' });
  // On a busy machine the short one has taken too long as well.
  await until('the next one is made', async () => (await made.make(1, data([line(1)]))).ok);
});
