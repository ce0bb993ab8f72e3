// Tokens with which an application's people may log in. Catches more of them than may live at a time.
import { expect, test } from 'vitest';
import { issueLogin } from '../../../src/domain/accounts/application-login.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import { openShop } from '../shop.ts';
import { addBilling } from './application-shop.ts';

const DAY_MS = 86_400_000;

test('expired tokens make room; there is a limit to those that live', () => {
  const shop = openShop();
  // Has one that lives.
  addBilling(shop, 'https://app.example.org/shop/index.php');
  const { engine } = shop;
  const issue = (count: number) =>
    engine.transact(maintenanceCause('test'), (tx) => issueLogin(tx, 'billing', 'chef', `digest ${count}`));
  for (let count = 1; count < 1000; count += 1) must(issue(count).ok, 'there is room');
  expect(issue(1000)).toMatchObject({ code: 'PARAMETER_INVALID' });
  shop.nowMs += DAY_MS;
  expect(issue(1001).ok).toBe(true);
  expect(engine.readContext().read('application', 1)!.logins).toHaveLength(1);
});
