// A seeded catalogue: the same products on every machine. Names, descriptions and colours in five languages, 60 words
// of description each, words and vendors by Zipf's law, categories three levels deep.
import type { Given } from '../../src/domain/attributes/attributes.ts';
import { seeded } from '../../bench/stats.ts';

const LANGUAGES = ['de_DE', 'en_EN', 'fr_FR', 'it_IT', 'es_ES'] as const;
export const CATEGORY_LEVELS = [10, 100, 1000] as const;
const SEED = 20261121;
const WORDS_PER_LANGUAGE = 8000;
const VENDORS = 1000;
const DESCRIPTION_WORDS = 60;
const SYLLABLES = 'ka lo mi ter san gro plu ver den ish tu nä ber cho fli wort sel ma qui zen'.split(' ');

/** Ranks 0 to `count` − 1, rank r with a weight of 1 / (r + 1). */
const zipf = (count: number, random: () => number): (() => number) => {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) sums[rank] = sum += 1 / (rank + 1);
  return () => {
    const at = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};

export interface GeneratedProduct {
  readonly name: string;
  readonly elementNumber: string;
  readonly attributes: Given;
  /** From 0; a leaf of the tree. */
  readonly category: number;
}

export class Generator {
  private readonly random = seeded(SEED);
  private readonly words: readonly (readonly string[])[];
  private readonly word = zipf(WORDS_PER_LANGUAGE, this.random);
  private readonly vendor = zipf(VENDORS, this.random);
  private readonly leaf = zipf(CATEGORY_LEVELS[2], this.random);

  constructor() {
    this.words = LANGUAGES.map((language) => this.vocabulary(language.slice(0, 2)));
  }

  product(at: number): GeneratedProduct {
    const number = `KN-${String(at).padStart(7, '0')}`;
    const texts: { [language: string]: { [name: string]: unknown } } = {};
    LANGUAGES.forEach((language, of) => {
      texts[language] = {
        name: `${this.some(4, of)} ${at}`,
        description: this.some(DESCRIPTION_WORDS, of),
        color: this.words[of]![this.word() % 12],
      };
    });
    // What has no language stands in the shop's own.
    Object.assign(texts['de_DE']!, {
      price: Math.round(this.random() * 20_000) / 100,
      vendor: `vendor ${this.vendor()}`,
      size: String(34 + (this.word() % 16)),
    });
    return { name: `product ${at}`, elementNumber: number, attributes: texts, category: this.leaf() };
  }

  /** Text that products hold: whole words, for searches that find something. */
  some(count: number, language = 0): string {
    return Array.from({ length: count }, () => this.words[language]![this.word()]!).join(' ');
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private vocabulary(prefix: string): string[] {
    const words = new Set<string>();
    while (words.size < WORDS_PER_LANGUAGE) {
      const length = 2 + this.below(3);
      const word = Array.from({ length }, () => SYLLABLES[this.below(SYLLABLES.length)]!).join('');
      words.add(words.size % 5 === 0 ? prefix + word : word);
    }
    return [...words];
  }
}
