// `kontor carts`: what shoppers hold in their carts now.
import { ConfigError } from '../config/setting.ts';
import { CART_ORDERS, findOpenCarts, viewOpenCarts } from '../operations/views/open-carts.ts';
import type { Shop } from './command.ts';
import { orConfigError } from './decide.ts';
import { inTurns } from './slices.ts';
import type { Terminal } from './terminal.ts';

const LIMIT_MAX = 1000;
const ROWS_PER_STEP = 200;
const SPANS: { readonly [hours: number]: string } = { 1: 'last hour', 24: 'last day', 168: 'last week', 0: 'whenever' };

interface Given {
  readonly order?: string;
  readonly limit?: string;
}

/** Throws ConfigError. */
const pageOf = ({ order = 'sum', limit = '20' }: Given) => {
  const known = CART_ORDERS.find((one) => one === order);
  if (known === undefined) throw new ConfigError(`--order: ${order} is none of ${CART_ORDERS.join(', ')}`);
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : LIMIT_MAX + 1;
  if (count > LIMIT_MAX) throw new ConfigError(`--limit: a number from 0 to ${LIMIT_MAX} is wanted`);
  return { order: known, start: 0, limit: count };
};

/** Sessions that nobody has counted since the start are read first. Throws ConfigError. */
export const showCarts = async ({ store: { engine } }: Shop, given: Given, terminal: Terminal): Promise<boolean> => {
  const page = pageOf(given);
  const { openCarts } = engine;
  while (!openCarts.isComplete) {
    let rows = 0;
    openCarts.advance(() => (rows += 1) <= ROWS_PER_STEP);
    await terminal.pause();
  }
  const shop = engine.readContext();
  const found = orConfigError(await inTurns(findOpenCarts(openCarts, page, shop.atMs), terminal));
  const { currency, count, sum, ages, carts } = orConfigError(viewOpenCarts(shop, openCarts.isComplete, found));
  await engine.whenDurable(Math.min(shop.readSeq, engine.headSeq));
  const spans = ages.map((age) => `  used ${SPANS[age.hours]!.padEnd(10)}${age.count} carts, ${age.sum} ${currency}`);
  await terminal.show([`${count} open carts, ${sum} ${currency} of goods`, ...spans].join('\n'), {
    count,
    sum,
    currency,
    ages,
  });
  for (const cart of carts) {
    const who = [cart.username, cart.email].filter((text) => text !== '').join(', ');
    await terminal.show(
      `${cart.sum} ${cart.currency}  ${cart.lines} lines  since ${cart.creation_date}, used ${cart.use_date}  ` +
        (who === '' ? 'unknown' : who),
      cart,
    );
  }
  return true;
};
