// Catches a shopper who is sent, after paying, to a host that the settings do not list, and a start that says nothing
// while any host may be named.
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { warnOfOpenReturnHosts } from '../../../src/server/start/start-report.ts';
import { METHODS, open, place, tokenIn } from './paying.ts';

afterEach(() => vi.restoreAllMocks());

test.each(['https://evil.example.org/', 'https://shop.example.org.evil.org/', 'https://shop.example.org:8443/'])(
  'does not send a shopper to %s, and says so also when repeated under a key',
  async (url) => {
    const { shop } = open();
    const id = await place(shop, 8);
    const fields = { id_order: id, args: { success_url: url } };
    const reply = await shop.call('do_payment', fields, { key: 'k' });
    expect(reply).toMatchObject({ status: 'Success', detail: expect.stringContaining('success_url not used') });
    expect(JSON.stringify(tokenIn(reply['redirect']))).not.toContain('evil');
    expect(await shop.call('do_payment', fields, { key: 'k' })).toEqual(reply);
  },
);

test.each([
  [{ paymentMethods: METHODS }, 1],
  [{ paymentMethods: METHODS, paymentReturnHosts: ['shop.example.org'] }, 0],
  [{}, 0],
] as const)('the start warns while any host may be named and a method sends shoppers away: %j', (given, lines) => {
  const warned = vi.spyOn(console, 'error').mockReturnValue();
  warnOfOpenReturnHosts({ ...loadConfig({}, {}, '/nonexistent'), ...given });
  expect(warned.mock.calls).toHaveLength(lines);
});
