// `kontor promotions list`, `show` and `end`: what promotions give, how often they were used and what they have cost.
import { ConfigError } from '../config/setting.ts';
import { findBatches } from '../domain/coupons/find-coupons.ts';
import { inCurrency } from '../domain/currencies.ts';
import { decimal } from '../domain/money.ts';
import { endPromotion } from '../domain/promotions/change-promotions.ts';
import { promotionIds } from '../domain/promotions/promotion.ts';
import type { Reader } from '../domain/transaction.ts';
import { viewPromotion } from '../operations/views/promotions.ts';
import type { Shop } from './command.ts';
import { decideDurably, orConfigError } from './decide.ts';
import { inTurns } from './slices.ts';
import type { Terminal } from './terminal.ts';

/** Batches of codes that are shown of a promotion. */
const BATCHES = 100;

/** Quoted, so that no text of the shop can break a line of the output. */
const shown = (text: string): string => JSON.stringify(text);

/** As `get_promotions` has it, and what is left of its budget; null: it has none. */
const viewOf = (shop: Reader, id: number) => {
  const { terms } = shop.read('promotion', id)!;
  const { currencyDigits: digits } = inCurrency(shop.rules, terms.currency);
  const spentMinor = shop.index('order').promotions.spentMinor(id, terms.currency);
  const left = terms.budgetMinor === 0 ? null : decimal(terms.budgetMinor - spentMinor, digits);
  return { ...viewPromotion(shop, id), budget_left: left };
};
type View = ReturnType<typeof viewOf>;

const givesText = ({ gives: { kind, value, per, buy, get, times_max: times }, currency }: View): string => {
  const of = per === 'order' ? 'the order' : 'a piece';
  switch (kind) {
    case 'percent':
      return `${value} % off ${of}`;
    case 'amount':
      return `${value} ${currency} off ${of}`;
    case 'price':
      return `${of} for ${value} ${currency}`;
    case 'buy_get':
      return `buy ${buy}, get ${get}${value === 100 ? '' : ` for ${value} % less`}${times === 0 ? '' : `, ${times} times`}`;
    default:
      return 'free delivery';
  }
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const daysText = ({ start_date: start, end_date: end }: View): string =>
  start === null && end === null ? 'any day' : `${start ?? 'any day'} to ${end ?? 'any day'}`;

const lineOf = (view: View): string => {
  const { id, name, state, by, currency, uses, uses_max: usesMax, spent, budget_left: left } = view;
  const facts = [
    state,
    givesText(view),
    ...(by === 'code' ? ['by code'] : []),
    daysText(view),
    usesMax === 0 ? plural(uses, 'order') : `${uses} of ${plural(usesMax, 'order')}`,
    ...spent.map((one) => `${one.amount} ${one.currency} taken off`),
    ...(left === null ? [] : [`${left} ${currency} left`]),
  ];
  return `${id}  ${shown(name)}  (${facts.join('; ')})`;
};

export const listPromotions = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  for (const id of promotionIds(engine.readContext())) {
    const view = viewOf(engine.readContext(), id);
    await terminal.show(lineOf(view), view);
  }
  return true;
};

interface Given {
  readonly promotion: string;
}

/** Throws ConfigError. */
const idOf = (shop: Reader, given: string): number => {
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (shop.read('promotion', id) === undefined)
    throw new ConfigError(`there is no promotion ${shown(given)}: kontor promotions list shows their numbers`);
  return id;
};

/** Each term that differs from the usual one, by what it is about. */
const termsOf = (shop: Reader, view: View): readonly string[] => {
  const { when, gives, labels, currency, stack, priority, exclusive, spent } = view;
  const { uses_per_person_max: perPerson, budget_max: budget } = view;
  const about = (word: string, facts: readonly (string | false)[]): string[] => {
    const told = facts.filter((fact) => fact !== false);
    return told.length === 0 ? [] : [`  ${word}: ${told.join('; ')}`];
  };
  const names = (word: string, all: readonly string[]): string | false =>
    all.length > 0 && `${word} ${all.map(shown).join(', ')}`;
  const groups = when.groups.map((id) => shop.read('customer_group', id)?.name ?? `${id}`);
  const channels = when.channels.map((id) => shop.read('channel', id)?.name ?? `${id}`);
  return [
    ...about(
      'labels',
      Object.entries(labels).map(([language, label]) => `${language} ${shown(label)}`),
    ),
    ...about('goods', [gives.goods !== undefined && JSON.stringify(gives.goods)]),
    ...about('needs', [
      when.min_sum > 0 && `${when.min_sum} ${currency}`,
      when.min_quantity > 0 && plural(when.min_quantity, 'piece'),
      when.goods !== undefined && `of ${JSON.stringify(when.goods)}`,
    ]),
    ...about('for', [
      names('groups', groups),
      names('channels', channels),
      when.countries.length > 0 && `countries ${when.countries.join(', ')}`,
      when.first_order === 1 && 'the first order of an account',
    ]),
    ...about('beside others', [
      priority !== 0 && `priority ${priority}`,
      stack !== '' && `stack ${shown(stack)}`,
      exclusive === 1 && 'exclusive',
    ]),
    ...about('limits', [
      perPerson > 0 && `${plural(perPerson, 'order')} a person`,
      budget > 0 && `${budget} ${currency} in all`,
    ]),
    ...about(
      'revenue',
      spent.map((one) => `${one.revenue} ${one.currency}`),
    ),
  ];
};

/** With the batches of codes that open it. Throws ConfigError. */
export const showPromotion = async (
  { store: { engine } }: Shop,
  { promotion }: Given,
  terminal: Terminal,
): Promise<boolean> => {
  const id = idOf(engine.readContext(), promotion);
  const asked = { code: '', name: '', promotionId: id, before: 0, limit: BATCHES };
  const { ids } = orConfigError(await inTurns(findBatches(engine.readContext(), asked), terminal));
  const shop = engine.readContext();
  const view = viewOf(shop, id);
  const batches = ids.map((batchId) => {
    const { terms, count } = shop.read('coupon_batch', batchId)!;
    return { id: batchId, name: terms.name, count };
  });
  const codes = batches.map(
    (batch) => `  codes: batch ${batch.id} ${shown(batch.name)}, ${plural(batch.count, 'coupon')}`,
  );
  await terminal.show([lineOf(view), ...termsOf(shop, view), ...codes].join('\n'), { ...view, batches });
  return true;
};

/** Shows it as it is then. Throws ConfigError. */
export const endOnePromotion = async (
  { store: { engine } }: Shop,
  { promotion }: Given,
  terminal: Terminal,
): Promise<boolean> => {
  const id = idOf(engine.readContext(), promotion);
  await decideDurably(engine, 'promotion_end', (tx) => endPromotion(tx, id));
  const view = viewOf(engine.readContext(), id);
  await terminal.show(lineOf(view), view);
  return true;
};
