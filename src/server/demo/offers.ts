// The coupons of the demo shop: every kind that there is, valid, not yet valid, over, used and ended.
import type { DemoShop, Members } from './demo-shop.ts';

const DAY_MS = 86_400_000;

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export interface Offers {
  /** Codes that are redeemed once ever, the ones for birthdays and those for thanks. */
  readonly birthdays: readonly string[];
  readonly thanks: readonly string[];
}

const codes = ({ coupons }: Members): readonly string[] =>
  (coupons as readonly { code: string }[]).map(({ code }) => code);

/** `endMs`: when the history ends. */
export const makeOffers = async ({ call }: Pick<DemoShop, 'call'>, endMs: number): Promise<Offers> => {
  const make = (fields: Members): Promise<Members> => call('create_coupons', { count: 1, ...fields });
  await make({ name: 'Welcome', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'WELCOME10' });
  await make({
    name: 'A parcel on us',
    amount: '4.90',
    type: 'MULTIPLE_NOMINAL',
    code: 'FREEPARCEL',
    attributes: { combineable: 1 },
  });
  await make({
    name: 'Five for autumn',
    amount: '5',
    type: 'MULTIPLE_NOMINAL',
    code: 'AUTUMN5',
    attributes: {
      start_date: day(endMs - 80 * DAY_MS),
      end_date: day(endMs - 30 * DAY_MS),
    },
  });
  await make({
    name: 'New desk, new year',
    amount: '20',
    type: 'MULTIPLE_PERCENTAGE',
    code: 'NEWDESK20',
    attributes: {
      start_date: day(endMs + 20 * DAY_MS),
      end_date: day(endMs + 50 * DAY_MS),
    },
  });
  const birthdays = codes(await make({ count: 8, name: 'Happy birthday', amount: '10', type: 'UNIQUE_NOMINAL' }));
  const thanks = codes(await make({ count: 6, name: 'Thank you', amount: '15', type: 'UNIQUE_PERCENTAGE' }));
  await make({ name: 'Misprinted', amount: '50', type: 'MULTIPLE_PERCENTAGE', code: 'FIFTY' });
  const { batches } = (await call('search_coupons', { code: 'FIFTY' })) as { readonly batches: readonly Members[] };
  await call('end_coupons', { id_batch: batches[0]!['id'] });
  return { birthdays, thanks };
};
