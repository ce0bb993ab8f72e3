// Adds a product or a free element to a cart: finds price and texts, prices the line, checks the stock of the whole
// cart (D104). The price is fixed from then on (D78).
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AnsweredBy } from '../../kernel/extensions.ts';
import { isAvailable } from '../stock/availability.ts';
import { noteAnswered } from './answered-price.ts';
import { changeCart } from './change-cart.ts';
import { attributeNamed, attributeValue, plainValue } from '../attributes/attributes.ts';
import type { AttributeDefinition } from '../attributes/attributes.ts';
import type { Line } from './line.ts';
import { DESCRIPTION_IS_HTML, NAME_IS_HTML } from './line.ts';
import { quantityMilliOf } from './cart.ts';
import { priceFor } from './line-price.ts';
import type { Session } from './session.ts';
import { cartRules, countryOf } from './chosen.ts';
import { freedBeside, orderedMilli } from './edited-order.ts';
import { checkQuantity } from '../catalogue/quantity-step.ts';
import { typedPairs } from '../catalogue/typed-values.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { toPrice } from '../money.ts';
import { taxClassNamed, taxClassOf } from '../rules.ts';
import type { ShopRules } from '../rules.ts';
import type { PricedLine } from './cart-lines.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { Transaction } from '../transaction.ts';
import { taxedUnit } from '../calculation/unit-price.ts';

export interface AddToCart {
  readonly sessionId: number;
  readonly productId: number;
  readonly free: boolean;
  readonly grouped: boolean;
  readonly quantityMilli: Milli;
  /** Names of attributes for products; the values themselves for free elements. */
  readonly priceField: string;
  readonly nameField: string;
  readonly descriptionField: string;
  readonly language: string;
  /** Two letters; applies while the session names none (countryOf). */
  readonly country: string;
  /** The tax class of a free element; '' is the first one. */
  readonly taxClass: string;
  readonly parentId: number;
  readonly attributes: Line['attributes'];
  /** With the secret key: free elements are allowed where the setting asks for the key. */
  readonly backOffice: boolean;
  /** Whether a free element may take money off; absent: with the secret key. */
  readonly negativeAllowed?: boolean;
  /** Whose call it is; absent: nobody's. */
  readonly channelId?: number;
  /** What extensions say of a product's price; absent: nobody is asked. */
  readonly priceBy?: PriceBy | undefined;
}

/** A product that is to be priced, inherited values included. */
interface ProductPriced {
  readonly product: ShopObject;
  readonly definitions: readonly AttributeDefinition[];
  readonly call: AddToCart;
  /** Pieces of it in the whole cart, in 1/1,000. */
  readonly pieces: number;
  /** The shop's own price, before tax is added or taken out. */
  readonly ownE4: PriceE4;
}

export type PriceBy = (
  priced: ProductPriced,
) => Result<{ readonly priceE4: PriceE4; readonly by: AnsweredBy } | undefined>;

/** Attributes that the shop computes for a line. A client that copies a line sends them along; they are dropped. */
const SYSTEM_ATTRIBUTES: ReadonlySet<string> = new Set([
  'sys_tax',
  'sys_weight',
  'sys_length',
  'sys_width',
  'sys_height',
]);

const callersOwn = (given: Line['attributes']): Line['attributes'] =>
  given.filter(([name]) => !SYSTEM_ATTRIBUTES.has(name));

/** Refuses: PERMISSION_DENIED, AMOUNT_OUT_OF_RANGE, PARAMETER_INVALID. */
const freeLine = (rules: ShopRules, call: AddToCart): Result<PricedLine> => {
  const { freeElements } = rules;
  if (freeElements === 'nobody')
    return refuse('PERMISSION_DENIED', 'element_type', 'This shop sells products only, no free elements.');
  if (freeElements === 'secret-key' && !call.backOffice)
    return refuse('PERMISSION_DENIED', 'element_type', 'A free element needs the secret key.');
  const given = toPrice(call.priceField, 'price_field');
  if (!given.ok) return given;
  if (given.value < 0 && !(call.negativeAllowed ?? call.backOffice)) {
    return refuse(
      'PERMISSION_DENIED',
      'price_field',
      'A negative price needs the secret key, and the right to make coupons.',
    );
  }
  const taxClass = taxClassNamed(rules, call.taxClass, 'taxclass');
  if (!taxClass.ok) return taxClass;
  const unit = taxedUnit(rules, taxClass.value, call.country, given.value);
  if (!unit.ok) return unit;
  return ok({
    type: 'FREE_ELEMENT',
    productId: 0,
    elementNumber: '',
    priceE4: unit.value.priceE4,
    rateE6: unit.value.rateE6,
    taxMinor: unit.value.taxMinor,
    name: call.nameField,
    description: call.descriptionField,
    attributes: call.attributes,
    parentId: call.parentId,
    measures: [],
    markup: 0,
    basis: unit.value.basis,
  });
};

/** Characters of a line's texts: a cart of 1,000 lines must stay a reply that can be sent. */
const NAME_MAX = 1000;
const DESCRIPTION_MAX = 10_000;

/** Shortens a text without splitting a character. */
const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
};

