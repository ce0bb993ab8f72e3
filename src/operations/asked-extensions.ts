// What extensions are asked by operations, and what follows from their answers (docs/build/extensions.md).
import { cartRules, countryOf } from '../domain/cart/chosen.ts';
import { attributeValue, plainValue } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import type { PriceBy } from '../domain/cart/add-to-cart.ts';
import { answeredOf, ownPriceOf, priceAsSaid } from '../domain/cart/answered-price.ts';
import { lineOf, quantityMilliOf, withChildren } from '../domain/cart/cart.ts';
import type { Cart } from '../domain/cart/cart.ts';
import type { Line } from '../domain/cart/line.ts';
import type { Session } from '../domain/cart/session.ts';
import { settleCart } from '../domain/cart/settle-cart.ts';
import { resolved } from '../domain/catalogue/inheritance.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import { decimal, tenTo, wholeQuotient } from '../domain/money.ts';
import type { PriceE4 } from '../domain/money.ts';
import { groupsOf } from '../domain/cart/line-price.ts';
import { countryOfCalls } from '../domain/cart/taxed-country.ts';
import { enteringSubject } from '../domain/accounts/log-in.ts';
import { agreedTotal } from '../domain/orders/checkout.ts';
import type { Placed } from '../domain/orders/checkout.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { AnsweredBy, ExtensionPoint, RecordedAnswer } from '../kernel/extensions.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Answers } from './context/answers.ts';
import { priceReader, readRefusal } from './context/extension-answers.ts';
import type { Context } from './context/operation.ts';
import { readSaidPairs } from './params/attribute-pairs.ts';
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
  const said = answers.whatIsSaid(point, question, readRefusal);
  if (!said.ok) return said;
  for (const { answer: against, by } of said.value)
    if (against !== undefined) return refuse('EXTENSION_REFUSED', against.code, against.detail || `By ${by[0]}.`);
  return ok(said.value.map(({ by: [name, version] }) => [point, name, version] as const));
};

/** The price that extensions say, the first of them; undefined: none does. */
const saidPrice = (
  answers: Answers,
  question: string,
  digits: number,
): Result<{ readonly priceE4: PriceE4; readonly by: AnsweredBy } | undefined> => {
  const said = answers.firstSaid('line_price', question, priceReader(digits));
  if (!said.ok) return said;
  const { value } = said;
  return ok(value && { by: value.by, priceE4: (value.answer.minor * tenTo(4 - digits)) as PriceE4 });
};

/** Half up. */
const minorOf = (priceE4: number, digits: number): number => {
  const unit = tenTo(4 - digits);
  return wholeQuotient(2 * priceE4 + unit, 2 * unit);
};

const attributesShown = (
  { rules }: Transaction,
  { attributes }: ShopObject,
  definitions: readonly AttributeDefinition[],
): object =>
  Object.fromEntries(
    definitions.flatMap((definition) => {
      const value = plainValue(attributeValue(definition, attributes, rules.language, rules.language));
      return typeof value === 'object' ? [] : [[definition.name, value]];
    }),
  );

interface AskedLine {
  readonly product: ShopObject;
  readonly productId: number;
  readonly definitions: readonly AttributeDefinition[];
  readonly attributes: Line['attributes'];
  readonly pieces: number;
  readonly ownE4: PriceE4;
}

const lineQuestion = (ctx: Deciding, asked: AskedLine): string => {
  const { shop } = ctx;
  const { product, definitions } = asked;
  const { currencyDigits } = cartRules(shop.rules, sessionOf(ctx));
  const question = JSON.stringify({
    product: {
      id: asked.productId,
      element_number: product.metadata.element_number ?? '',
      name: product.name,
      class: shop.read('class', product.classId)?.name ?? '',
      attributes: attributesShown(shop, product, definitions),
    },
    minor: minorOf(asked.ownE4, currencyDigits),
    quantity: decimal(asked.pieces, 3),
    attributes: Object.fromEntries(asked.attributes),
  });
  return `${question.slice(0, -1)},"shopper":${shopperText(ctx)}}`;
};

