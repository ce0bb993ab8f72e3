// What extensions are asked about the price of a delivery: a carrier's quote (docs/build/extensions.md).
import { inCurrency } from '../domain/currencies.ts';
import { decimal, tenTo, wholeQuotient } from '../domain/money.ts';
import { nameIn } from '../domain/rules.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Reader } from '../domain/transaction.ts';
import type { QuoteAnswer, QuoteAsked, QuoteBy } from '../kernel/extensions.ts';
import type { Answers } from './context/answers.ts';
import { quoteReader } from './context/extension-answers.ts';
import type { Context } from './context/operation.ts';

/** Half up; undefined: nothing is asked. */
const minorOf = (priceE4: number | undefined, digits: number): number | undefined => {
  const unit = tenTo(4 - digits);
  return priceE4 === undefined ? undefined : wholeQuotient(2 * priceE4 + unit, 2 * unit);
};

const questionOf = (ctx: Context<Reader>, asked: QuoteAsked, { deliveryMethods, language }: ShopRules): string => {
  const { methodId, userId, currency, country, zip, goods, sumAfterMinor, ownE4, channelId, groups } = asked;
  const { currencyDigits: digits } = inCurrency(ctx.shop.rules, currency);
  const method = deliveryMethods.find(({ id }) => id === methodId)!;
  return JSON.stringify({
    method: { id: methodId, name: nameIn(method.name, '', language) },
    country,
    zip,
    goods: goods.map(({ productId, quantityMilli, measures: [weight = 0, ...sides], sumMinor }) => ({
      id_product: productId,
      quantity: decimal(quantityMilli, 3),
      kilograms: weight,
      centimetres: [sides[0] ?? 0, sides[1] ?? 0, sides[2] ?? 0],
      minor: sumMinor,
    })),
    sum_minor: sumAfterMinor,
    minor: minorOf(ownE4, digits),
    shopper: { id_user: userId, groups, currency, currency_digits: digits, country, channel: channelId },
  });
};

const readerOf = ({ shop: { rules } }: Context<Reader>, currency: string): ReturnType<typeof quoteReader> =>
  quoteReader(
    inCurrency(rules, currency).currencyDigits,
    rules.taxClasses.map(({ name }) => name),
  );

/** Throws Unanswered. */
const answerTo = (ctx: Context<Reader>, answers: Answers, asked: QuoteAsked): QuoteAnswer => {
  const question = questionOf(ctx, asked, ctx.shop.rules);
  const said = answers.firstSaid('delivery_price', question, readerOf(ctx, asked.currency));
  if (!said.ok) return 'failed';
  if (said.value !== undefined) return { ...said.value.answer, by: said.value.by };
  // Nobody says a price, and one that is passed over might have: without rules its failure would make it free.
  return asked.ownE4 === undefined && answers.hasFailed('delivery_price', question) ? 'failed' : undefined;
};

/** For a decision, whose carts are delivered as it leaves them; undefined: nobody says what delivery costs. */
export const quotesBy = (ctx: Context<Reader>, answers: Answers): QuoteBy | undefined =>
  answers.has('delivery_price') ? (asked) => answerTo(ctx, answers, asked) : undefined;

/** Answers to several questions, asked at once. Throws Unanswered. */
export const quotesOf = (
  ctx: Context<Reader>,
  asked: readonly ((() => QuoteAsked) | undefined)[],
): readonly QuoteAnswer[] => {
  const { answers } = ctx;
  if (answers === undefined || !answers.has('delivery_price')) return [];
  const all = asked.map((one) => one?.());
  const [known] = all.filter((one) => one !== undefined);
  if (known === undefined) return [];
  const questions = all.flatMap((one) => (one === undefined ? [] : [questionOf(ctx, one, ctx.shop.rules)]));
  answers.need('delivery_price', questions, readerOf(ctx, known.currency));
  return all.map((one) => one && answerTo(ctx, answers, one));
};
