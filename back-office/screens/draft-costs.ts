// Delivery costs of a draft, which customers pay just as staff typed them: named after the delivery method in the
// shop's language, with the tax of a class in the country that the order goes to.
import type { Params, Reply } from '../api/call.ts';

type Costs = Params<'add_delivery_costs'>['delivery_costs'];
type Shop = Pick<Reply<'get_shop'>, 'tax_classes' | 'country'>;
type TaxClass = Shop['tax_classes'][number];
type Details = Pick<Reply<'get_order_details'>, 'order_delivery_method' | 'delivery_country_code'>;
type Position = Reply<'get_cart'>['delivery_costs']['positions'][number];

/** The class of this name; the first where there is none, as for goods. */
const classNamed = ({ tax_classes: classes }: Shop, name: string): TaxClass | undefined =>
  classes.find((one) => one.name === name) ?? classes[0];

/** Prices of a class may be without their tax; what is taken off such a price leaves none in it. */
const rateOf = (taxClass: TaxClass | undefined, home: string, country: string): number =>
  taxClass === undefined || taxClass.calculation === 'subtracted'
    ? 0
    : (taxClass.rates[country] ?? taxClass.rates[home] ?? 0);

/** The class that a position was made with, told by its rate; '': none is known. */
export const classOfCosts = (shop: Shop, details: Details, positions: readonly Position[]): string => {
  const [only] = positions;
  if (only === undefined || positions.length > 1) return '';
  const country = details.delivery_country_code;
  return shop.tax_classes.find((one) => rateOf(one, shop.country, country) === only.tax)?.name ?? '';
};

/**
 * The position for an amount to pay; none for 0. A class is sent only where it leaves the amount as it is.
 * `taxClass`: its name; '': the first.
 */
export const costsOf = (shop: Shop, details: Details, amount: number, taxClass = ''): Costs => {
  if (amount === 0) return [];
  const { id, name } = details.order_delivery_method;
  const chosen = classNamed(shop, taxClass);
  const tax =
    chosen?.calculation === 'included' ? chosen.name : rateOf(chosen, shop.country, details.delivery_country_code);
  return [[id === 0 ? '' : name, amount, tax]];
};

/**
 * The position anew where method or country are others than it was made for; undefined: it is as it should be.
 * `taxClass`: the class that it was made with.
 */
export const costsAgain = (
  shop: Shop,
  details: Details,
  positions: readonly Position[],
  taxClass = '',
): Costs | undefined => {
  const [only] = positions;
  if (only === undefined || positions.length > 1) return undefined;
  const { id, name } = details.order_delivery_method;
  const isNamed = only.name === (id === 0 ? '' : name);
  const rate = rateOf(classNamed(shop, taxClass), shop.country, details.delivery_country_code);
  return isNamed && only.tax === rate ? undefined : costsOf(shop, details, only.price, taxClass);
};
