// Random commands for sessions and their carts, well-formed as the operations make them.
import * as fc from 'fast-check';
import { chosenOf } from '../../../src/domain/cart/chosen.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import {
  cart,
  positions,
  promotionUse,
  change,
  nextSession,
  pricedLine,
  quantityMilli,
  lineId,
  cartCoupon,
  nearly,
  undelivered,
} from './cart-values.ts';
import { text, id, as, milli } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

/** One line that is drawn again and again, so that equal lines are grouped. */
const sameLine = fc.constant({
  type: 'PRODUCT' as const,
  productId: 1,
  elementNumber: 'n',
  priceE4: 12_345 as PriceE4,
  rateE6: 190_000 as RateE6,
  taxMinor: 20 as Minor,
  name: 'same',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
});

const orderEdit = fc.record({
  orderId: id,
  orderSeq: id,
  credits: id,
  wanted: fc.array(fc.record({ productId: id, quantityMilli: milli }), { maxLength: 2 }),
  methods: fc.tuple(id, id),
});

/** Its lines stand in the order of their ids, as in every order. */
const leftCart = cart.map((one) => ({
  ...one,
  lines: one.lines.map((line, at) => ({ ...line, id: at + 1 })),
  linesCreated: one.lines.length,
}));

export const SESSION_COMMANDS: Pick<Commands, 'session'> = {
  session: {
    first: fc.record({
      type: as('start'),
      nonce: text,
      lifeMs: fc.integer({ min: 1, max: 50 }),
      userId: id,
      subject: id,
      username: text,
    }),
    rest: fc.oneof(
      fc.record({ type: as('touch'), lifeMs: fc.integer({ min: 1, max: 50 }) }),
      fc
        .record({ type: as('prepare'), by: id, userId: id, subject: fc.constant(3) })
        .map((prepare) => ({ ...prepare, isTrial: prepare.by % 2 === 1 })),
      fc
        .record({ edits: orderEdit, by: id, userId: id, cart: leftCart, given: change })
        .map(({ edits, by, userId, cart: left, given }) => ({
          type: 'begin_edit' as const,
          edits,
          by,
          userId,
          subject: 3,
          chosen: chosenOf('', 'AT'),
          cart: left,
          details: changedDetails(NO_DETAILS, {
            paymentMethodId: 0,
            deliveryMethodId: 0,
            ...given,
            ...personalChange(NO_DETAILS, given),
          }),
        })),
      fc.record({ type: as('limit_life'), lifeMs: fc.integer({ min: 1, max: 50 }) }),
      fc.record({
        type: fc.constantFrom(
          'expire' as const,
          'end_if_idle' as const,
          'clear_cart' as const,
          'log_out' as const,
          'note_reminder' as const,
        ),
      }),
      fc.record({
        type: as('log_in'),
        keepsDraft: fc.boolean(),
        nonce: fc.constantFrom('', 'renewed'),
        userId: id,
        subject: fc.constant(3),
        username: text,
        loginGeneration: id,
      }),
      fc.record({
        type: as('add_line'),
        line: pricedLine,
        quantityMilli,
        grouped: fc.boolean(),
        linesMax: fc.constant(4),
        bytesMax: fc.constantFrom(500, 5000),
        currencyDigits: fc.constant(2),
      }),
      {
        weight: 2,
        arbitrary: fc.record({
          type: as('add_line'),
          line: sameLine,
          quantityMilli: fc.constant(2000 as Milli),
          grouped: fc.constant(true),
          linesMax: fc.constant(4),
          bytesMax: fc.constantFrom(500, 5000),
          currencyDigits: fc.constant(2),
        }),
      },
      fc.record({
        type: as('note_price'),
        lineId,
        name: text,
        version: text,
        ownE4: fc.constant(1000 as PriceE4),
        listed: fc.constant(null),
      }),
      fc.record({ type: as('decrement_line'), lineId, currencyDigits: fc.constant(2) }),
      fc.record({ type: as('remove_line'), lineId, currencyDigits: fc.constant(2) }),
      fc
        .tuple(fc.constantFrom('USD', ''), fc.constantFrom('AT', 'CH'))
        .map(([currency, country]) => ({ type: 'choose' as const, chosen: chosenOf(currency, country) })),
      fc.record({ type: as('record_stock_holds'), stockIds: fc.array(id, { maxLength: 3 }) }),
      fc.oneof(
        fc.tuple(pricedLine, fc.array(lineId, { maxLength: 2 }), positions).map(([line, ids, delivered]) => ({
          type: 'tax_lines' as const,
          lines: ids.map((id) => ({
            lineId: id,
            priceE4: line.priceE4,
            rateE6: line.rateE6,
            taxMinor: line.taxMinor,
            basis: [line.priceE4, 'reduced', 'AT'] as const,
          })),
          positions: delivered,
          currencyDigits: 2,
        })),
        fc.record({ type: as('set_delivery_costs'), positions }),
        fc.tuple(pricedLine, fc.array(lineId, { maxLength: 2 })).map(([line, ids]) => ({
          type: 'price_lines' as const,
          lines: ids.map((id) => ({
            lineId: id,
            priceE4: line.priceE4,
            rateE6: line.rateE6,
            taxMinor: line.taxMinor,
            basis: [line.priceE4, 'reduced', 'AT'] as const,
            listed: [3, 0 as Milli, 'price', 'de_DE', 1] as const,
          })),
          why: 'login',
          currencyDigits: 2,
        })),
      ),
      fc.record({ type: as('set_delivery'), positions, undelivered }),
      fc.record({ type: as('set_promotions'), promotions: fc.array(promotionUse, { maxLength: 2 }), nearly }),
      fc.record({ type: as('set_coupons'), coupons: fc.array(cartCoupon, { maxLength: 2 }) }),
      fc.tuple(change, fc.constantFrom(3, 4), id).map(([given, subject, reservedOrderId]) => ({
        type: 'set_details' as const,
        subject,
        reservedOrderId,
        bytesMax: 5000,
        ...given,
      })),
      fc.record({ type: as('place'), orderId: id, nextSession }),
    ),
  },
};
