// What tests of bookings share: files as their readers have them.
import { parse } from 'csv-parse/sync';
import type { Given, Reply, TestShop } from '../shop.ts';

export interface Exported extends Reply {
  readonly file: string;
  readonly name: string;
  readonly bookings: number;
  readonly closed: number;
}

export const exported = (shop: TestShop, from: string, more: Given = {}): Promise<Exported> =>
  shop.admin<Exported>('get_accounting_export', { from, ...more });

/** Rows of the plain table, by the names of its columns. */
export const rowsOf = ({ file }: Exported): readonly { readonly [column: string]: string }[] =>
  parse(Buffer.from(file, 'base64').toString(), { columns: true, delimiter: ';' });

/** What documents come to in a plain table, by a key of each row. */
export const grossBy = (reply: Exported, key: (row: { readonly [column: string]: string }) => string) => {
  const sums: { [key: string]: number } = {};
  for (const row of rowsOf(reply))
    if (row['id_payment_method'] === '') sums[key(row)] = (sums[key(row)] ?? 0) + Number(row['gross_minor']);
  return sums;
};
