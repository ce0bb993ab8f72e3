// Countries that a shop may be in, and what is usual in each: proposals, which a person confirms or changes.
import { compareNames, isOwnRegion, languageOf } from './format.ts';
import { displayNames } from './intl.ts';
import { language } from './language.ts';

/** Codes that name no country of ISO 3166: groups, parts and codes for private use. */
const NO_COUNTRIES: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '));
/** Members of the European Union, where a shop may pay the taxes of the country of its buyer. */
export const EU: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export interface Country {
  readonly code: string;
  readonly name: string;
}

const countriesIn = (tag: string): readonly Country[] => {
  const names = displayNames(tag, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isOwnRegion(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((a, b) => compareNames(a.name, b.name));
};

const known = new Map<string, readonly Country[]>();

/** In the language of the page, by name. */
export const countries = (): readonly Country[] => {
  const found = known.get(language.value) ?? countriesIn(language.value);
  known.set(language.value, found);
  return found;
};

/** Languages that a shop is offered; others can be typed in its settings. */
const LANGUAGES =
  'bg_BG cs_CZ da_DK de_AT de_CH de_DE el_GR en_GB en_US es_ES et_EE fi_FI fr_FR hr_HR hu_HU it_IT lt_LT lv_LV nb_NO nl_NL pl_PL pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR uk_UA'.split(
    ' ',
  );

/** A language by its name, in the language of the page: `de_DE` is German. */
export const languageName = (code: string): string => {
  try {
    return displayNames(language.value, { type: 'language' }).of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
};

/** Those that are offered, and those that the shop has. */
export const languagesWith = (more: readonly string[]): readonly string[] => [...new Set([...LANGUAGES, ...more])];

/** The language that a shop of a country begins with. */
export const languageFor = (country: string): string => {
  const spoken = languageOf(country);
  const own = `${spoken}_${country}`;
  return LANGUAGES.includes(own) ? own : (LANGUAGES.find((code) => code.startsWith(`${spoken}_`)) ?? 'en_GB');
};
