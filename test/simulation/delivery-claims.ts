// Delivery among faults. Claims: an order is placed with what the rules of its method ask for its cart at that moment,
// found the slow way; and with no delivery by rules where its method has none.
import type { Order } from '../../src/domain/orders/order.ts';
import type { DeliveryRule } from '../../src/domain/delivery/rule.ts';
import type { Tables } from '../../src/engine/actors/tables.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import { modelChoice, modelPrice } from '../domain/delivery/delivery-model.ts';
import type { ModelRule } from '../domain/delivery/delivery-model.ts';
import type { Counts } from './counts.ts';

/** Whether a rule asks for nothing but sums before promotions and pieces, as all but accidental ones. */
const isPlain = ({ basis, taxClass, currency, ...terms }: ModelRule): boolean =>
  basis === 'before' &&
  taxClass === 'goods' &&
  currency === 'EUR' &&
  terms.goods + terms.unless === '' &&
  terms.storageId + terms.perKgE4 === 0 &&
  terms.weightFromG + terms.weightToG + terms.volumeFromMm3 + terms.volumeToMm3 === 0 &&
  [terms.zips, terms.countries, terms.channels, terms.groups].every(({ length }) => length === 0);

const rulesOf = ({ delivery_rule: table }: Tables, methodId: number): ModelRule[] => {
  const rules: ModelRule[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const rule = table.peek(id) as DeliveryRule | undefined;
    if (rule?.terms.methodId === methodId) rules.push({ ...rule.terms, id });
  }
  return rules;
};

/** What an order with a method of plain rules should pay for delivery; undefined: it should not be there. */
const wantedMinor = ({ cart }: Order, rules: readonly ModelRule[]): number | undefined => {
  if (rules.length === 0) return 0;
  const goods = cart.lines
    .filter(({ productId }) => productId !== 0)
    .map(({ productId, sumMinor, rateE6, quantityMilli }) => ({
      productId,
      sumMinor,
      rateE6,
      quantityMilli,
      mg: 0,
      mm3: 0,
    }));
  const nowhere = { currency: 'EUR', country: '', zip: '', channelId: 0, groups: [], offMinor: 0, missing: 0 };
  const delivered = { ...nowhere, goods } as unknown as Parameters<typeof modelChoice>[1];
  const rule = modelChoice(rules, delivered);
  return rule && modelPrice(rule, delivered, {}).reduce((sum, [, minor]) => sum + minor, 0);
};

/** Looks at a record that the engine has applied. */
export const checkDelivery = (
  tables: Tables,
  events: readonly KindEvent[],
  counts: Counts,
  found: (wrong: string) => void,
): void => {
  for (const { kind, id, event } of events) {
    if (kind === 'delivery_rule') counts.deliveryRules += 1;
    if (kind !== 'order' || event.type !== 'order_placed') continue;
    const order = tables.order.peek(id) as Order;
    const { deliveryPositions: positions, isDeliveryGiven } = order.cart;
    if (isDeliveryGiven || positions.some(({ ruleId }) => ruleId === 0)) continue;
    const { deliveryMethodId } = order.details;
    const rules = rulesOf(tables, deliveryMethodId);
    if (!rules.every(isPlain)) continue;
    if (positions.length > 0) counts.delivered += 1;
    const wanted = wantedMinor(order, rules);
    const paid = positions.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
    if (paid !== wanted) found(`order ${id} by method ${deliveryMethodId} pays ${paid}, its rules ask ${wanted}`);
  }
};
