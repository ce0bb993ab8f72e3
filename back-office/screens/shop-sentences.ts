// What a change of the shop's settings means, in sentences: from the settings before it and those that a dry run shows.
import { count, day, weekdayName } from '../format.ts';
import { shopChangesTexts } from '../texts/shop-changes-texts.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { DAY_MS, HOUR_MS, countryName, inPage, nameOf, same } from './shop-preview.ts';
import type { Held, Method } from './shop-preview.ts';

type TaxClass = Held['tax_classes'][number];

export const rateText = (share: number | undefined): string =>
  share === undefined ? t().shop.noRate : `${count(share * 100, 4)} %`;

const classSentences = (before: TaxClass, after: TaxClass): string[] => {
  const texts = t().shop;
  const countries = new Set([...Object.keys(before.rates), ...Object.keys(after.rates)]);
  return [
    ...[...countries]
      .filter((code) => before.rates[code] !== after.rates[code])
      .map((code) =>
        texts.rateChanges(after.name, countryName(code), rateText(before.rates[code]), rateText(after.rates[code])),
      ),
    ...(before.calculation === after.calculation
      ? []
      : [texts.calculationChanges(after.name, texts.calculations[after.calculation])]),
  ];
};

interface Named {
  readonly key: string | number;
  readonly title: string;
}

/** What comes and goes; `changed` says what is otherwise of one that stays. */
const listSentences = <T>(
  [before, after]: readonly [readonly T[], readonly T[]],
  named: (one: T) => Named,
  changed: (before: T, after: T) => readonly string[],
): string[] => {
  const texts = t().shop;
  const known = new Map(before.map((one) => [named(one).key, one]));
  const stay = new Set(after.map((one) => named(one).key));
  const left = before.map((one) => named(one).key).filter((key) => stay.has(key));
  const kept = after.map((one) => named(one).key).filter((key) => known.has(key));
  return [
    ...before.filter((one) => !stay.has(named(one).key)).map((one) => texts.goes(named(one).title)),
    ...after.flatMap((one) => {
      const former = known.get(named(one).key);
      return former === undefined ? [texts.comes(named(one).title)] : changed(former, one);
    }),
    ...(same(left, kept) ? [] : [texts.orderChanges(after.map((one) => named(one).title).join(', '))]),
  ];
};

export const unpaidText = ({ unpaid_order_ms_max: ms }: Method): string =>
  ms === undefined ? t().shop.unpaidNever : t().shop.unpaidDays(count(ms / DAY_MS, 3));

const methodSentences = (before: Method, after: Method): string[] => {
  const texts = t().shop;
  return [
    ...(same(before.name, after.name) ? [] : [texts.renamed(nameOf(before), nameOf(after))]),
    ...(before.unpaid_order_ms_max === after.unpaid_order_ms_max
      ? []
      : [texts.unpaidChanges(nameOf(after), unpaidText(after))]),
    ...(same(before.instructions, after.instructions)
      ? []
      : [texts.toldChanges(nameOf(after), inPage(after.instructions ?? '') || texts.nothing)]),
  ];
};

const ofMethod = (method: Method): Named => ({ key: method.id, title: nameOf(method) });

