// Settings of the shop: what a merchant changes while it sells.
import { dayBegin, parseDay, parseMoment } from '../domain/date-time.ts';
import { changeSettings } from '../domain/shop/change-settings.ts';
import type { Ending } from '../domain/shop/change-settings.ts';
import { SHOP_SETTINGS } from '../domain/shop/held-settings.ts';
import { currenciesOf } from '../domain/currencies.ts';
import { inForce, shopState } from '../domain/shop/shop.ts';
import type { Reader } from '../domain/transaction.ts';
import { flag, guard, int, optional, text } from '../kernel/params.ts';
import { whyNotPayable } from '../kernel/payment-provider.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Payments } from './context/payment-services.ts';
import { countryCode } from './params/countries.ts';
import { dryRunParam } from './params/dry-run.ts';
import { countriesNamed, settingParams, settingsSent } from './params/shop-settings.ts';
import { SUCCESS, reply } from './replies/members.ts';
import { SETTINGS, SETTINGS_MEMBERS, UNDONE } from './replies/shop-settings.ts';
import { viewSettings, viewUndone } from './views/shop-settings.ts';

/** The beginning of a day of the shop, or a moment of UTC. Refuses: PARAMETER_INVALID. */
const momentOf = (shop: Reader, given: string): Result<number> => {
  const day = parseDay(given);
  const ms = day === undefined ? parseMoment(given) : dayBegin(shop.rules.timeZone, day);
  if (ms !== undefined) return ok(ms);
  return refuse('PARAMETER_INVALID', 'effective_at', 'effective_at: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS is wanted.');
};

export const get_shop_settings = read({
  area: 'server',
  isExtension: true,
  summary: 'The settings of the shop that change while it sells, and the changes that wait for their time.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('shop_settings', SETTINGS),
  view: (_args, { shop }) =>
    ok({ object: 'shop_settings', seq: shopState(shop)?.seq ?? 0, ...viewSettings(shop) } as const),
});

const viewChange = (shop: Reader, endings: readonly Ending[]) =>
  ({
    object: 'update_shop_settings',
    status: 'success',
    ...viewSettings(shop),
    undone: viewUndone(endings),
  }) as const;

/** Whether the providers of payment methods count all currencies as the shop does. Refuses: PARAMETER_INVALID. */
const providersTake = (shop: Reader, payments: Payments): Result<void> => {
  const rules = { ...shop.rules, ...inForce(shopState(shop)!) };
  for (const { id } of rules.paymentMethods) {
    const provider = payments.provider(id);
    for (const { code, digits } of provider === undefined ? [] : currenciesOf(rules)) {
      const amount = { amountMinor: 0, currency: code, currencyDigits: digits };
      const why = whyNotPayable(provider!.capabilities, amount);
      if (why === undefined) continue;
      const param = code === rules.currency ? 'currency' : 'currencies';
      return refuse('PARAMETER_INVALID', param, `The provider of payment method ${id} ${why}.`);
    }
  }
  return DONE;
};

export const update_shop_settings = write({
  area: 'server',
  isExtension: true,
  summary: 'Changes settings of the shop, at once or at a time; what was priced and ordered before keeps its rates.',
  credential: 'secret',
  session: 'none',
  params: {
    ...settingParams,
    effective_at: optional(
      text('when it applies: a day, which begins where the shop is, or date and time in UTC', { max: 30 }),
      undefined,
      'now',
    ),
    if_seq: guard(int('seq of the settings that the caller has seen'), undefined, 'they are changed whatever they are'),
    withdraw: optional(flag('1 = what waits for effective_at waits no more'), false),
    dry_run: dryRunParam,
  },
  handle: (args, { shop, service }) => {
    const { effective_at: given, if_seq: ifSeq, withdraw } = args;
    const effectiveMs = given === undefined ? ok(undefined) : momentOf(shop, given);
    if (!effectiveMs.ok) return effectiveMs;
    const set = settingsSent(args);
    if (withdraw && Object.keys(set).length > 0)
      return refuse(
        'PARAMETER_INVALID',
        'withdraw',
        'withdraw: it takes away all that waits for the time; send no settings.',
      );
    for (const [param, country] of countriesNamed(set)) {
      const code = countryCode(service.documents.countries, country, param);
      if (!code.ok) return code;
    }
    const country = countryCode(service.documents.countries, set.country ?? '', 'country');
    if (!country.ok) return country;
    const values = withdraw
      ? Object.fromEntries(SHOP_SETTINGS.map((name) => [name, null]))
      : { ...set, ...(set.country !== undefined && { country: country.value }) };
    const changed = changeSettings(shop, { values, effectiveMs: effectiveMs.value, ifSeq });
    const payable = changed.ok ? providersTake(shop, service.payments) : changed;
    return payable.ok ? changed : payable;
  },
  refusals: ['CHANGED_MEANWHILE', 'SETTING_PINNED', 'SETTING_IN_USE', 'COUNTRY_NOT_FOUND'],
  dryRun: ({ shop }, endings) => viewChange(shop, endings),
  reply: reply('update_shop_settings', { status: SUCCESS, ...SETTINGS_MEMBERS, undone: UNDONE }),
  view: (endings, { shop }) => viewChange(shop, endings),
});