/** Returns the text that replies show; '' for an attribute that the class lacks, and for PRODUCTS. */
const textOf = (
  rules: ShopRules,
  definition: AttributeDefinition | undefined,
  { attributes }: ShopObject,
  language: string,
): string => {
  if (definition === undefined) return '';
  const value = plainValue(attributeValue(definition, attributes, language, rules.language));
  return typeof value === 'object' ? '' : String(value);
};

/** A line, and who has said its price. */
type SaidLine = PricedLine & { readonly said?: Omit<Parameters<typeof noteAnswered>[2], 'lineId'> };

/** `product`: inherited values included. `pieces`: of it in the whole cart, those of the line included. */
const productLine = (
  tx: Transaction,
  session: Session,
  product: ShopObject,
  call: AddToCart,
  pieces: number,
): Result<SaidLine> => {
  const rules = cartRules(tx.rules, session);
  const { productId, priceField, language, country, channelId = 0 } = call;
  const definitions = tx.read('class', product.classId)?.attributes ?? [];
  const found = priceFor(tx, session, product, definitions, {
    productId,
    priceField,
    language,
    country,
    channelId,
    pieces,
  });
  if (!found.ok) return found;
  const { givenE4: ownE4, listed } = found.value;
  const said = call.priceBy?.({ product, definitions, call, pieces, ownE4 });
  if (said?.ok === false) return said;
  const answered = said?.value;
  const givenE4 = answered?.priceE4 ?? ownE4;
  const taxClass = taxClassOf(rules, product.metadata.taxclass ?? '');
  const unit = taxedUnit(rules, taxClass, country, givenE4);
  if (!unit.ok) return unit;
  const nameField = attributeNamed(definitions, call.nameField);
  const descriptionField = attributeNamed(definitions, call.descriptionField);
  const name = textOf(rules, nameField, product, call.language);
  const { weight = 0, length = 0, width = 0, height = 0 } = product.metadata;
  return ok({
    type: 'PRODUCT',
    productId: call.productId,
    elementNumber: product.metadata.element_number ?? '',
    priceE4: unit.value.priceE4,
    rateE6: unit.value.rateE6,
    taxMinor: unit.value.taxMinor,
    name: shortened(name || product.name, NAME_MAX),
    description: shortened(textOf(rules, descriptionField, product, call.language), DESCRIPTION_MAX),
    attributes: call.attributes,
    parentId: call.parentId,
    measures: [weight, length, width, height],
    markup:
      (name !== '' && nameField?.type === 'HTML' ? NAME_IS_HTML : 0) +
      (descriptionField?.type === 'HTML' ? DESCRIPTION_IS_HTML : 0),
    basis: unit.value.basis,
    listed: answered === undefined ? listed : null,
    ...(answered !== undefined && { said: { by: answered.by, ownE4, listed } }),
  });
};

/**
 * Adds a line or raises an equal one.
 *
 * Refuses: SHOPOBJECT_NOT_AVAILABLE with the product's id, QUANTITY_INVALID, CART_LINE_NOT_FOUND,
 * CART_LINE_PARENT_NOT_VALID, CART_LINE_LIMIT_REACHED, SESSION_TOO_LARGE, AMOUNT_OUT_OF_RANGE, PRICE_FIELD_INVALID,
 * SHOPOBJECT_PRICE_MISSING, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID,
 * PERMISSION_DENIED.
 */
export const addToCart = (tx: Transaction, given: AddToCart): Result<void> => {
  const session = tx.read('session', given.sessionId)!;
  const { cart, generation } = session;
  const rules = cartRules(tx.rules, session);
  const country = countryOf(session) || given.country;
  const attributes = typedPairs(tx, 'line', callersOwn(given.attributes));
  if (!attributes.ok) return attributes;
  const call = { ...given, country, attributes: attributes.value };
  let line: Result<SaidLine>;
  if (call.free) line = freeLine(rules, call);
  else if (call.taxClass !== '')
    return refuse('PARAMETER_INVALID', 'taxclass', 'A product has a tax class of its own.');
  else {
    const own = tx.read('shopobject', call.productId);
    if (own?.type !== 'product') return refuse('SHOPOBJECT_NOT_AVAILABLE', call.productId);
    const product = resolved(tx, own);
    const stepped = checkQuantity(tx, own, call.quantityMilli, 'quantity');
    if (!stepped.ok) return stepped;
    const pieces = quantityMilliOf(cart, call.productId) + call.quantityMilli;
    const wanted = pieces - orderedMilli(session, call.productId);
    const freed = freedBeside(tx, session, call.productId, pieces);
    if (!isAvailable(tx, call.productId, product, wanted, { sessionId: call.sessionId, generation, freed }))
      return refuse('SHOPOBJECT_NOT_AVAILABLE', call.productId);
    line = productLine(tx, session, product, call, pieces);
  }
  if (!line.ok) return line;
  const { said } = line.value;
  const { grouped, quantityMilli } = call;
  const { cartLinesMax: linesMax, sessionBytesMax: bytesMax, currencyDigits } = rules;
  const added = changeCart(tx, call.sessionId, {
    type: 'add_line',
    line: line.value,
    quantityMilli,
    grouped,
    linesMax,
    bytesMax,
    currencyDigits,
  });
  if (!added.ok || said === undefined) return added;
  const { lastLineId: lineId } = tx.read('session', call.sessionId)!.cart;
  return noteAnswered(tx, call.sessionId, { lineId, ...said });
};
