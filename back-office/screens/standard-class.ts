// The class that the first product or content of a shop gets, in a file that needs no browser.
import type { Class } from '../../src/client/operations.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';

const STANDARD = {
  product: [
    ['name', 'CHAR'],
    ['price', 'FLOAT'],
    ['description', 'HTML'],
    ['picture', 'IMG'],
  ],
  content: [
    ['title', 'CHAR'],
    ['teaser', 'TXT'],
    ['text', 'HTML'],
  ],
} as const;

type ClassType = keyof typeof STANDARD;
type Standard = (typeof STANDARD)[ClassType][number][0];

/** Name of the first class of a type. */
export const STANDARD_NAME: { readonly [type in ClassType]: string } = { product: 'product', content: 'page' };

export const labelIn = (language: string, name: Standard): string => {
  const { products, contents } = language.startsWith('de') ? de : en;
  return { ...products.standard, ...contents.standard }[name];
};

/** `price`: the attribute that carts of the shop take as the price. */
export const standardOf = (type: ClassType, price: string) =>
  STANDARD[type].map(([standard, kind]) => ({
    standard,
    type: kind,
    name: standard === 'price' ? price : standard,
  }));

/** The class of the first product or content, while a shop has none: its id is 0 until it is made. */
export const standardClass = (classType: ClassType, language: string, price: string): Class =>
  ({
    object: 'class',
    id: 0,
    name: STANDARD_NAME[classType],
    type: classType,
    creation_date: '',
    attributes: Object.fromEntries(
      standardOf(classType, price).map(({ standard, type, name }) => [
        name,
        { name, type, label: labelIn(language, standard), id: 0, value: '' },
      ]),
    ),
  }) as unknown as Class;
