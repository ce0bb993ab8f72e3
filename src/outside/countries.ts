// Countries by code and by name, in every language that i18n-iso-countries has.
//
// A name is looked for in English, then in the languages of the shop, then in all others. The server reads English and
// the shop's languages after its start. Each other language takes some milliseconds and is read when a name needs it: a
// call with such a name is interrupted, and goes on once the name is found or is in no language.
import { caseless } from '../kernel/text.ts';
import { createRequire } from 'node:module';
// The module without the names of all languages; each language is read when it is needed.
import isoCountries from 'i18n-iso-countries/index.js';
import type { LocaleData } from 'i18n-iso-countries';
import { Interrupted } from '../kernel/interrupted.ts';

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
const folded = (name: string): string => caseless(name).trim().replace(/\s+/g, ' ');

const require = createRequire(import.meta.url);
const registered = new Set<string>();

const withNames = (language: string): string => {
  if (!registered.has(language)) {
    isoCountries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
    registered.add(language);
  }
  return language;
};

/** The language of a code such as de_DE, as the package calls it. */
const baseOf = (code: string): string => code.split(/[_-]/)[0]!.toLowerCase();

/** The form of a language code for which the package has names; undefined where it has none. */
const languageOf = (code: string): string | undefined => {
  const language = baseOf(code);
  return LANGUAGES.has(language) ? withNames(language) : undefined;
};

/** Codes of two letters by folded name, in every language; the first language that has a name decides. */
export class CountryNames {
  private readonly codes = new Map<string, string>();
  private readonly inOrder: readonly string[];
  /** Number of languages that are read at the start. */
  private readonly firstCount: number;
  private languagesRead = 0;

  /** `languages`: those of the shop, such as de_DE; they come after English and before all others. */
  constructor(languages: readonly string[] = []) {
    const first = new Set([ENGLISH, ...languages.map(baseOf).filter((language) => LANGUAGES.has(language))]);
    this.firstCount = first.size;
    this.inOrder = [...new Set([...first, ...LANGUAGES])];
  }

  /** Reads English and the shop's languages until `isDue`, at least one. Returns whether all of them are read. */
  readFirst(isDue: () => boolean): boolean {
    while (this.languagesRead < this.firstCount) {
      this.readNext();
      if (isDue()) break;
    }
    return this.languagesRead >= this.firstCount;
  }

  /**
   * Returns the code of a folded name, '' where no country has it. Throws Interrupted where languages must be read
   * first.
   */
  codeOf(name: string): string {
    const code = this.codes.get(name);
    if (code !== undefined || this.isWhole) return code ?? '';
    throw new Interrupted({ advance: (isDue) => this.readFor(name, isDue) });
  }

  private get isWhole(): boolean {
    return this.languagesRead === this.inOrder.length;
  }

  /**
   * Reads at least one language, until the name is known, all are read, or `isDue`. Returns whether the answer is
   * known.
   */
  private readFor(name: string, isDue: () => boolean): boolean {
    const isTold = (): boolean => this.isWhole || this.codes.has(name);
    while (!isTold()) {
      this.readNext();
      if (isDue()) break;
    }
    return isTold();
  }

  private readNext(): void {
    this.read(this.inOrder[this.languagesRead]!);
    this.languagesRead += 1;
  }

  /** Reads a language with alternative names, and with the upper case of each name (STRASSE). */
  private read(language: string): void {
    withNames(language);
    for (const names of [isoCountries.getNames(language), isoCountries.getNames(language, { select: 'all' })]) {
      for (const [code, name] of Object.entries(names)) {
        for (const variant of [name].flat()) {
          for (const form of [folded(variant), folded(variant.toLocaleUpperCase(language))])
            if (!this.codes.has(form)) this.codes.set(form, code);
        }
      }
    }
  }
}

const NAMES = new Map<string, CountryNames>();

/** Names shared by all shops of the process with these languages. */
export const countryNames = (languages: readonly string[] = []): CountryNames => {
  const key = languages.join();
  const names = NAMES.get(key) ?? new CountryNames(languages);
  NAMES.set(key, names);
  return names;
};

export class Countries {
  private readonly codes: readonly string[];
  private readonly sorted: boolean;
  private readonly names: CountryNames;
  private readonly lists = new Map<string, readonly Country[]>();
  /** Those that were chosen last, with their lists. */
  private chosen: { readonly key: string; readonly countries: Countries } | undefined = undefined;

  /**
   * `codes`: two letters each, listed in this order; empty: all countries, sorted by name. Returns a sentence about the
   * first code that ISO 3166 does not have.
   */
  static of(codes: readonly string[], names = countryNames()): Countries | string {
    const unknown = codes.find((code) => !isoCountries.isValid(code));
    return unknown === undefined ? new Countries(codes, names) : `ISO 3166 knows no country ${unknown}`;
  }

  private constructor(codes: readonly string[], names: CountryNames) {
    this.names = names;
    this.codes = codes.length === 0 ? Object.keys(isoCountries.getAlpha2Codes()) : codes;
    this.sorted = codes.length === 0;
  }

  /** Those of these codes, which ISO 3166 has, in this order; empty: all countries, sorted by name. */
  among(codes: readonly string[]): Countries {
    const key = codes.join();
    if (this.chosen?.key !== key) this.chosen = { key, countries: new Countries(codes, this.names) };
    return this.chosen.countries;
  }

  /** Lists the countries, named in the first of the languages that the package has, else in English. */
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
   * Returns the two letters of a country given as its code in any case, its three letters, its number or its name in
   * any language; '' for none. Throws Interrupted where languages must be read first.
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
    return this.names.codeOf(folded(given));
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
