// Weights and prices that several formats have in the same form.
import type { Fields } from './foreign-fields.ts';
import type { ForeignVariant } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';

export const GRAMS = 1000;

/** How many of a unit are a kilogram. */
const UNITS: { readonly [unit: string]: number } = {
  g: GRAMS,
  kg: 1,
  kgs: 1,
  lb: 2.204_622_621_8,
  lbs: 2.204_622_621_8,
  oz: 35.273_961_949_6,
};

/** How many of a unit are a kilogram; undefined for what is no unit of weight. */
export const unitsOfWeight = (unit: string): number | undefined => UNITS[unit.toLowerCase()];

/** Kilograms of a cell such as `120.0 g`; '' for none, and for what is no weight. `otherwise`: the unit of a number. */
export const weightOf = <F extends Fields>(row: ForeignRow<F>, field: keyof F & string, otherwise: string): string => {
  const cell = row.text(field);
  const [, number = '', unit = otherwise] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/i.exec(cell) ?? [];
  const divisor = unitsOfWeight(unit);
  if (cell === '') return '';
  if (number === '' || divisor === undefined) {
    row.suspect(field, 'no weight in g, kg, lb or oz: it is left out');
    return '';
  }
  const kilograms = Math.round((Number(number) / divisor) * 1e6) / 1e6;
  return kilograms === 0 ? '' : String(kilograms);
};

/** The number of a cell such as `20 cm`; '' for none, and for what is no length. */
export const lengthOf = <F extends Fields>(row: ForeignRow<F>, field: keyof F & string): string => {
  const cell = row.text(field);
  const number = /^(\d+(?:\.\d+)?)\s*(?:cm|mm|m|in)?$/i.exec(cell)?.[1];
  if (cell !== '' && number === undefined) row.suspect(field, 'no length: it is left out');
  return number === undefined || Number(number) === 0 ? '' : number;
};

/** A sale price that holds now, with the regular one beside it; without one the regular price alone. */
export const onSale = (regular: string, sale: string): Pick<ForeignVariant, 'price' | 'prices'> => {
  if (sale === '') return { price: regular };
  return Number(regular) > Number(sale) ? { price: sale, prices: { compare_at_price: regular } } : { price: sale };
};
