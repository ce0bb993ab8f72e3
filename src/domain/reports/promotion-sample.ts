// What a promotion that is only tried would give a cart of some products beside all that run: to somebody whom it is
// for, at the prices of its first group.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { promotionsTaken } from '../calculation/promotions.ts';
import type { PromotedLine } from '../calculation/pieces.ts';
import { priceDefinition, taxedUnit } from '../calculation/unit-price.ts';
import { resolved } from '../catalogue/inheritance.ts';
import { priceUnder } from '../cart/line-price.ts';
import { inCurrency } from '../currencies.ts';
import { AMOUNT_MINOR_MAX, NO_RATE, lineSum, taxWithin } from '../money.ts';
import type { Milli, Minor } from '../money.ts';
import { contextOf } from '../prices/price-context.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { standardPriceField, taxClassOf } from '../rules.ts';
import type { Reader } from '../transaction.ts';
import { takenOffBy } from '../promotions/goods.ts';
import type { GoodsTest } from '../promotions/goods.ts';
import { judge } from '../promotions/judge.ts';
import type { Considered } from '../promotions/judge.ts';
import { runningAs } from '../promotions/promotion.ts';
import type { PromotionTerms, RunningPromotion } from '../promotions/promotion.ts';
import { TRIED, goodsOfTrial } from './promotion-trial.ts';

/** Each product once. */
export interface SampleGoods {
  readonly productId: number;
  readonly quantityMilli: Milli;
}

interface Sample {
  readonly goods: readonly SampleGoods[];
  /** 0: none. */
  readonly deliveryMinor: Minor;
  /** The caller's; it counts where the promotion names none. */
  readonly channelId: number;
}

interface SampleLine extends PromotedLine {
  readonly type: 'PRODUCT';
}

export interface TriedSample extends Considered {
  readonly currency: string;
  readonly digits: number;
  /** Goods. */
  readonly sumMinor: Minor;
  /** Less what promotions take off, and with the delivery. */
  readonly totalMinor: Minor;
}

/** Refuses: SHOPOBJECT_NOT_FOUND, PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE. */
const lineOf = (
  shop: Reader,
  { productId, quantityMilli }: SampleGoods,
  context: PriceContext,
  id: number,
): Result<SampleLine> => {
  const own = shop.read('shopobject', productId);
  if (own?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const rules = inCurrency(shop.rules, context.currency);
  const priceField = standardPriceField(rules);
  const definition = priceDefinition(rules, shop.read('class', own.classId)?.attributes ?? [], priceField);
  if (!definition.ok) return definition;
  const product = resolved(shop, own);
  const asked = { productId, priceField, language: rules.language, pieces: quantityMilli };
  const found = priceUnder(shop, context, product, definition.value, asked);
  if (!found.ok) return found;
  const unit = taxedUnit(rules, taxClassOf(rules, product.metadata.taxclass ?? ''), context.country, found.value[0]);
  if (!unit.ok) return unit;
  const { priceE4, rateE6 } = unit.value;
  const sumMinor = lineSum(priceE4, quantityMilli, rules.currencyDigits);
  const sumTaxMinor = taxWithin(sumMinor, rateE6);
  return ok({ id, type: 'PRODUCT', productId, priceE4, quantityMilli, sumMinor, sumTaxMinor, rateE6 });
};

/** Products that one step asks a constraint of. */
const TESTS_PER_STEP = 64;

/** Asks the goods of promotions of each product, so that the judgement finds the answers. */
function* judgedGoods(
  promotions: readonly RunningPromotion[],
  lines: readonly SampleLine[],
  isAmong: GoodsTest,
): Steps<void> {
  let tests = 0;
  for (const one of promotions)
    for (const goods of new Set([one.counted, takenOffBy(one)])) {
      if (goods === undefined) continue;
      for (const { productId } of lines) {
        isAmong(goods, productId);
        tests += 1;
        if (tests % TESTS_PER_STEP === 0) yield '';
      }
    }
}

/** Refuses: SHOPOBJECT_NOT_FOUND, PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE. */
export function* triedOnSample(shop: Reader, terms: PromotionTerms, sample: Sample): Steps<Result<TriedSample>> {
  const { currency, currencyDigits: digits } = inCurrency(shop.rules, terms.currency);
  const groups = terms.groups.slice(0, 1);
  const country = terms.countries[0] ?? shop.rules.country;
  const context = contextOf(terms.channels[0] ?? sample.channelId, groups, country, currency);
  const lines: SampleLine[] = [];
  let sum = 0;
  for (const one of sample.goods) {
    const line = lineOf(shop, one, context, lines.length + 1);
    if (!line.ok) return line;
    lines.push(line.value);
    sum += line.value.sumMinor;
  }
  const { deliveryMinor } = sample;
  if (sum + deliveryMinor > AMOUNT_MINOR_MAX) return refuse('AMOUNT_OUT_OF_RANGE', 'lines');
  const { promotions: tallies } = shop.index('order');
  shop.track(tallies);
  shop.trackAbsence('promotion');
  const promotions = [...shop.index('promotion').running, runningAs(TRIED, terms)];
  const isAmong = goodsOfTrial(shop);
  yield* judgedGoods(promotions, lines, isAmong);
  const considered = judge(
    promotions,
    { lines, deliveryPositions: deliveryMinor === 0 ? [] : [{ priceMinor: deliveryMinor, rateE6: NO_RATE }] },
    {
      ...context,
      isFirstOrder: true,
      opened: new Set([TRIED]),
      uses: (id) => tallies.of(id).uses,
      usesOfPerson: () => 0,
      spentMinor: (one) => tallies.spentMinor(one.id, one.currency),
    },
    isAmong,
  );
  const totalMinor = (sum + deliveryMinor - promotionsTaken({ promotions: considered.uses })) as Minor;
  return ok({ ...considered, currency, digits, sumMinor: sum as Minor, totalMinor });
}
