// Open carts: what shoppers hold in their sessions now, and have not bought.
import { CART_ORDERS } from './views/open-carts.ts';
import { int, oneOf as oneOfParam, optional } from '../kernel/params.ts';
import { mapOk, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { bit, dateTime, id, list, money, record, reply, text, whole } from './replies/members.ts';
import { findOpenCarts, viewOpenCarts } from './views/open-carts.ts';

const LIMIT_MAX = 100;
const START_MAX = 10_000;

const CartAge = record('OpenCartAge', 'Open carts that were used within a time, those of shorter times included.', {
  hours: whole('hours within which they were used; 0: at any time'),
  count: whole('carts'),
  sum: money('goods of those in the shop’s currency, without coupons and delivery costs'),
});

const OpenCart = record('OpenCart', 'A cart that holds lines. No reply shows the code of its session.', {
  id_user: id('user who is logged in; 0: nobody'),
  username: text('their name; empty: nobody is logged in'),
  email: text('e-mail of the order’s draft, or else of the user; empty: none is known'),
  lines: whole('lines'),
  sum: money('goods, without coupons and delivery costs'),
  currency: text('of the sum: ISO 4217'),
  creation_date: dateTime('when the cart was begun'),
  use_date: dateTime('when its session was used last, to within `sessionTouchIntervalMs`'),
  end_date: dateTime('when the session ends, unless it is used'),
});

export const get_open_carts = read({
  area: 'cart',
  isExtension: true,
  summary: 'How many carts hold lines now, what is in them, how old they are, and a page of them.',
  credential: 'secret',
  session: 'none',
  params: {
    order: optional(
      oneOfParam('sum: the largest first; created, used: those begun, or used last, the longest ago', CART_ORDERS),
      undefined,
      'sum; created where sums are hidden from the caller',
    ),
    start: optional(int(`carts that are passed over, at most ${START_MAX}`, { max: START_MAX }), 0),
    limit: optional(int(`carts that are shown, 1 to ${LIMIT_MAX}`, { min: 1, max: LIMIT_MAX }), 20),
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'TOO_EXPENSIVE'],
  reply: reply('open_carts', {
    complete: bit('0: sessions of before the start are still being counted'),
    currency: text('ISO 4217'),
    count: whole('carts that hold lines'),
    sum: money('goods of all of them, without coupons and delivery costs'),
    ages: list(CartAge, 'by the last use of the session: within an hour, a day, a week, whenever'),
    carts: list(OpenCart, 'the page, in the order that was asked for'),
  }),
  view: ({ order: wanted, start, limit }, { shop, rights, service: { openCarts } }) => {
    const hidesSums = rights.hidden?.includes('amounts') === true;
    if (hidesSums && wanted === 'sum')
      return refuse('PERMISSION_DENIED', 'order', `The role ${rights.role} hides amounts; nothing is sorted by them.`);
    const page = { order: wanted ?? (hidesSums ? 'created' : 'sum'), start, limit } as const;
    const found = shop.inSteps('open carts', () => ({
      doing: 'the list of open carts',
      steps: () => findOpenCarts(openCarts, page, shop.atMs),
    }));
    if (!found.ok) return found;
    const shown = viewOpenCarts(shop, openCarts.isComplete, found.value);
    return mapOk(shown, (carts) => ({ object: 'open_carts', ...carts }) as const);
  },
});
