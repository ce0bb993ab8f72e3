// When session slots run out, a snapshot file is made early: only behind its cut are slots free again.
import { existsSync, readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const place = new Place();
afterEach(() => place.clean());

// Catches a shop that turns shoppers away until two million records have passed.
test('a crowded shop makes room for new sessions by itself', async () => {
  const { url } = await place.serveHere(['serve', '--demo', '--port', '0'], {
    KONTOR_SESSIONS_MAX: '40',
    KONTOR_CHANNEL_SESSIONS_PERCENT: '100',
  });
  const body = new URLSearchParams({
    request: 'get_new_session',
    licence_username: 'demo_kontor',
    licence_password: 'demo-password',
  });
  const open = async (): Promise<string> => {
    const reply = (await (await fetch(url, { method: 'POST', body })).json()) as { object: string; message?: string };
    return reply.message ?? reply.object;
  };
  for (let count = 0; count < 40; count += 1) expect(await open()).toBe('session');
  expect(await open()).toBe('SESSION_LIMIT_REACHED');
  await until('there is room', async () => (await open()) === 'session');
  expect(existsSync(place.path('snapshots')) && readdirSync(place.path('snapshots')).length > 0).toBe(true);
});
