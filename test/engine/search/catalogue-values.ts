// The values that random catalogues are made of: texts with typos and accents, numbers, dates and names that collide.
import type { AttributeType } from '../../../src/domain/attributes/attributes.ts';

export const LANGUAGES = ['de_DE', 'en_GB', 'fr_FR', 'aa_AA', 'zz_ZZ'] as const;

/** Also names that system fields, pseudo fields and JavaScript have. */
export const ATTRIBUTES = [
  'name',
  'text',
  'size',
  'search',
  'pics',
  'links',
  'on',
  'day',
  'id',
  'prio',
  'main.type',
  'main.active',
  'constructor',
] as const;

export const TEXTS = [
  'Hemd',
  'hmed',
  'Müller',
  'Mueller',
  '<p title="blau">',
  'Größe',
  'groesse',
  'T-Shirt',
  'Shirt Blau',
  'muller',
  'blaue Regenjacke',
  'rgenjacke',
  'regen',
  'iPhone15',
  'iphone16',
  '42',
  '7',
  '7.0',
  'xl',
  'XS',
  '',
  'Öl',
  'ﬁx',
  'm²',
  'Air-Max 90',
  '100%',
  'a_b',
  'x\\y',
  'İstanbul',
  'ΣΑΣ',
  'straße',
  '<b>Hemd</b> neu',
  '2024-05-01',
  '2024-05-01 00:00:00',
  'rot',
  'ROT',
  'rto',
  'neu',
  '漢字',
  '😀 ok',
  'Zebra',
  'Äpfel',
  'Apfel',
  '😀',
  '16-07',
  '16/07-2',
  '1607',
  'AA-100MM',
  'aa100',
  'Schöner-Ofen',
  'schoen erofen',
] as const;
export const NUMBERS = [0, 1, 2, 7, 7.5, -1, 42, 100, 0.001, 1e15] as const;
const DATES = ['', '2024-05-01', '2024-05-01 12:00:00', '2024-05-31', '2026-01-02 03:04:05'] as const;
const IMAGES = ['', 'https://img/7.png', { value: 'https://img/blau.png', width: 2, height: 3 }] as const;
const PRODUCTS = [[], [1], [2, 1], [7], [42, 7]] as const;

export const pick = <T>(choices: readonly T[], n: number): T => choices[n % choices.length]!;

/** One of the texts, often one of the first, or two of them. */
export const textOf = (n: number): string => {
  const one = n % 2 === 0 ? pick(TEXTS, (n >> 1) % 9) : pick(TEXTS, n >> 1);
  return n < 500 ? one : `${one} ${pick(TEXTS, n >> 3)}`;
};

export const valueOf = (type: AttributeType, n: number): unknown => {
  switch (type) {
    case 'CHAR':
    case 'TXT':
    case 'HTML':
      return textOf(n);
    case 'FLOAT':
      return pick(NUMBERS, n);
    case 'INT':
      return Math.floor(pick(NUMBERS, n));
    case 'BOOL':
      return n % 2;
    case 'DATE':
      return pick(DATES, n);
    case 'IMG':
      return pick(IMAGES, n);
    case 'PRODUCTS':
    case 'RECORDS':
      return pick(PRODUCTS, n);
    default:
      return type satisfies never;
  }
};
