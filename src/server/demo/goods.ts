// What a product of the demo shop is, in the form in which its texts are written down.
import type { ColourName } from './palette.ts';

/** In one language. */
interface Words {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Sentences of the description. */
  readonly text: readonly string[];
  readonly material: string;
}

/** A size, and what it costs more than the smallest one. */
export type Size = readonly [name: string, more?: number];

interface Facts {
  /** Its element number, and the stem of its image's name. */
  readonly key: string;
  /** What its picture shows, see pictures.ts. */
  readonly kind: string;
  /** Key of its category. */
  readonly leaf: string;
  readonly price: number;
  /** In the unit of the metadata, kilograms. */
  readonly weight: number;
  /** Pieces that the shop begins with; of each variation, where there are some. */
  readonly pieces: number;
}

interface Look {
  readonly colour: ColourName;
  /** Each makes a variation, and with sizes each pair does. */
  readonly colours?: readonly ColourName[];
  readonly sizes?: readonly Size[];
  /** Absent: that of most goods. */
  readonly taxClass?: 'reduced';
  /** It is sold beyond its stock: what is missing is made. */
  readonly madeToOrder?: true;
  /** It is counted in storages, and not with the product. */
  readonly stored?: true;
  /** Shown at the top of its part of the shop, too. */
  readonly favourite?: true;
}

interface Texts {
  readonly en: Words;
  readonly de: Words;
}

export type Goods = Facts & Look & Texts;

/** As they are written down: what every thing has, what it may be, and its texts. */
export const written = (given: readonly (Texts & { readonly facts: Facts; readonly look: Look })[]): readonly Goods[] =>
  given.map(({ facts, look, en, de }) => ({ ...facts, ...look, en, de }));
