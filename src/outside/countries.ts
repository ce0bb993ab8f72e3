// Names of countries in every language that the package knows (Decision 36).
import isoCountries from 'i18n-iso-countries';

export interface Country {
  /** The number of ISO 3166-1. */
  readonly id: number;
  /** In upper case (S 2.11). */
  readonly name: string;
  readonly iso: string;
  readonly printable_name: string;
}

const LANGUAGES = new Set(isoCountries.getSupportedLanguages());
const ENGLISH = 'en';

const languageOf = (code: string): string | undefined => {
  const language = code.split(/[_-]/)[0]!.toLowerCase();
  return LANGUAGES.has(language) ? language : undefined;
};

export class Countries {
  private readonly codes: readonly string[];
  private readonly sorted: boolean;
  private readonly lists = new Map<string, readonly Country[]>();

  /** `codes`: two letters each, shown in this order; none means all, by name. A sentence where ISO 3166 knows none of a code. */
  static of(codes: readonly string[]): Countries | string {
    const unknown = codes.find((code) => !isoCountries.isValid(code));
    return unknown === undefined ? new Countries(codes) : `ISO 3166 knows no country ${unknown}`;
  }

  private constructor(codes: readonly string[]) {
    this.codes = codes.length === 0 ? Object.keys(isoCountries.getAlpha2Codes()) : codes;
    this.sorted = codes.length === 0;
  }

  /** In the first of the languages that the package has, else in English (Decision 15). */
  list(...languages: readonly string[]): readonly Country[] {
    const language = languages.map(languageOf).find((one) => one !== undefined) ?? ENGLISH;
    let list = this.lists.get(language);
    if (list === undefined) this.lists.set(language, (list = this.made(language)));
    return list;
  }

  private made(language: string): readonly Country[] {
    const list = this.codes.map((iso): Country => {
      const printable = this.name(iso, language);
      return { id: Number(isoCountries.alpha2ToNumeric(iso)), name: printable.toLocaleUpperCase(language), iso, printable_name: printable };
    });
    const { compare } = new Intl.Collator(language);
    return this.sorted ? list.sort((a, b) => compare(a.printable_name, b.printable_name)) : list;
  }

  /** The code itself where it is none. */
  name(iso: string, ...languages: readonly string[]): string {
    for (const code of [...languages, ENGLISH]) {
      const language = languageOf(code);
      const name = language === undefined ? undefined : isoCountries.getName(iso, language);
      if (name !== undefined) return name;
    }
    return iso;
  }
}
