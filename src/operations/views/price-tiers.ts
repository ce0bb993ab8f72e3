// The prices that a list has for a product, as replies show them.
import { decimal } from '../../domain/money.ts';
import type { Tier as PriceTier } from '../../domain/prices/packed-prices.ts';
import { cataloguePrice, group, maybe, quantity } from '../replies/members.ts';

export const Tier = group('A price of one piece from a quantity on.', {
  from_quantity: quantity('the least quantity; 0: any'),
  price: cataloguePrice('price of one piece, as the list has it'),
  compare_at: maybe(cataloguePrice('the price that it is shown beside')),
});

export const tiersShown = (tiers: readonly PriceTier[]) =>
  tiers.map(([fromMilli, priceE4, compareE4]) => ({
    from_quantity: decimal(fromMilli, 3),
    price: decimal(priceE4, 4),
    ...(compareE4 !== 0 && { compare_at: decimal(compareE4, 4) }),
  }));
