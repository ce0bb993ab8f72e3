// What the form of a delivery rule calls the fields that the record of changes names by their paths.
import type { LabelOf } from '../change-value.ts';
import type { delivery } from '../texts/en-delivery.ts';
import type { Texts } from '../texts/texts.ts';

type Form = (typeof delivery)['form'];

const FIELDS: { readonly [field: string]: { [K in keyof Form]: Form[K] extends string ? K : never }[keyof Form] } = {
  name: 'name',
  methodId: 'method',
  countries: 'place',
  zips: 'zips',
  sumFromMinor: 'sumFrom',
  sumToMinor: 'sumTo',
  basis: 'basis',
  weightFromG: 'weightFrom',
  weightToG: 'weightTo',
  volumeFromMm3: 'volumeFrom',
  volumeToMm3: 'volumeTo',
  piecesFromMilli: 'piecesFrom',
  piecesToMilli: 'piecesTo',
  goods: 'every',
  unless: 'none',
  currency: 'currency',
  priceE4: 'price',
  perKgE4: 'perKg',
  perPieceE4: 'perPiece',
  freeFromMinor: 'freeFrom',
  taxClass: 'taxclass',
  daysMin: 'daysMin',
  daysMax: 'daysMax',
  cutoffMinute: 'cutoff',
  storageId: 'storage',
  priority: 'priority',
};

export const ruleLabel =
  (form: Form, { prices }: Texts): LabelOf =>
  (field) => {
    const name = field.replace(/^terms\./, '');
    if (name === 'groups' || name === 'channels') return prices[name];
    const known = FIELDS[name];
    return known && form[known];
  };
