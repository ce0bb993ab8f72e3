// Promotions as replies of the wire show them.
import type { Client, Members } from './client.ts';
import { must } from './client.ts';
import { claim } from './model.ts';

export interface Promoted {
  readonly id: number;
  readonly amount: number;
}

const minor = (money: unknown): number => Math.round(Number(money) * 100);

/** What a cart has of promotions, once what they take off is what its lines get and its total lacks. */
export const promotedOf = (cart: Members, about: string): readonly Promoted[] => {
  const promotions = (cart['promotions'] ?? []) as readonly (Promoted & { readonly allocations: readonly Members[] })[];
  for (const { id, amount, allocations } of promotions) {
    const shared = allocations.reduce((sum, one) => sum + minor(one['amount']), 0);
    claim(
      shared === minor(amount),
      () => `${about}: promotion ${id} takes off ${amount}, its lines get ${shared / 100}`,
    );
  }
  const [coupons, delivery] = [cart['coupons'], cart['delivery_costs']] as readonly Members[];
  const total = minor(cart['sum']) - minor(coupons!['sum']) + minor(delivery!['sum']);
  claim(
    total === minor(cart['total']),
    () => `${about}: its amounts come to ${total / 100}, not ${String(cart['total'])}`,
  );
  return promotions;
};

/** Makes one for so many orders. */
export const makePromotion = async (office: Client, usesMax: number): Promise<number> => {
  const gives = JSON.stringify({ kind: 'percent', value: '7.3' });
  const { body } = await must(office.office('create_promotion', { name: 'Rush', gives, uses_max: usesMax }));
  return Number(body['id_promotion']);
};

/** Orders that have it, and what it has taken off them in cents, as the shop counts them. */
export const talliedOf = async (office: Client, id: number): Promise<readonly [uses: number, cents: number]> => {
  const { body } = await must(office.office('get_promotions'));
  const found = (body['promotions'] as readonly Members[]).find((one) => one['id'] === id)!;
  const [spent] = found['spent'] as readonly Members[];
  return [Number(found['uses']), minor(spent?.['amount'] ?? 0)];
};

export const centsOf = (promoted: readonly Promoted[], promotion: number): number =>
  promoted.reduce((sum, { id, amount }) => sum + (id === promotion ? minor(amount) : 0), 0);
