// Countries by code and by name, in every language that i18n-iso-countries has.
import { createRequire } from 'node:module';
// Without the names of all languages, which are read when somebody asks for them.
import isoCountries from 'i18n-iso-countries/index.js';
import type { LocaleData } from 'i18n-iso-countries';

export interface Country {
  /** The number of ISO 3166-1. */
  readonly id: number;
  /** Upper case. */
  readonly name: string;
  readonly iso: string;
  readonly printable_name: string;
}

const ENGLISH = 'en';
const LANGUAGES: ReadonlySet<string> = new Set(isoCountries.getSupportedLanguages());

/** Codes of the European Union that ISO 3166 reserves and does not assign. */
const RESERVED: { readonly [code: string]: string } = { UK: 'GB', EL: 'GR' };
const NUMBER = /^\d{1,3}$/;
const CODES: ReadonlySet<string> = new Set(Object.keys(isoCountries.getAlpha2Codes()));

/** Equal for names that differ in case, blanks or Unicode form only. */
const folded = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const require = createRequire(import.meta.url);
const registered = new Set<string>();

const withNames = (language: string): string => {
  if (!registered.has(language)) {
    isoCountries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
    registered.add(language);
  }
  return language;
};

/** A language that has names of countries now; undefined where there are none. */
const languageOf = (code: string): string | undefined => {
  const language = code.split(/[_-]/)[0]!.toLowerCase();
  return LANGUAGES.has(language) ? withNames(language) : undefined;
};

/** Folded name → code of two letters, with alternative names and with what upper case makes of a name (STRASSE). */
const namesOf = (language: string): ReadonlyMap<string, string> => {
  const codes = new Map<string, string>();
  withNames(language);
  for (const names of [isoCountries.getNames(language), isoCountries.getNames(language, { select: 'all' })]) {
    for (const [code, name] of Object.entries(names)) {
      for (const variant of [name].flat()) {
        for (const form of [variant, variant.toLocaleUpperCase(language)])
          if (!codes.has(folded(form))) codes.set(folded(form), code);
      }
    }
  }
  return codes;
};

export class Countries {
  private readonly codes: readonly string[];
  private readonly sorted: boolean;
  private readonly lists = new Map<string, readonly Country[]>();
  private readonly named = new Map<string, ReadonlyMap<string, string>>();

  /**
   * `codes`: two letters each, listed in this order; none: all countries, sorted by name. Returns a sentence about the
   * first code that ISO 3166 does not have.
   */
  static of(codes: readonly string[]): Countries | string {
    const unknown = codes.find((code) => !isoCountries.isValid(code));
    return unknown === undefined ? new Countries(codes) : `ISO 3166 knows no country ${unknown}`;
  }

  private constructor(codes: readonly string[]) {
    this.codes = codes.length === 0 ? Object.keys(isoCountries.getAlpha2Codes()) : codes;
    this.sorted = codes.length === 0;
  }

  /** Names are in the first of the languages that the package has, else in English. */
  list(...languages: readonly string[]): readonly Country[] {
    const language = languages.map(languageOf).find((known) => known !== undefined) ?? ENGLISH;
    let list = this.lists.get(language);
    if (list === undefined) this.lists.set(language, (list = this.listIn(language)));
    return list;
  }

  private listIn(language: string): readonly Country[] {
    const list = this.codes.map((iso): Country => {
      const printable = this.name(iso, language);
      return {
        id: Number(isoCountries.alpha2ToNumeric(iso)),
        name: printable.toLocaleUpperCase(language),
        iso,
        printable_name: printable,
      };
    });
    const { compare } = new Intl.Collator(language);
    return this.sorted ? list.sort((a, b) => compare(a.printable_name, b.printable_name)) : list;
  }

  /** Whether the shop delivers to the country of this code. */
  delivers(code: string): boolean {
    return this.codes.includes(code);
  }

  /**
   * The two letters of a country given as its code in any case, its three letters, its number or its name in any
   * language; '' for none.
   */
  code(given: string): string {
    // The usual case, needed for the price of every product that is shown.
    if (CODES.has(given)) return given;
    const letters = given.trim().toUpperCase();
    const code = NUMBER.test(letters)
      ? isoCountries.numericToAlpha2(letters)
      : isoCountries.toAlpha2(RESERVED[letters] ?? letters);
    // The package returns any two characters as they are.
    if (code !== undefined && isoCountries.isValid(code)) return code;
    const name = folded(given);
    for (const language of LANGUAGES) {
      const named = this.namesIn(language).get(name);
      if (named !== undefined) return named;
    }
    return '';
  }

  private namesIn(language: string): ReadonlyMap<string, string> {
    let names = this.named.get(language);
    if (names === undefined) this.named.set(language, (names = namesOf(language)));
    return names;
  }

  /** Name in the first of the languages that has one, else in English; an unknown code itself. */
  name(iso: string, ...languages: readonly string[]): string {
    for (const code of [...languages, ENGLISH]) {
      const language = languageOf(code);
      const name = language === undefined ? undefined : isoCountries.getName(iso, language);
      if (name !== undefined) return name;
    }
    return iso;
  }
}
