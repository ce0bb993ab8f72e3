// What extensions are asked by operations, and what follows from their answers (docs/build/extensions.md).
import { cartRules, countryOf } from '../domain/cart/chosen.ts';
import { groupsOf } from '../domain/cart/line-price.ts';
import { countryOfCalls } from '../domain/cart/taxed-country.ts';
import { enteringSubject } from '../domain/accounts/log-in.ts';
import { agreedTotal } from '../domain/orders/checkout.ts';
import type { Placed } from '../domain/orders/checkout.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { ExtensionPoint, RecordedAnswer } from '../kernel/extensions.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Answers } from './context/answers.ts';
import { readRefusal } from './context/extension-answers.ts';
import type { Context } from './context/operation.ts';
import { pairs } from './params/attribute-pairs.ts';
import { OrderDetails } from './replies/order-details.ts';
import { cartText } from './views/cart.ts';

type Deciding = Context<Transaction>;

/** The session as the decision leaves it so far. */
const sessionOf = ({ shop, sessionId }: Deciding) => shop.read('session', sessionId)!;

const shopperText = (ctx: Deciding): string => {
  const { shop } = ctx;
  const session = sessionOf(ctx);
  const { currency, currencyDigits } = cartRules(shop.rules, session);
  return JSON.stringify({
    id_user: session.userId === 0 ? session.preparedFor : session.userId,
    groups: groupsOf(shop, session),
    currency,
    currency_digits: currencyDigits,
    country: countryOf(session) || countryOfCalls(session.cart, shop.rules),
    channel: ctx.channelId,
  });
};

const cartShown = (ctx: Deciding): string => {
  const session = sessionOf(ctx);
  return cartText(session.cart, cartRules(ctx.shop.rules, session));
};

const detailsShown = (ctx: Deciding): string => {
  const session = sessionOf(ctx);
  const { rules } = ctx.shop;
  return OrderDetails.json({ session, placed: undefined, rules, details: session.draft, taxedAgain: undefined }).text;
};

/** Refuses: EXTENSION_REFUSED with the code that the extension has; EXTENSION_UNAVAILABLE. Throws Unanswered. */
const checked = (answers: Answers, point: ExtensionPoint, question: string): Result<readonly RecordedAnswer[]> => {
  const said = answers.of(point, question, readRefusal);
  if (!said.ok) return said;
  const against = said.value.find(({ answer }) => answer !== undefined);
  if (against?.answer !== undefined)
    return refuse('EXTENSION_REFUSED', against.answer.code, against.answer.detail || `By ${against.by[0]}.`);
  return ok(said.value.map(({ by: [name, version] }) => [point, name, version] as const));
};

/**
 * Asks whether the cart may be as the change has left it, once the shop has nothing against that. `change`: the
 * operation.
 */
export const checkCart = (ctx: Deciding, change: string): Result<unknown> => {
  const { answers } = ctx;
  if (answers === undefined || !answers.has('cart_check')) return DONE;
  const question = `{"change":"${change}","cart":${cartShown(ctx)},"shopper":${shopperText(ctx)}}`;
  return checked(answers, 'cart_check', question);
};

const readAttributes = (
  given: unknown,
): { readonly pairs: readonly (readonly [string, string])[] } | undefined | string => {
  if (given === undefined || given === null) return undefined;
  const read = pairs.read(JSON.stringify(given), 'attributes');
  return read.ok ? { pairs: read.value } : read.detail || read.code;
};

/** Gives the draft what extensions say, without what it has. */
const addAttributes = (ctx: Deciding, answers: Answers, question: string): Result<readonly RecordedAnswer[]> => {
  const said = answers.of('order_attributes', question, readAttributes);
  if (!said.ok) return said;
  const { shop, sessionId } = ctx;
  const session = sessionOf(ctx);
  const given = said.value.flatMap(({ answer }) => answer?.pairs ?? []).toReversed();
  const attributes = Object.fromEntries(given.filter(([name]) => !Object.hasOwn(session.draft.attributes, name)));
  if (Object.keys(attributes).length > 0) {
    const set = shop.ask('session', sessionId, {
      type: 'set_details',
      subject: enteringSubject(shop, session),
      reservedOrderId: shop.nextId('order'),
      bytesMax: shop.rules.sessionBytesMax,
      fields: {},
      attributes,
    });
    if (!set.ok) return set;
  }
  return ok(
    said.value.flatMap(({ by: [name, version], answer }) =>
      answer === undefined ? [] : [['order_attributes', name, version] as const],
    ),
  );
};

/**
 * Places an order that extensions may be against, or give attributes to. They are asked about the cart as it is
 * ordered, and only for an order that the shop itself would take.
 */
export const placeAsked = (
  ctx: Deciding,
  expectedMinor: number | undefined,
  place: () => Result<Placed>,
): Result<Placed> => {
  const { answers, shop, sessionId, session } = ctx;
  const isAsked = answers?.has('checkout_check') === true || answers?.has('order_attributes') === true;
  if (answers === undefined || !isAsked || session.edits !== null || session.cart.lines.length === 0) return place();
  const agreed = agreedTotal(shop, sessionId, expectedMinor);
  if (!agreed.ok) return agreed;
  const question = `{"cart":${cartShown(ctx)},"details":${detailsShown(ctx)},"shopper":${shopperText(ctx)}}`;
  const isKnown = answers.knows('checkout_check', question) && answers.knows('order_attributes', question);
  // What is placed here is never recorded: an answer is missing, and the decision begins again with it.
  const tried = isKnown ? DONE : place();
  if (!tried.ok) return tried;
  const asked = checked(answers, 'checkout_check', question);
  if (!asked.ok) return asked;
  const added = addAttributes(ctx, answers, question);
  if (!added.ok) return added;
  const placed = place();
  const noted = [...asked.value, ...added.value];
  if (!placed.ok || noted.length === 0) return placed;
  const told = shop.ask('order', placed.value.orderId, { type: 'note_answers', answers: noted });
  return told.ok ? placed : told;
};
