// Random commands for every kind of actor, well-formed as the operations make them; whether they make sense is the
// actor’s business.
import * as fc from 'fast-check';
import { USER_COMMANDS } from './accounts/user-commands.ts';
import { WEBHOOK_COMMANDS } from './webhooks/webhook-commands.ts';
import { CATALOGUE_COMMANDS } from './catalogue/catalogue-commands.ts';
import { STOCK_COMMANDS } from './stock/stock-commands.ts';
import { nextSession } from './cart/cart-values.ts';
import { SESSION_COMMANDS } from './cart/session-commands.ts';
import { ORDER_COMMANDS } from './orders/order-commands.ts';
import { COUPON_COMMANDS } from './coupons/coupon-commands.ts';
import { PRICE_COMMANDS } from './prices/price-commands.ts';
import { DELIVERY_RULE_COMMANDS } from './delivery/delivery-commands.ts';
import { SEARCH_WORDS_COMMANDS } from './words/words-commands.ts';
import { PROMOTION_COMMANDS } from './promotions/promotion-commands.ts';
import { text, id, milli, as, first } from './command-values.ts';
import { heldAccounting } from '../../src/domain/accounting.ts';
import type { RateE6 } from '../../src/domain/money.ts';
import { heldSeller } from '../../src/domain/seller.ts';
import type { Commands } from './command-values.ts';

const outputs = fc.constantFrom('json' as const, 'xml' as const);
const digests = fc.record({ username: text, password: text, secretKey: text });

/** Some overlap, some touch, and some are destroyed already. */
const keyNumbers = fc.integer({ min: 2, max: 40 });
const keyringCommands = fc.oneof(
  fc.record({
    type: as('schedule_keys'),
    keys: fc.uniqueArray(fc.tuple(keyNumbers, id), { selector: ([keyNumber]) => keyNumber, maxLength: 4 }),
  }),
  fc.record({
    type: as('destroy_keys'),
    ranges: fc.array(
      fc.tuple(keyNumbers, fc.integer({ min: 1, max: 5 })).map(([from, count]) => [from, from + count] as const),
      { minLength: 1, maxLength: 4 },
    ),
    actors: fc.array(fc.tuple(fc.constantFrom('user' as const, 'order' as const), id), { maxLength: 2 }),
  }),
);

const taxClasses = fc.constantFrom(
  [{ name: 'full', calculation: 'included' as const, rates: { DE: 190_000 as RateE6 } }] as const,
  [
    { name: 'full', calculation: 'included' as const, rates: { DE: 200_000 as RateE6 } },
    { name: 'half', calculation: 'added' as const, rates: {} },
  ] as const,
);
/** Times before, at and after those of the commands. */
const effectiveMs = fc.constantFrom(1000, 1010, 1030, 5000);
const shopCommands = fc.oneof(
  fc.record({
    type: as('configure'),
    values: fc.record({ taxClasses }, { noNullPrototype: true }),
    given: fc.constantFrom([], ['taxClasses' as const]),
  }),
  fc.record({ type: as('change_settings'), values: fc.record({ taxClasses }, { noNullPrototype: true }) }),
  fc.record({
    type: as('schedule_settings'),
    effectiveMs,
    values: fc.record({ taxClasses: fc.option(taxClasses) }, { noNullPrototype: true }),
  }),
  fc.record({ type: as('apply_due') }),
  fc.record({ type: as('begin_first_steps') }),
  fc.record({
    type: as('mark_step'),
    step: fc.constantFrom('taxes' as const, 'trial' as const),
    mark: fc.constantFrom('done' as const, 'skipped' as const, 'open' as const),
  }),
  fc.record({ type: as('put_steps_away'), isAway: fc.boolean() }),
  fc.record({ type: as('set_owner_code'), digest: fc.constantFrom('', 'digest') }),
);

const templateCommands = fc.record({
  type: as('set_template'),
  name: fc.constantFrom('invoice', 'foot'),
  text: fc.constantFrom('', '{{ total }}', '{{ title }}'),
});