/** Asks what a product's line costs that is added; undefined where nobody says it. */
export const priceByExtensions = (ctx: Deciding): PriceBy | undefined => {
  const { answers } = ctx;
  if (answers === undefined || !answers.has('line_price')) return undefined;
  return ({ product, definitions, call, pieces, ownE4 }) => {
    const { productId, attributes } = call;
    const { currencyDigits } = cartRules(ctx.shop.rules, sessionOf(ctx));
    const question = lineQuestion(ctx, { product, productId, definitions, attributes, pieces, ownE4 });
    return saidPrice(answers, question, currencyDigits);
  };
};

/** A line that is asked about; undefined: it has no price of a product. */
const askedLine = ({ shop }: Deciding, session: Session, line: Line) => {
  const own = line.productId === 0 ? undefined : shop.read('shopobject', line.productId);
  if (line.basis === null || own === undefined) return undefined;
  return {
    lineId: line.id,
    product: resolved(shop, own),
    productId: line.productId,
    definitions: shop.read('class', own.classId)?.attributes ?? [],
    attributes: line.attributes,
    pieces: quantityMilliOf(session.cart, line.productId),
    ...ownPriceOf(shop, session, line),
  };
};

/**
 * Asks again what the lines of products cost whose pieces have changed, all of them at once, and settles the cart.
 * Lines of an order that is edited keep their prices.
 */
const priceChanged = (ctx: Deciding, answers: Answers, productIds: ReadonlySet<number>): Result<void> => {
  const { shop, sessionId } = ctx;
  const session = sessionOf(ctx);
  const { cart, edits } = session;
  const { currencyDigits: digits } = cartRules(shop.rules, session);
  const ordered = edits === null ? undefined : shop.read('order', edits.orderId)?.cart;
  const asked = cart.lines
    .filter(({ id, productId }) => productIds.has(productId) && (!ordered || lineOf(ordered, id) === undefined))
    .flatMap((line) => askedLine(ctx, session, line) ?? [])
    .map((line) => ({ ...line, before: answeredOf(cart, line.lineId), question: lineQuestion(ctx, line) }));
  const questions = asked.map(({ question }) => question);
  answers.need('line_price', questions, priceReader(digits));
  for (const { lineId, question, ownE4, listed, before } of asked) {
    const said = saidPrice(answers, question, digits);
    if (!said.ok) return said;
    const { priceE4, by } = said.value ?? { priceE4: ownE4, by: null };
    if (by === null && before === undefined) continue;
    const priced = priceAsSaid(shop, sessionId, { lineId, priceE4, by, ownE4, listed });
    if (!priced.ok) return priced;
  }
  shop.settlesLater = false;
  return settleCart(shop, sessionId);
};

/** The products of lines, and of what hangs below them. */
const productsOf = (cart: Cart, lineId: number): ReadonlySet<number> =>
  new Set(withChildren(cart, lineId).flatMap((id) => lineOf(cart, id)?.productId || []));

/** Before a change that `priceChangedLine` or `priceAddedProduct` follows: these settle the cart. */
export const letPricesFollow = ({ answers, shop }: Deciding): void => {
  shop.settlesLater = answers?.has('line_price') === true;
};

/** As `priceChanged`, of the product of a line, and of those below it, as the cart was before the change. */
export const priceChangedLine = (ctx: Deciding, lineId: number): Result<void> => {
  const { answers, session } = ctx;
  if (answers === undefined || !answers.has('line_price')) return DONE;
  return priceChanged(ctx, answers, productsOf(session.cart, lineId));
};

/** As `priceChanged`, of a product that was added: other lines may be of it. 0: a free element. */
export const priceAddedProduct = (ctx: Deciding, productId: number): Result<void> => {
  const { answers } = ctx;
  if (answers === undefined || !answers.has('line_price')) return DONE;
  return priceChanged(ctx, answers, new Set(productId === 0 ? [] : [productId]));
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

/** Gives the draft what extensions say, without what it has. */
const addAttributes = (ctx: Deciding, answers: Answers, question: string): Result<readonly RecordedAnswer[]> => {
  const said = answers.whatIsSaid('order_attributes', question, readSaidPairs);
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
