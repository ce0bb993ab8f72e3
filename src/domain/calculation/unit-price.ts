// What one piece costs: the price that is in force, taxed by its class and a country.
import { attributeNamed, attributeValue, lookUp } from '../attributes/attributes.ts';
import type { AttributeDefinition, Texts } from '../attributes/attributes.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Minor, PriceE4, RateE6 } from '../money.ts';
import { toPrice } from '../money.ts';
import { composed } from '../../kernel/text.ts';
import { standardPriceField } from '../rules.ts';
import type { ShopRules, TaxClass } from '../rules.ts';
import { isBeyond, taxed, unitTax } from './tax.ts';
import type { TaxBasis } from './tax.ts';

/** Names the attribute that is the price, and for which language it is read. */
interface PriceWanted {
  readonly productId: number;
  readonly priceField: string;
  readonly language: string;
}

export interface UnitPrice {
  readonly priceE4: PriceE4;
  readonly rateE6: RateE6;
  /** The tax in one unit, rounded by itself (D71). */
  readonly taxMinor: Minor;
  readonly basis: TaxBasis;
}

const isNamed = ({ priceFields }: ShopRules, name: string): boolean =>
  priceFields.length === 0 || priceFields.includes(name);

/** Whether a class has an attribute that may be the price of its products. */
export const hasPriceField = (rules: ShopRules, definitions: readonly AttributeDefinition[], name: string): boolean =>
  attributeNamed(definitions, name)?.type === 'FLOAT' && isNamed(rules, name);

/**
 * The attribute of a class that may be the price of its products.
 *
 * Refuses: PRICE_FIELD_INVALID.
 */
export const priceDefinition = (
  rules: ShopRules,
  definitions: readonly AttributeDefinition[],
  priceField: string,
): Result<AttributeDefinition> => {
  const definition = attributeNamed(definitions, priceField);
  if (definition?.type !== 'FLOAT')
    return refuse('PRICE_FIELD_INVALID', 'price_field', `${shown(priceField)} is no FLOAT attribute of the class.`);
  return isNamed(rules, priceField)
    ? ok(definition)
    : refuse(
        'PRICE_FIELD_INVALID',
        'price_field',
        `${shown(priceField)} is no attribute that the setting priceFields names as a price.`,
      );
};

/** Numbers of the attributes whose values before are kept, so that a price can be compared with what it was. */
export const priceNumbers = (rules: ShopRules, definitions: readonly AttributeDefinition[]): readonly number[] => {
  const names = rules.priceFields.length === 0 ? [standardPriceField(rules)] : rules.priceFields;
  return definitions.flatMap(({ number, name, type }) =>
    type === 'FLOAT' && names.includes(composed(name)) ? [number] : [],
  );
};

/**
 * The price that a product's attribute gives. `attributes`: inherited values included.
 *
 * Refuses: SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE.
 */
export const attributePrice = (
  rules: ShopRules,
  definition: AttributeDefinition,
  attributes: Texts,
  { productId, priceField, language }: PriceWanted,
): Result<PriceE4> => {
  const value = attributeValue(definition, attributes, language, rules.language);
  // A class default of 0 is no price: back-office forms write 0 for “none”.
  const isPrice =
    (value as number) > 0 || lookUp(attributes, definition.number, language, rules.language) !== undefined;
  return isPrice
    ? toPrice(value, 'price_field')
    : refuse(
        'SHOPOBJECT_PRICE_MISSING',
        'price_field',
        `Product ${productId} has no value of ${shown(priceField)}, and no product above it; ` +
          'nor has their class one above 0.',
      );
};

/** Taxes a price in force. Refuses: AMOUNT_OUT_OF_RANGE. */
export const taxedUnit = (
  rules: ShopRules,
  taxClass: TaxClass,
  country: string,
  givenE4: PriceE4,
): Result<UnitPrice> => {
  const { priceE4, rateE6 } = taxed(rules, taxClass, country, givenE4);
  if (isBeyond(priceE4)) return refuse('AMOUNT_OUT_OF_RANGE', 'price_field', 'The price with its tax is out of range.');
  const taxMinor = unitTax(priceE4, rateE6, rules.currencyDigits);
  return ok({ priceE4, rateE6, taxMinor, basis: [givenE4, taxClass.name, country] });
};
