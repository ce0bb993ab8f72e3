// `kontor prices` and `kontor promotions`, as help, command line and control socket have it.
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { ENCODINGS, encodingOf } from '../catalogue-files/text-encoding.ts';
import { command } from './command.ts';
import type { Command } from './command.ts';

const LIST = { about: 'name or number of the list', required: true } as const;
export const DELIMITER = {
  value: '<character>',
  about: 'between the cells: , or ; or tab (default: what the first line has; ; when written)',
};

/** Options that each command has which reads a table. */
export const TABLE_OPTIONS = {
  delimiter: DELIMITER,
  encoding: { value: '<name>', about: `of the file: ${ENCODINGS.join(', ')} (default: what its bytes say)` },
  report: { value: '<file>', about: 'write every refused line to this file, as JSON Lines' },
};

export const PRICES: readonly Command[] = [
  command({
    name: 'prices list',
    about: 'the price lists there are, for whom and when; docs/sell/prices.md',
    load: async () => (await import('./prices.ts')).listPriceLists,
  }),
  command({
    name: 'prices show',
    about: 'what a product costs a guest, a user or a group, and what each list says',
    args: { product: { about: 'article number, or product/17', required: true } },
    options: {
      user: { value: '<name>', about: 'an account instead of a guest' },
      group: { value: '<name>', about: 'a group of customers instead of a guest' },
      quantity: { value: '<pieces>', about: 'pieces in the cart (default 1)' },
      currency: { value: '<code>', about: 'one that the shop sells in (default its own)' },
      country: { value: '<code>', about: 'two letters of where it goes (default the shop’s own)' },
      channel: { value: '<name>', about: 'channel at which it is bought, by name or number (default 1)' },
    },
    load: async () => (await import('./prices.ts')).showPrices,
  }),
  command({
    name: 'prices import',
    about: 'set prices of a list from a CSV file: number; from_quantity; price; compare_at',
    args: { list: LIST, file: { about: 'CSV file; - is standard input', required: true } },
    options: {
      ...TABLE_OPTIONS,
      dryRun: { about: 'change nothing: say what would be refused and warned of' },
    },
    reads: 'file',
    reports: 'report',
    check: (given) => {
      delimiterOf(given);
      encodingOf(given);
    },
    load: async () => (await import('./price-files.ts')).importPrices,
  }),
  command({
    name: 'prices export',
    about: 'write the prices of a list to a CSV file',
    args: { list: LIST, file: { about: 'file; - is standard output', required: true } },
    options: { delimiter: DELIMITER },
    writes: 'file',
    check: (given) => void delimiterOf(given),
    load: async () => (await import('./price-files.ts')).exportPrices,
  }),
];

const PROMOTION = { about: 'number of the promotion', required: true } as const;

export const PROMOTIONS: readonly Command[] = [
  command({
    name: 'promotions list',
    about: 'promotions: what they give, on which days, their orders, what they have cost',
    load: async () => (await import('./promotions.ts')).listPromotions,
  }),
  command({
    name: 'promotions show',
    about: 'all terms of a promotion, and the batches of codes that open it',
    args: { promotion: PROMOTION },
    load: async () => (await import('./promotions.ts')).showPromotion,
  }),
  command({
    name: 'promotions end',
    about: 'end a promotion for good; orders that have it keep it',
    args: { promotion: PROMOTION },
    load: async () => (await import('./promotions.ts')).endOnePromotion,
  }),
];