const searchedText = fc.tuple(fc.stringMatching(/^[a-e]$/), fc.nat({ max: 3 }), fc.nat({ max: 2 }), id, id, id);
const countSearches = fc.record({
  type: as('count_searches'),
  day: id,
  counts: fc.uniqueArray(searchedText, { selector: ([text]) => text, maxLength: 4 }),
  textsMax: fc.integer({ min: 0, max: 3 }),
});

const closing = fc.record({
  type: as('close_month'),
  by: id,
  accounting: fc
    .record({ consultant: id, money: fc.array(fc.record({ method: id, account: text }), { maxLength: 2 }) })
    .map(heldAccounting),
  seller: fc.record({ name: text, city: text }).map(heldSeller),
  taxClasses: fc.constantFrom(
    [],
    [{ name: 'full', calculation: 'included' as const, rates: { DE: 190_000 as RateE6 } }],
  ),
});

export const COMMANDS: Commands = {
  shop_profile: first(
    fc.record({
      type: as('record_profile'),
      language: text,
      timeZone: text,
      company: fc.array(text, { maxLength: 2 }),
      companyFoot: fc.array(text, { maxLength: 2 }),
      seller: fc.record({ name: text, city: text }).map(heldSeller),
    }),
  ),
  closed_month: {
    first: closing,
    rest: fc.oneof(closing, fc.record({ type: as('open_month'), by: id })),
  },
  channel: {
    first: fc.record({
      type: as('open_channel'),
      name: text,
      description: text,
      active: fc.boolean(),
      output: outputs,
      digests,
      demo: fc.boolean(),
    }),
    rest: fc.oneof(
      fc.record({ type: as('rotate_credentials'), digests, overlapMs: fc.constantFrom(0, 1, 3_600_000) }),
      fc.record({ type: as('end_overlap') }),
      fc.record(
        { type: as('change_channel'), name: text, description: text, active: fc.boolean(), output: outputs },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('give_role'), role: text }),
      fc.record({ type: as('end_channel') }),
    ),
  },
  idempotency_record: {
    first: fc.record({
      type: as('remember'),
      keyDigest: text,
      paramsDigest: text,
      channelId: id,
      outcome: fc.oneof(
        fc.record({ value: fc.oneof(id, fc.constant(null), fc.record({ orderId: id, nextSession })) }),
        fc.record({ code: as('CART_EMPTY'), param: text }),
      ),
      lifeMs: fc.integer({ min: 1, max: 20 }),
    }),
    rest: fc.oneof(
      fc.record({ type: as('forget') }),
      fc.record({ type: as('limit_life'), lifeMs: fc.integer({ min: 1, max: 20 }) }),
    ),
  },
  shop: { first: shopCommands, rest: shopCommands },
  document_template: { first: templateCommands, rest: templateCommands },
  keyring: {
    first: keyringCommands,
    rest: keyringCommands,
  },
  time_step: {
    first: fc.record({
      type: as('step_time'),
      fromMs: id,
      toMs: id,
      reason: fc.constantFrom('followed' as const, 'repaired' as const),
    }),
    rest: fc.record({ type: as('settle_time') }),
  },
  usage: first(
    fc.record({
      type: as('count_usage'),
      day: id,
      channels: fc.uniqueArray(fc.tuple(id, id, milli), { selector: ([channel]) => channel, maxLength: 3 }),
    }),
  ),
  zero_result_searches: first(
    fc.record({
      type: as('count_zero_result_searches'),
      day: id,
      counts: fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-e]$/), id), { selector: ([text]) => text, maxLength: 4 }),
      textsMax: fc.integer({ min: 0, max: 3 }),
    }),
  ),
  search_day: {
    first: countSearches,
    rest: fc.oneof({ arbitrary: countSearches, weight: 4 }, fc.record({ type: as('forget_searches') })),
  },
  ...CATALOGUE_COMMANDS,
  ...STOCK_COMMANDS,
  ...SESSION_COMMANDS,
  ...ORDER_COMMANDS,
  ...COUPON_COMMANDS,
  ...PRICE_COMMANDS,
  promotion: PROMOTION_COMMANDS,
  delivery_rule: DELIVERY_RULE_COMMANDS,
  ...SEARCH_WORDS_COMMANDS,
  ...USER_COMMANDS,
  ...WEBHOOK_COMMANDS,
};
