// Catches a verification that passes where the count by which a tax class or a payment method may go is wrong.
import { expect, test } from 'vitest';
import { usesAgree } from '../../../src/engine/recovery/verify-uses.ts';
import { Goods, line } from '../../operations/shop.ts';

test('it finds a use that is not counted, and one that is counted in vain', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.product(5, { metadata: { taxclass: 'default' } });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, id));
  await shop.call('set_order_details', { session, id_payment_method: 3 });
  await shop.call('checkout', { session });
  const found = (): readonly string[] => [...usesAgree(shop.engine.tables)];
  expect(found()).toEqual([]);
  const reader = shop.engine.readContext();
  const { ofTaxClass } = reader.index('shopobject');
  const { unpaidByMethod } = reader.index('order');
  ofTaxClass.add('default', -1);
  reader.index('warehouse_entity').ofTaxClass.add('default', 1);
  unpaidByMethod.add(3, -1);
  unpaidByMethod.add(2, 1);
  expect(found()).toEqual([
    '0 of the kind shopobject have the tax class default by their count, 1 by their states',
    '1 of the kind warehouse_entity have the tax class default by their count, 0 by their states',
    '1 unpaid orders have the payment method 2 by their count, 0 by their states',
    '0 unpaid orders have the payment method 3 by their count, 1 by their states',
  ]);
  ofTaxClass.add('default', 1);
  reader.index('warehouse_entity').ofTaxClass.add('default', -1);
  unpaidByMethod.add(3, 1);
  unpaidByMethod.add(2, -1);
});
