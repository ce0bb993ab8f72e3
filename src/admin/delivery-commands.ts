// `kontor delivery`, as help, command line and control socket have it.
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { encodingOf } from '../catalogue-files/text-encoding.ts';
import { command } from './command.ts';
import type { Command } from './command.ts';
import { DELIMITER, TABLE_OPTIONS } from './price-commands.ts';

export const DELIVERY: readonly Command[] = [
  command({
    name: 'delivery list',
    about: 'the delivery rules of each method, with gaps and overlaps; docs/sell/delivery.md',
    load: async () => (await import('./delivery.ts')).listDelivery,
  }),
  command({
    name: 'delivery show',
    about: 'all that a delivery rule says',
    args: { rule: { about: 'number of the rule', required: true } },
    load: async () => (await import('./delivery.ts')).showDelivery,
  }),
  command({
    name: 'delivery import',
    about: 'make and change delivery rules from a CSV file: countries; zips; weight_from; weight_to; price; …',
    args: { file: { about: 'CSV file; - is standard input', required: true } },
    options: {
      method: { value: '<method>', about: 'delivery method of rows that name none, by name or number' },
      name: { value: '<name>', about: 'name of the rules of rows that name none' },
      ...TABLE_OPTIONS,
      dryRun: { about: 'change nothing: say what would be refused' },
    },
    reads: 'file',
    reports: 'report',
    check: (given) => {
      delimiterOf(given);
      encodingOf(given);
    },
    load: async () => (await import('./delivery-files.ts')).importDelivery,
  }),
  command({
    name: 'delivery export',
    about: 'write all delivery rules to a CSV file',
    args: { file: { about: 'file; - is standard output', required: true } },
    options: { delimiter: DELIMITER },
    writes: 'file',
    check: (given) => void delimiterOf(given),
    load: async () => (await import('./delivery-files.ts')).exportDelivery,
  }),
];