/** Value of a setting that is one text or number, as a person reads it. */
export const plainText = (param: keyof Held, held: Partial<Held>): string => {
  const texts = t().shop;
  const value = held[param];
  if (param === 'cart_hold_ms')
    return held.cart_hold_ms === 0 ? texts.noHold : texts.minutes(count((held.cart_hold_ms ?? 0) / 60_000, 3));
  if (param === 'price_hold_ms')
    return held.price_hold_ms === 0 ? texts.noPriceHold : texts.days(count((held.price_hold_ms ?? 0) / DAY_MS, 3));
  if (param === 'cart_reminder_hours')
    return held.cart_reminder_hours === 0 ? texts.noReminder : texts.hours(count(held.cart_reminder_hours!));
  if (param === 'currencies') return held.currencies!.map(({ code }) => code).join(', ') || texts.nothing;
  if (param === 'session_ttl_ms') return texts.hours(count(held.session_ttl_ms! / HOUR_MS, 3));
  if (param === 'draft_ttl_ms') return texts.unpaidDays(count(held.draft_ttl_ms! / DAY_MS, 3));
  if (param === 'delivery_countries')
    return held.delivery_countries!.length === 0
      ? texts.allCountries
      : held.delivery_countries!.map(countryName).join(', ');
  if (param === 'checkout_requires')
    return held.checkout_requires!.length === 0
      ? texts.nothing
      : held.checkout_requires!.map((name) => texts.required[name] ?? name).join(', ');
  if (param === 'invoice_per') return shopChangesTexts().invoicePer[held.invoice_per!];
  if (param === 'address_checks') return held.address_checks === 1 ? texts.zipsChecked : texts.zipsNotChecked;
  if (param === 'carriers') return held.carriers!.map(({ name }) => name).join(', ') || texts.nothing;
  if (param === 'mail') {
    const { sends, sender_name: name, reply_to: replyTo } = held.mail!;
    const said = [...sends.map((mail) => t().templates.names[`mail_${mail}`]), name, replyTo];
    return said.filter((word) => word !== '').join(', ') || texts.nothing;
  }
  if (param === 'second_factor_roles')
    return held.second_factor_roles!.length === 0 ? texts.nobody : held.second_factor_roles!.map(nameOfRole).join(', ');
  if (param === 'country') return countryName(held.country!);
  if (param === 'languages') return held.languages!.join(', ');
  if (param === 'working_days') return held.working_days!.map(weekdayName).join(', ');
  if (param === 'holidays') return held.holidays!.map(day).join(', ') || texts.nothing;
  if (param === 'seller') {
    const { exemptions, small_business: isSmall, ...seller } = held.seller!;
    const words = [...Object.values(seller), isSmall === 1 ? texts.seller.smallBusiness : ''];
    const untaxed = exemptions.map(
      ({ tax_class: name, kind, reason }) => `${name}: ${reason || texts.seller.kinds[kind]}`,
    );
    return [...words, ...untaxed].filter((word) => word !== '').join(', ') || texts.nothing;
  }
  if (param === 'accounting') {
    const { chart, consultant, client, debtor, transit, revenue, money } = held.accounting!;
    const own = [...revenue, ...money].map(({ account }) => account);
    return [chart.toUpperCase(), consultant || '', client || '', debtor, transit, ...own].filter(Boolean).join(', ');
  }
  const text = String(value).replaceAll('\n', ', ');
  return text === '' ? texts.nothing : text;
};

/** `after`: what is otherwise may be left out where it stays. */
export const sentencesOf = (before: Held, after: Partial<Held>): readonly string[] => {
  const texts = t().shop;
  return (Object.keys(texts.fields) as (keyof Held)[]).flatMap((param) => {
    if (after[param] === undefined || same(before[param], after[param])) return [];
    if (param === 'tax_classes')
      return [
        ...listSentences([before[param], after[param]!], ({ name }) => ({ key: name, title: name }), classSentences),
        texts.taxesStay,
      ];
    if (param === 'payment_methods')
      return listSentences<Method>([before[param], after[param]!], ofMethod, methodSentences);
    if (param === 'delivery_methods')
      return listSentences<Method>([before[param], after[param]!], ofMethod, methodSentences);
    if (param === 'carriers')
      return listSentences(
        [before[param], after[param]!],
        ({ name }) => ({ key: name, title: name }),
        (one, other) => (same(one, other) ? [] : [texts.linkChanges(other.name, other.tracking_url)]),
      );
    const sentence = texts.changes(texts.fields[param], plainText(param, before), plainText(param, after));
    return [sentence, ...(shopChangesTexts().consequences[param] ?? [])];
  });
};
