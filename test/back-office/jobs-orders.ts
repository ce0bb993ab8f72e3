// Jobs with orders and customers.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Desk } from './desk.ts';
import type { Job, Limit } from './job.ts';
import { must } from './must.ts';

const orderOf = async ({ shop }: Desk, id: number) => must(await shop.get_order_by_id({ id_order: id }));

/** The page of an order is there, with what the role may do. */
const onOrder = (lacks: (desk: Desk) => ReturnType<Desk['field']>): Limit => ({
  at: async (desk) => {
    await desk.openOrder(await desk.shoppers.order());
    return desk.person.button(desk.t.slips.slip);
  },
  lacks,
});

export const ORDER_JOBS: readonly Job[] = [
  {
    name: 'phone-order',
    does: 'an order is taken on the phone',
    steps: async (desk) => {
      const { drafts, details, customers } = desk.t;
      await desk.go('orders');
      await desk.link(drafts.make).click();
      // Whoever phones is nobody's customer yet.
      const email = `mira.${desk.who}@example.org`;
      await desk.press(customers.make);
      await desk.field(customers.email).fill(email);
      await desk.field(customers.fields['lastname']!).fill('Okafor');
      await desk.confirm(customers.makeGo);
      await desk.field(drafts.findGoods).fill('Lamp');
      await desk.press(drafts.add('Lamp'));
      await expect.poll(() => desk.field(details.email).inputValue()).toBe(email);
      await desk.field(customers.fields['city']!).first().fill('Hamburg');
      await desk.page.keyboard.press('Tab');
      const name = /draft-([^?]+)/.exec(desk.page.url())![1]!;
      const { session } = must(await desk.shop.continue_draft({ id_draft: name }));
      const town = async () => must(await desk.shop.get_order_details({ session })).delivery_city;
      await expect.poll(town).toBe('Hamburg');
      const place = desk.person.button(drafts.place);
      await desk.look('phone-order');
      await place.click();
      await desk.dialog.getByRole('button', { name: drafts.place, exact: true }).click();
      await desk.page.waitForURL(/#\/orders\/\d+$/);
      const order = await orderOf(desk, Number(/\d+$/.exec(desk.page.url())![0]));
      const placed = [order.order_email, order.username, order.order_delivery_lastname, order.order_delivery_city];
      expect(placed).toEqual([email, email, 'Okafor', 'Hamburg']);
    },
    warehouse: {
      at: async (desk) => {
        await desk.go('orders');
        return desk.page.locator('.list-row').first();
      },
      lacks: (desk) => desk.link(desk.t.drafts.make),
      closed: '/orders/new',
    },
  },
  {
    name: 'payment',
    does: 'an order is marked as paid',
    steps: async (desk) => {
      const { actions } = desk.t.order;
      const id = await desk.shoppers.order();
      await desk.openOrder(id);
      await desk.press(actions.paid);
      await desk.dialog.getByText(desk.t.order.plan.possible).waitFor();
      await desk.look('payment');
      await desk.confirm(actions.paid);
      await desk.person.button(actions.unpaid).waitFor();
      expect((await orderOf(desk, id)).payment_state.name).toBe('PAYMENT_RECEIVED');
    },
    warehouse: onOrder(({ person, t }) => person.button(t.order.actions.paid)),
  },
  {
    name: 'parcels',
    does: 'many orders are picked, get slips and a pick list, and leave with their numbers',
    steps: async (desk) => {
      const { orders, slips, order, shell } = desk.t;
      const ids = [await desk.shoppers.order(), await desk.shoppers.order(), await desk.shoppers.order()];
      await desk.go('orders');
      for (const id of ids) await desk.field(orders.pickOne(id)).check();
      await desk.see(orders.picked('3'));
      for (const name of [slips.slips, slips.pickList]) {
        const file = readFileSync(await (await desk.download(name)).path());
        expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      }
      await desk.page.locator('.bulk-bar').getByRole('button', { name: orders.bulkShip, exact: true }).click();
      await desk.field(order.ship.carrier).fill('DHL');
      await desk.field(orders.bulkTracking).fill(ids.map((id) => `${id} JD-${id}`).join('\n'));
      await desk.dialog.getByText(`JD-${ids[2]}`).last().waitFor();
      await desk.look('parcels');
      await desk.press(orders.bulkGo);
      await desk.see(orders.bulkDone('3', '0'));
      await desk.dialog.getByRole('button', { name: shell.close, exact: true }).last().click();
      await desk.dialog.waitFor({ state: 'detached' });
      const sent = await Promise.all(ids.map(async (id) => (await orderOf(desk, id)).parcels[0]?.tracking_number));
      expect(sent).toEqual(ids.map((id) => `JD-${id}`));
    },
    support: onOrder(({ person, t }) => person.button(t.order.actions.ship)),
  },
  {
    name: 'address',
    does: 'a mistyped address is corrected',
    steps: async (desk) => {
      const { orderDetails, customers } = desk.t;
      const id = await desk.shoppers.order();
      await desk.openOrder(id);
      await desk.press(orderDetails.change);
      await desk.dialog.getByLabel(customers.fields['city']!, { exact: true }).first().fill('Potsdam');
      await desk.look('address');
      await desk.confirm(orderDetails.save);
      await desk.page.locator('address', { hasText: 'Potsdam' }).first().waitFor();
      expect((await orderOf(desk, id)).order_delivery_city).toBe('Potsdam');
    },
    warehouse: onOrder(({ person, t }) => person.button(t.orderDetails.change)),
  },
  {
    name: 'note',
    does: 'a note is left for colleagues',
    steps: async (desk) => {
      const { orderDetails } = desk.t;
      const id = await desk.shoppers.order();
      await desk.openOrder(id);
      await desk.field(orderDetails.newNote).fill('Wants it before noon.');
      await desk.press(orderDetails.addNote);
      await desk.page.locator('.note-text', { hasText: 'before noon' }).waitFor();
      await desk.look('note');
      expect(must(await desk.shop.get_order_notes({ id_order: id })).notes).toHaveLength(1);
    },
  },
  {
    name: 'cancellation',
    does: 'an order is cancelled, and its stock is free again',
    steps: async (desk) => {
      const { actions, plan } = desk.t.order;
      const id = await desk.shoppers.order();
      await desk.openOrder(id);
      await desk.press(actions.cancel);
      await desk.dialog.getByText(plan.possible).waitFor();
      await desk.look('cancellation');
      await desk.confirm(actions.cancel);
      await desk.person.button(actions.reopen).waitFor();
      expect((await orderOf(desk, id)).order_state).toBe('CANCELED');
    },
    warehouse: onOrder(({ person, t }) => person.button(t.order.actions.cancel)),
  },
  {
    name: 'customer',
    does: 'a customer is found, and gets what the shop holds about them',
    steps: async (desk) => {
      const { customers } = desk.t;
      const name = `ida.of.${desk.who}`;
      await desk.shoppers.register(name);
      await desk.go('customers');
      await desk.field(customers.search).fill(name);
      await expect.poll(() => desk.page.locator('.list-row').count()).toBe(1);
      await desk.row(`${name}@example.org`).click();
      await desk.page.getByRole('heading', { name, exact: true }).waitFor();
      await desk.look('customer');
      const file = await desk.download(customers.export);
      expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ user: { username: name } });
    },
    warehouse: { closed: '/customers' },
  },
];
