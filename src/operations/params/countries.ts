// Countries that calls name.
import { isAbsent } from '../../kernel/params.ts';
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Countries } from '../../outside/countries.ts';
import type { Context } from '../context/operation.ts';

/** Returns its two letters; '' for a cleared value. Refuses: COUNTRY_NOT_FOUND with the parameter. */
export const countryCode = (countries: Countries, given: string, param: string): Result<string> => {
  const code = given === '' ? '' : countries.code(given);
  return code === '' && given !== ''
    ? refuse('COUNTRY_NOT_FOUND', param, `${param}: ISO 3166 knows no country ${shown(given)}.`)
    : ok(code);
};

/**
 * The two letters of the country that a call means; the shop's own where it names none. Refuses:
 * COUNTRY_NOT_FOUND.
 */
export const taxCountry = ({ shop, service }: Context, given: string): Result<string> =>
  given === '' ? ok(shop.rules.country) : countryCode(service.documents.countries, given, 'country');

/** Checks the country of an account, which is kept as it was sent. Refuses: COUNTRY_NOT_FOUND. */
export const checkCountry = (
  countries: Countries,
  { country }: { readonly [attribute: string]: unknown },
): Result<void> => {
  const code = typeof country !== 'string' || isAbsent(country) ? DONE : countryCode(countries, country, 'country');
  return code.ok ? DONE : code;
};
