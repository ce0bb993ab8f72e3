// Catches hours after which no shopper can be reminded, because the session ends before.
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { recordSettings } from '../../src/server/start/shop-settings.ts';
import { openShop } from './shop.ts';

const HOUR = 3_600_000;

test.each([23, 24, 48])('%i hours are refused with the life of a day', async (hours) => {
  const shop = openShop();
  const change = { cart_reminder_hours: hours };
  const refused = await shop.adminRefused('update_shop_settings', change, 'PARAMETER_INVALID', 'cart_reminder_hours');
  expect(JSON.stringify(refused)).toContain('22 hours is the most');
  const at = { effective_at: '2099-01-01' };
  await shop.adminRefused('update_shop_settings', { ...change, ...at }, 'PARAMETER_INVALID', 'cart_reminder_hours');
  const longer = { ...change, session_ttl_ms: (hours + 2) * HOUR };
  expect(await shop.admin('update_shop_settings', longer)).toMatchObject(longer);
});

test('a life that is too short for the hours is refused, at once and at a time', async () => {
  const shop = openShop();
  expect(await shop.admin('update_shop_settings', { cart_reminder_hours: 22 })).toMatchObject({ status: 'success' });
  const short = { session_ttl_ms: 23 * HOUR };
  await shop.adminRefused('update_shop_settings', short, 'PARAMETER_INVALID', 'session_ttl_ms');
  const at = { effective_at: '2099-01-01' };
  await shop.adminRefused('update_shop_settings', { ...short, ...at }, 'PARAMETER_INVALID', 'session_ttl_ms');
  expect(await shop.admin('update_shop_settings', { ...short, cart_reminder_hours: 0 })).toMatchObject(short);
});

test('an entry of the configuration is refused at the start, by its name', () => {
  const config = { ...loadConfig({}, {}, undefined), cartReminderHours: 24 };
  const sources = new Map([['cartReminderHours', 'kontor.config.json']]);
  const { engine } = openShop();
  expect(() => recordSettings(engine, { config, sources })).toThrow('cart_reminder_hours: ');
  recordSettings(engine, { config: { ...config, cartReminderHours: 22 }, sources });
  expect(engine.rules.cartReminderHours).toBe(22);
});
