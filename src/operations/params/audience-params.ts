// Parameters that say for whom and where something counts: price lists and promotions.
import type { Param } from '../../kernel/params.ts';
import { Type, json, map } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Countries } from '../../outside/countries.ts';
import { countryCode } from './countries.ts';

/** Ascending, each once. */
export const ids = (what: string): Param<readonly number[]> =>
  map(json(Type.Array(Type.Integer(), { maxItems: 1000, description: what })), (given) =>
    ok([...new Set(given)].sort((a, b) => a - b)),
  );

/** Who knows the names of countries: a call, or a command. */
export interface KnowsCountries {
  readonly service: { readonly documents: { readonly countries: Countries } };
}

/** Codes of two letters, each once. Refuses: COUNTRY_NOT_FOUND. */
export const countryCodes = ({ service }: KnowsCountries, names: readonly string[]): Result<readonly string[]> => {
  const codes: string[] = [];
  for (const name of names) {
    const code = countryCode(service.documents.countries, name, 'countries');
    if (!code.ok) return code;
    if (!codes.includes(code.value)) codes.push(code.value);
  }
  return ok(codes);
};
