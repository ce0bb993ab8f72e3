// `kontor accounting`, as help, command line and control socket have it.
import { command } from './command.ts';
import type { Command } from './command.ts';

const MONTH = { about: 'month, such as 2026-11', required: true } as const;

export const ACCOUNTING: readonly Command[] = [
  command({
    name: 'accounting export',
    about: 'write documents and money of some days to a file for bookkeeping',
    args: {
      from: { about: 'first day, such as 2026-11-01, or month, such as 2026-11', required: true },
      file: { about: 'file; - is standard output', required: true },
    },
    options: {
      to: { value: '<day>', about: 'last day or month (default: that of the first)' },
      format: { value: '<format>', about: 'plain or datev (default plain)' },
      currency: { value: '<code>', about: 'of the bookings (default all; for DATEV that of the shop)' },
      byDay: { about: 'add up the documents of a day by tax' },
    },
    writes: 'file',
    load: async () => (await import('./accounting.ts')).exportBookings,
  }),
  command({
    name: 'accounting months',
    about: 'the months that are closed',
    load: async () => (await import('./accounting.ts')).listMonths,
  }),
  command({
    name: 'accounting close',
    about: 'close a month that is over: nothing is dated in it any more',
    args: { month: MONTH },
    load: async () => (await import('./accounting.ts')).closeOneMonth,
  }),
  command({
    name: 'accounting open',
    about: 'open the month that was closed last',
    args: { month: MONTH },
    load: async () => (await import('./accounting.ts')).openOneMonth,
  }),
];
