// `kontor prices list` and `show`: which price lists there are, and what a product costs whom, and why.
import { ConfigError } from '../config/setting.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { dayText } from '../domain/date-time.ts';
import { above } from '../domain/catalogue/product-family.ts';
import { currencyNamed } from '../domain/currencies.ts';
import { decimal, decimalText, parseDecimal } from '../domain/money.ts';
import type { Milli } from '../domain/money.ts';
import { explainPrice } from '../domain/prices/explain-price.ts';
import { contextOf } from '../domain/prices/price-context.ts';
import type { PriceContext } from '../domain/prices/price-context.ts';
import { listIds } from '../domain/prices/price-list.ts';
import type { PriceList } from '../domain/prices/price-list.ts';
import type { Tier } from '../domain/prices/packed-prices.ts';
import { standardPriceField } from '../domain/rules.ts';
import type { Reader } from '../domain/transaction.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import type { Engine } from '../engine/engine.ts';
import { caseless } from '../kernel/text.ts';
import { tiersShown } from '../operations/views/price-tiers.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Quoted, so that no name of the shop can break a line of the output. */
const shown = (text: string): string => JSON.stringify(text);

/** By its number or its name. Throws ConfigError. */
export const listNamed = (shop: Reader, given: string): number => {
  const byName = shop.index('price_list').byName.get(caseless(given.trim()));
  const id = byName ?? (/^\d{1,15}$/.test(given) ? Number(given) : 0);
  if (shop.read('price_list', id) === undefined)
    throw new ConfigError(`there is no price list ${shown(given)}: kontor prices list shows them`);
  return id;
};

const viewList = (shop: Reader, id: number, { terms, state }: PriceList) => ({
  id,
  name: terms.name,
  state,
  field: terms.field,
  currency: terms.currency,
  groups: terms.groups.map((group) => shop.read('customer_group', group)?.name ?? `${group}`),
  channels: terms.channels.map((channel) => shop.read('channel', channel)?.name ?? `${channel}`),
  countries: terms.countries,
  priority: terms.priority,
  start_date: terms.startDay === null ? null : dayText(terms.startDay),
  end_date: terms.endDay === null ? null : dayText(terms.endDay),
  products: shop.index('product_prices').inList(id)?.size ?? 0,
});

/** `own`: currency of the shop, which is not told. */
const listLine = (list: ReturnType<typeof viewList>, own: string): string => {
  const { id, name, state, currency, groups, channels, countries, priority, products } = list;
  const { start_date: from, end_date: until } = list;
  const facts = [
    state,
    ...(currency === own ? [] : [currency]),
    `${from ?? 'any day'} to ${until ?? 'any day'}`,
    groups.length === 0 ? 'everybody' : `groups ${groups.map(shown).join(', ')}`,
    ...(channels.length === 0 ? [] : [`channels ${channels.map(shown).join(', ')}`]),
    ...(countries.length === 0 ? [] : [`countries ${countries.join(', ')}`]),
    ...(priority === 0 ? [] : [`priority ${priority}`]),
    `${products} ${products === 1 ? 'product' : 'products'}`,
  ];
  return `${id}  ${shown(name)}  (${facts.join('; ')})`;
};

export const listPriceLists = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const shop = engine.readContext();
  for (const id of listIds(shop)) {
    const view = viewList(shop, id, shop.read('price_list', id)!);
    await terminal.show(listLine(view, shop.rules.currency), view);
  }
  return true;
};

/** By `product/17` or its article number. Throws ConfigError. */
const productNamed = async (engine: Engine, given: string, terminal: Terminal): Promise<number> => {
  const shop = engine.readContext();
  const [, number] = /^product\/(\d{1,15})$/.exec(given) ?? [];
  if (number !== undefined && shop.read('shopobject', Number(number))?.type === 'product') return Number(number);
  const found: number[] = [];
  for (const [id, { type, metadata }] of number === undefined ? eachActor(engine, shop, 'shopobject') : []) {
    if (type === 'product' && metadata.element_number === given) found.push(id);
    await terminal.pause();
  }
  const [id, ...others] = found;
  if (id === undefined) throw new ConfigError(`there is no product ${shown(given)}`);
  if (others.length > 0)
    throw new ConfigError(`several products have the number ${shown(given)}: name one, such as product/${id}`);
  return id;
};

