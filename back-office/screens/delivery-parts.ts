// What the screen of delivery rules reads: the table of each method, in the order in which its rules decide, and the
// names of what the rules name.
import type { DeliveryRule } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { found } from '../api/refused.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { compareNames } from '../format.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { audienceOptions, readAudience } from './audience.tsx';
import type { Audience } from './audience.tsx';
import { readNames } from './promotion-parts.tsx';
import type { Names } from './promotion-words.ts';
import { countryName } from './shop-preview.ts';

type Checked = Reply<'get_delivery_rules'>['methods'][number];
export type Gap = Checked['gaps'][number];

export interface MethodTable extends Pick<Checked, 'id' | 'name' | 'gaps' | 'overlaps'> {
  /** The shop has the method no more. */
  readonly isGone: boolean;
  /** The first that is for a cart decides. */
  readonly rules: readonly DeliveryRule[];
}

export interface DeliveryShop {
  readonly tables: readonly MethodTable[];
  readonly audience: Audience;
  readonly names: Names;
  /** The first is that of rules which name none. */
  readonly taxClasses: readonly string[];
  /** Country of the shop itself, as two letters. */
  readonly country: string;
}

/** Rules of one read, at most 1,000. */
const PAGE = 1000;

interface AllRules {
  readonly rules: readonly DeliveryRule[];
  readonly methods: readonly Checked[];
}

const readRules = async (signal?: AbortSignal): Promise<AllRules> => {
  const rules: DeliveryRule[] = [];
  for (;;) {
    const reply = await call('get_delivery_rules', { skip: rules.length, limit: PAGE }, signal);
    rules.push(...reply.rules);
    if (reply.rules.length === 0 || rules.length >= reply.count) return { rules, methods: reply.methods };
  }
};

/** Methods of the shop in its order, then those that it has no more and that still have rules. Throws Refused. */
export const readDelivery = async (signal: AbortSignal): Promise<DeliveryShop> => {
  const [{ rules, methods }, shop, audience] = await Promise.all([
    readRules(signal),
    call('get_shop', { language: wireLanguage() }, signal),
    readAudience(signal),
  ]);
  const names = await readNames(
    rules.flatMap(({ goods, unless }) => [goods, unless]),
    audience,
    signal,
  );
  const checks = new Map(methods.map((method) => [method.id, method]));
  const tableOf = (id: number, name: string, isGone: boolean): MethodTable => ({
    id,
    name,
    isGone,
    rules: rules
      .filter((rule) => rule.id_delivery_method === id)
      .toSorted((a, b) => b.priority - a.priority || a.id - b.id),
    gaps: checks.get(id)?.gaps ?? [],
    overlaps: checks.get(id)?.overlaps ?? [],
  });
  const gone = methods.filter(({ gone: isGone }) => isGone === 1);
  return {
    tables: [
      ...shop.delivery_methods.map(({ id, name }) => tableOf(id, name, false)),
      ...gone.map(({ id }) => tableOf(id, deliveryTexts().goneName(id), true)),
    ],
    audience,
    names,
    taxClasses: shop.tax_classes.map(({ name }) => name),
    country: shop.country,
  };
};

/** Throws Refused. */
export const readRule = async (id: number, methodId: number): Promise<DeliveryRule> => {
  for (let skip = 0; ; skip += PAGE) {
    const page = { id_delivery_method: methodId, skip, limit: PAGE };
    const { rules, count } = await call('get_delivery_rules', page);
    const known = rules.find((rule) => rule.id === id);
    if (known !== undefined || skip + PAGE >= count) return found(known);
  }
};

/** Countries by their names in the language of the page, in its order. */
export const countryOptions = ({ audience }: DeliveryShop): readonly (readonly [code: string, name: string])[] =>
  audience.countries
    .map(({ iso }) => [iso, countryName(iso)] as const)
    .toSorted(([, one], [, other]) => compareNames(one, other));

export const deliveryOptions = (shop: DeliveryShop) => ({
  ...audienceOptions(shop.audience),
  countries: countryOptions(shop),
});
