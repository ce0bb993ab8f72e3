// Calls about records of a class of the shop's own, by chance.
import type { Seeded } from '../engine/seeded.ts';
import type { SentCall } from './simulated-shop.ts';

/** What callers know of records. */
interface KnownRecords {
  /** The last id. */
  readonly records: number;
  readonly made: number;
}

const CITIES = ['Kiel', 'Jena', 'Graz'] as const;

const call = (request: string, params: SentCall['params'], secret = true): SentCall => ({
  request,
  params,
  secret,
  key: '',
});

const attributesOf = (chance: Seeded) => ({ de_DE: { city: chance.of(CITIES) } });
const idOf = (chance: Seeded, { records }: KnownRecords) => ({ id_record: 1 + chance.below(records + 1) });

/** Weights, out of their sum. */
export const RECORDS: readonly (readonly [weight: number, make: (chance: Seeded, known: KnownRecords) => SentCall])[] =
  [
    [
      1,
      (chance, { made }) =>
        call('create_record', {
          class: 'store',
          name: chance.chance(0.2) ? 'North' : `store ${made}`,
          shop_active: chance.of([0, 1]),
          attributes: attributesOf(chance),
        }),
    ],
    [
      1,
      (chance, known) =>
        call('update_record', {
          ...idOf(chance, known),
          shop_active: chance.of([0, 1]),
          attributes: attributesOf(chance),
          ...(chance.chance(0.3) && { if_seq: chance.below(200) }),
        }),
    ],
    [1, (chance, known) => call('delete_record', idOf(chance, known))],
    [1, (chance) => call('search_records', { class: 'store', constraint: { city: chance.of(CITIES) } }, false)],
  ];