interface ShowGiven {
  readonly product: string;
  readonly user?: string;
  readonly group?: string;
  readonly quantity?: string;
  readonly currency?: string;
  readonly country?: string;
  readonly channel?: string;
}

/** Throws ConfigError. */
const groupsGiven = (shop: Reader, { user, group }: ShowGiven): readonly number[] => {
  if (user !== undefined && group !== undefined) throw new ConfigError('--user and --group: name one of them');
  if (user !== undefined) {
    const known = userNamed(shop, user);
    if (known === undefined) throw new ConfigError(`there is no user ${shown(user)}`);
    return known[1].groups;
  }
  if (group === undefined) return [];
  const id = shop.index('customer_group').byName.get(caseless(group));
  if (id === undefined) throw new ConfigError(`there is no group ${shown(group)}`);
  return [id];
};

/** Throws ConfigError. */
const contextGiven = (shop: Reader, given: ShowGiven): PriceContext => {
  const { currency = '', country = shop.rules.country, channel = '1' } = given;
  const named = currencyNamed(shop.rules, currency);
  if (!named.ok) throw new ConfigError(`--${named.detail}`);
  if (!/^[A-Z]{2}$/.test(country)) throw new ConfigError(`--country: ${shown(country)} is no code of two letters`);
  const channelId = shop.index('channel').byName.get(channel) ?? (/^\d{1,15}$/.test(channel) ? Number(channel) : 0);
  if (shop.read('channel', channelId) === undefined) throw new ConfigError(`there is no channel ${shown(channel)}`);
  return contextOf(channelId, groupsGiven(shop, given), country, named.value);
};

const tierText = ([fromMilli, priceE4, compareE4]: Tier): string =>
  `${fromMilli === 0 ? '' : `from ${decimalText(fromMilli, 3)}: `}${decimal(priceE4, 4)}` +
  `${compareE4 === 0 ? '' : ` (beside ${decimal(compareE4, 4)})`}`;

/** What it costs a guest, an account or the members of a group. Throws ConfigError. */
export const showPrices = async (
  { store: { engine } }: Shop,
  given: ShowGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const { product, quantity = '1' } = given;
  const pieces = parseDecimal(quantity, 3);
  if (pieces === undefined || pieces <= 0) throw new ConfigError(`--quantity: ${quantity} is no number of pieces`);
  const id = await productNamed(engine, product, terminal);
  const shop = engine.readContext();
  const context = contextGiven(shop, given);
  const { currency } = context;
  const field = standardPriceField(shop.rules);
  const own = shop.read('shopobject', id)!;
  const { found, lists } = explainPrice(shop, [id, ...above(shop, own)], field, context, pieces as Milli);
  const price = found === undefined ? undefined : decimal(found.priceE4, 4);
  const views = lists.map(({ listId, verdict, productId, tiers }) => ({
    id_price_list: listId,
    name: shop.read('price_list', listId)!.terms.name,
    why: verdict,
    id_shopobject: productId,
    tiers: tiersShown(tiers),
  }));
  const lines = lists.map(({ listId, verdict, tiers }) => {
    const { terms } = shop.read('price_list', listId)!;
    const code = terms.currency === shop.rules.currency ? '' : ` ${terms.currency}`;
    return `  ${listId} ${shown(terms.name)} ${verdict}:${code} ${tiers.map(tierText).join(', ')}`;
  });
  const without = currency === shop.rules.currency ? `the attribute ${field} counts` : `it is not sold in ${currency}`;
  const counts = price === undefined ? without : `${price} ${currency}`;
  await terminal.show([`product ${id} ${shown(own.name)}: ${counts}`, ...lines].join('\n'), {
    id,
    field,
    currency,
    ...(price !== undefined && { price, price_list: found!.listId }),
    lists: views,
  });
  return true;
};
