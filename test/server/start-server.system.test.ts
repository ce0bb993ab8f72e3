// Catches an embedded server that takes a setting that is undefined for one that its program says.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { startServer } from '../../src/server/start-server.ts';
import type { Settings } from '../../src/server/start-server.ts';
import { Place } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const CREDENTIALS = { username: 'embedded', password: 'a long password', secretKey: 'a long secret key' };

test('a setting that is undefined seeds and pins nothing', async () => {
  const pinned = async (settings: Settings): Promise<unknown> => {
    const paths = { data: place.path('data'), snapshots: place.path('snapshots'), logLevel: 'silent' as const };
    const server = await startServer({ ...paths, port: 0, ...settings }, { credentials: CREDENTIALS });
    const asked = await createClient({ url: server.url, ...CREDENTIALS }).get_shop_settings();
    await server.stop();
    return asked.ok && [asked.value.pinned, asked.value.invoice_prefix];
  };
  expect(await pinned({ invoicePrefix: '2026-' })).toEqual([[], '2026-']);
  expect(await pinned({ invoicePrefix: undefined as unknown as string })).toEqual([[], '2026-']);
  expect(await pinned({ invoicePrefix: '2027-' })).toEqual([['invoice_prefix'], '2027-']);
});
