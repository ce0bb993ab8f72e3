// One shopper buys one invoice: session, lines, order details, checkout, and reads the order back.
//
// Exactly once: before checkout is sent, the session is written to the state file. Whoever finds such a session without
// an order repeats checkout on that very session with the same idempotency key. The cart is durable, since every line
// was acknowledged; so the repeat either returns the order that was made or makes it now. A sale without a recorded
// session never had a checkout, and a cart reserves nothing: it is begun anew in a fresh session.

import { COUNTRY, LANGUAGE } from './catalogue.ts';
import { money } from './compare.ts';
import { QUANTITY_DECIMALS, MINOR_DECIMALS, formatDecimal, parseDecimal } from './decimal.ts';
import type { Sale, SaleLine } from './plan.ts';
import { ReplayError } from './replay-error.ts';
import type { StateFile } from './state-file.ts';
import { Refused } from './wire.ts';
import type { Fields, Reply, Wire } from './wire.ts';

const PAYMENT_PREPAYMENT = 2;
const DELIVERY_STANDARD = 1;

/** Sells one invoice and records its order; tells a difference when the cart's sum is wrong before checkout. */
export const sell = async (
  wire: Wire,
  sale: Sale,
  state: StateFile,
  differ: (difference: string) => void,
): Promise<number> => {
  const order = (await continued(wire, sale, state)) ?? (await begun(wire, sale, state, differ));
  state.record({ sale: sale.id, order });
  return order;
};

const begun = async (
  wire: Wire,
  sale: Sale,
  state: StateFile,
  differ: (difference: string) => void,
): Promise<number> => {
  const session = String((await wire.call('get_new_session', {}))['code'] ?? '');
  if (session === '') throw new ReplayError('get_new_session was answered without a code.');
  const last = sale.lines.length - 1;
  for (const line of sale.lines.slice(0, last))
    await wire.callUnread('add_to_cart', lineFields(session, line, state), 'cart');
  const cart = await wire.call('add_to_cart', lineFields(session, sale.lines[last] as SaleLine, state));
  if (parseDecimal(String(cart['sum']), MINOR_DECIMALS) !== sale.sumMinor) {
    differ(`${sale.note}: the cart's sum is ${String(cart['sum'])} before checkout, should be ${money(sale.sumMinor)}`);
  }
  await wire.call('set_order_details', detailFields(session, sale));
  state.record({ sale: sale.id, session });
  return checkout(wire, session, sale);
};

const continued = async (wire: Wire, sale: Sale, state: StateFile): Promise<number | undefined> => {
  const session = state.sessions.get(sale.id);
  if (session === undefined) return undefined;
  try {
    return await checkout(wire, session, sale);
  } catch (failure) {
    // After a day the session is gone; then the note tells whether the order was made.
    if (!(failure instanceof Refused) || failure.code !== 'SESSION_INVALID') throw failure;
    return orderWithNote(wire, sale.note);
  }
};

const checkout = async (wire: Wire, session: string, sale: Sale): Promise<number> => {
  const reply = await wire.call('checkout', { session, idempotency_key: sale.idempotencyKey });
  const order = Number(reply['id_order']);
  if (reply['status'] !== 'success' || !Number.isSafeInteger(order) || order <= 0) {
    throw new ReplayError(
      `checkout of ${sale.note} was answered without success and id_order: ${JSON.stringify(reply).slice(0, 80)}`,
    );
  }
  return order;
};

const orderWithNote = async (wire: Wire, note: string): Promise<number | undefined> => {
  const constraint = JSON.stringify({ note: ['=', note] });
  const { result } = await wire.call('search_orders', {
    constraint,
    language: LANGUAGE,
    left_limit: 0,
    right_limit: 2,
  });
  const found = Array.isArray(result) ? (result as Reply[]) : [];
  if (found.length > 1)
    throw new ReplayError(`${note} was sold more than once: ${found.map(({ id }) => String(id)).join(', ')}.`);
  return found[0] === undefined ? undefined : Number(found[0]['id']);
};

const lineFields = (session: string, { product, quantityMilli }: SaleLine, state: StateFile): Fields => {
  const id = state.productIds.get(product.name);
  if (id === undefined) throw new ReplayError(`The state file has no id for the product ${product.name}.`);
  return {
    session,
    id_shopobject: id,
    element_type: 'PRODUCT',
    quantity: formatDecimal(quantityMilli, QUANTITY_DECIMALS),
    price_field: 'price',
    name_field: 'name',
    description_field: 'description',
    language: LANGUAGE,
    country: COUNTRY,
  };
};

const detailFields = (session: string, { note, customer }: Sale): Fields => ({
  session,
  id_payment_method: PAYMENT_PREPAYMENT,
  id_delivery_method: DELIVERY_STANDARD,
  email: `customer-${/^\w{1,20}$/.test(customer) ? customer : 'guest'}@example.com`,
  delivery_firstname: 'Replay',
  delivery_lastname: customer === '' ? 'Guest' : `Customer ${customer.slice(0, 40)}`,
  delivery_street: 'Hauptstraße',
  delivery_number: '1',
  delivery_zip: '10115',
  delivery_city: 'Berlin',
  delivery_country: COUNTRY,
  note,
});
