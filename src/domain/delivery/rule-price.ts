// What delivery costs under a rule: price, per kilogram and per piece added up exactly and rounded once, and nothing
// from a sum on. It is taxed by its tax class, or at the rates of the goods: then it is spread over them by value, with
// the largest remainder, as one position per rate.
import type { PositionPrice } from '../calculation/position-price.ts';
import { positionPrice } from '../calculation/position-price.ts';
import { spread } from '../calculation/discount.ts';
import type { Minor, PriceE4, RateE6 } from '../money.ts';
import { NO_RATE, PRICE_E4_MAX, ZERO, minorMax, mulDiv, tenTo } from '../money.ts';
import { taxClassOf } from '../rules.ts';
import type { ShopRules } from '../rules.ts';
import type { DeliveryFacts } from './facts.ts';
import { GRAM, MEASURED_MAX, sumFor } from './facts.ts';
import type { DeliveryTerms } from './terms.ts';
import { AS_GOODS } from './terms.ts';

/** What goods of one tax rate come to. */
export type GoodsOfRate = readonly [rateE6: RateE6, minor: number];

/** Sums by tax rate, the highest first, whatever the order of the lines. */
export const goodsByRate = (lines: readonly { readonly rateE6: RateE6; readonly sumMinor: Minor }[]): GoodsOfRate[] => {
  const sums = new Map<RateE6, number>();
  for (const { rateE6, sumMinor } of lines) sums.set(rateE6, (sums.get(rateE6) ?? 0) + sumMinor);
  return [...sums].sort(([one], [other]) => other - one);
};

/** In parts in which weights are added up. */
const KILOGRAM = 1000n * BigInt(GRAM);

/** What a price is made of. */
export type ChargeTerms = Pick<
  DeliveryTerms,
  'name' | 'taxClass' | 'priceE4' | 'perKgE4' | 'perPieceE4' | 'freeFromMinor' | 'basis'
>;

/** In 1/10,000; undefined: more than a price may be. */
export const priceOf = (terms: ChargeTerms, facts: DeliveryFacts): PriceE4 | undefined => {
  const { priceE4, perKgE4, perPieceE4, freeFromMinor } = terms;
  if (freeFromMinor > 0 && sumFor(terms, facts) >= freeFromMinor) return 0 as PriceE4;
  if (perKgE4 === 0 && perPieceE4 === 0) return priceE4 as PriceE4;
  const weight = perKgE4 === 0 ? 0 : facts.weight().total;
  // What weighs more is not known exactly.
  if (weight === MEASURED_MAX) return undefined;
  const weighed = BigInt(perKgE4) * BigInt(weight);
  const pieces = (BigInt(perPieceE4) * BigInt(facts.piecesMilli) * KILOGRAM) / 1000n;
  const added = Number((weighed + pieces + KILOGRAM / 2n) / KILOGRAM);
  return priceE4 + added > PRICE_E4_MAX ? undefined : ((priceE4 + added) as PriceE4);
};

/** The name that positions have, and the rule that they are by. */
export interface RulePosition extends PositionPrice {
  readonly name: string;
  readonly ruleId: number;
}

/**
 * The positions of a cart under a rule that is for it. `country`: whose rates count. `goods`: by rate, the highest
 * first. Undefined: it comes to more than a price may be.
 */
export const positionsOf = (
  rules: ShopRules,
  rule: ChargeTerms & { readonly id: number },
  facts: DeliveryFacts,
  { country, goods }: { readonly country: string; readonly goods: () => readonly GoodsOfRate[] },
): readonly RulePosition[] | undefined => {
  const { id: ruleId, name, taxClass } = rule;
  const givenE4 = priceOf(rule, facts);
  if (givenE4 === undefined) return undefined;
  const { currencyDigits } = rules;
  if (taxClass !== AS_GOODS) {
    const price = positionPrice(rules, taxClassOf(rules, taxClass), country, givenE4);
    return price.priceMinor > minorMax(currencyDigits) ? undefined : [{ name, ...price, ruleId }];
  }
  const wholeMinor = mulDiv(givenE4, 1, tenTo(4 - currencyDigits));
  const byRate = goods();
  const shares = byRate.some(([, minor]) => minor > 0)
    ? spread(
        wholeMinor,
        byRate.map(([, minor]) => minor),
      )
    : byRate.map((_, at) => (at === 0 ? wholeMinor : 0));
  const positions = byRate.flatMap(([rateE6], at): RulePosition[] =>
    shares[at] === 0 ? [] : [{ name, priceMinor: shares[at] as Minor, rateE6, basis: null, ruleId }],
  );
  // What is free is one position as well: the cart shows that it is.
  const [highest] = byRate[0] ?? [NO_RATE];
  return positions.length > 0 ? positions : [{ name, priceMinor: ZERO, rateE6: highest, basis: null, ruleId }];
};
