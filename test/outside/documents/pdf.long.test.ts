// PDF documents that take their time. Catches one that delays others for longer than its own limit.
import { expect, test } from 'vitest';
import { data, line, maker } from './pdf-maker.ts';

test('ends a document that takes too long; the next one is made', async () => {
  const made = maker({ pdfTimeoutMs: 10_000 });
  const endless = data(Array.from({ length: 100_000 }, (_, at) => line(at)));
  const [slow, next] = await Promise.all([made.make(1, endless), made.make(1, data([line(1)]))]);
  expect(slow).toMatchObject({ ok: false, code: 'DOCUMENT_TOO_SLOW' });
  expect(next!.ok).toBe(true);
});
