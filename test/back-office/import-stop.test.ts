// An import of the back office that is stopped: would catch a call that goes on, an error that the person gets for it,
// and a batch that is sent afterwards.
import { afterEach, expect, test, vi } from 'vitest';
import type { Told } from '../../back-office/api/import.ts';
import type { CatalogueReader } from '../../back-office/api/reader.ts';

afterEach(() => vi.unstubAllGlobals());

test('"Stop" ends the call that is under way, without an error, and nothing is sent afterwards', async () => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  const { bring } = await import('../../back-office/api/import.ts');
  const stopping = new AbortController();
  let calls = 0;
  const hang = (_url: string, { signal }: RequestInit): Promise<Response> => {
    calls += 1;
    return new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
      queueMicrotask(() => stopping.abort());
    });
  };
  vi.stubGlobal('fetch', hang);
  const step = { lines: ['{"line":1,"record":{}}\n'], records: 1, report: { types: {}, refused: 0, refusals: [] } };
  const reader = { ask: (name: string) => Promise.resolve(name === 'next' ? step : undefined) };
  const told: Told[] = [];
  const options = { stock: false, replaceAttributes: false, pictures: true, isDryRun: false };
  const facts = { language: 'de_DE' } as never;
  const chosen = { file: new Blob(), facts, format: 'jsonl', encoding: '', delimiter: '', taxes: {} };
  await bring(reader as unknown as CatalogueReader, chosen, options, (one) => told.push(one), stopping.signal);
  expect([calls, told.length]).toEqual([1, 1]);
});
