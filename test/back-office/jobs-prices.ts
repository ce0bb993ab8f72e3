// The job of prices for some customers alone.
import { expect } from 'vitest';
import type { Job } from './job.ts';
import { must } from './must.ts';

export const PRICE_JOBS: readonly Job[] = [
  {
    name: 'customer-prices',
    does: 'a wholesale customer gets their prices',
    steps: async (desk) => {
      const { customerGroups: groups, prices, shell } = desk.t;
      const product = must(await desk.shop.search_products({ constraint: { 'main.name': 'Lamp' } })).result[0]!;
      await desk.shoppers.register('wholesale-ada');
      await desk.go('customers');
      await desk.link(groups.list).click();
      await desk.press(groups.make);
      await desk.dialog.getByLabel(groups.name, { exact: true }).fill('Wholesale');
      await desk.confirm(groups.makeGo);
      await desk.press(groups.add);
      await desk.dialog.getByLabel(groups.add, { exact: true }).fill('wholesale-ada');
      await desk.press(groups.addOne('wholesale-ada'));
      await desk.dialog.getByText(groups.isIn).waitFor();
      await desk.person.button(shell.close).last().click();
      await desk.page.getByRole('link', { name: 'wholesale-ada' }).waitFor();
      await desk.go('prices');
      await desk.press(prices.make);
      await desk.dialog.getByLabel(prices.name, { exact: true }).fill('Wholesale 2027');
      await desk.dialog.getByLabel('Wholesale', { exact: true }).check();
      await desk.confirm(prices.makeGo);
      const name = product.attributes['name']?.value as string;
      const cell = desk.page.getByLabel(new RegExp(`^${prices.sheet.price}, (Lamp|${name})`)).first();
      await cell.fill('9');
      await desk.look('customer-prices');
      await desk.press(prices.sheet.save);
      await desk.see(prices.sheet.saved(1, '1'));
      const { price_lists: lists } = must(await desk.shop.get_price_lists({}));
      expect(lists).toMatchObject([{ name: 'Wholesale 2027', state: 'running', products: 1 }]);
      const ada = must(await desk.shop.search_users({ constraint: { username: 'wholesale-ada' } })).result[0]!;
      const priceFor = async (userId: number): Promise<number> => {
        const { session } = must(await desk.shop.create_draft({ id_user: userId }));
        const line = { id_shopobject: product.id, element_type: 'PRODUCT', quantity: 1 } as const;
        const fields = { price_field: 'price', name_field: 'name' } as const;
        const { contents } = must(await desk.shop.add_to_cart({ session, ...line, ...fields }));
        return contents[0]!.price;
      };
      expect(await priceFor(ada.id_user)).toBe(9);
      expect(await priceFor(0)).toBeGreaterThan(9);
    },
    support: { closed: '/prices' },
    warehouse: { closed: '/prices' },
  },
];
