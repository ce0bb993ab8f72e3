// What a cart or an order adds up to: goods, coupons, delivery, and the tax that is in it.
import type { Cart } from '../../src/client/operations.ts';
import { sees } from '../api/rights.ts';
import { rate } from '../format.ts';
import { t } from '../texts/texts.ts';

interface Sums {
  readonly cart: Pick<Cart, 'sum' | 'total' | 'coupons' | 'delivery_costs' | 'tax_positions'>;
  /** An amount in its currency. */
  readonly money: (value: number) => string;
  readonly hasCouponNames?: boolean;
}

export const Sums = ({ cart, money, hasCouponNames = false }: Sums) => {
  const texts = t().order;
  if (!sees('amounts')) return null;
  return (
    <dl class="sums">
      <dt>{texts.goods}</dt>
      <dd class="figure">{money(cart.sum)}</dd>
      {cart.coupons.positions.map(({ code, name, used_amount: used }) => (
        <>
          <dt>
            {texts.coupon} {hasCouponNames && name} <code>{code}</code>
          </dt>
          <dd class="figure">−{money(used)}</dd>
        </>
      ))}
      {cart.delivery_costs.positions.map(({ name, price }) => (
        <>
          <dt>{name.startsWith(texts.delivery) ? name : `${texts.delivery} ${name}`.trim()}</dt>
          <dd class="figure">{money(price)}</dd>
        </>
      ))}
      <dt class="total">{texts.total}</dt>
      <dd class="total figure">{money(cart.total)}</dd>
      {cart.tax_positions.map(({ rate: share, tax }) => (
        <>
          <dt class="quiet-text">{texts.includedTax(rate(share))}</dt>
          <dd class="figure quiet-text">{money(tax)}</dd>
        </>
      ))}
    </dl>
  );
};
