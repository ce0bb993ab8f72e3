// `kontor accounting export`, `months`, `close` and `open`: bookings for accounting, and months that are closed.
import { openBookings } from '../catalogue-files/booking-files.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { decimal } from '../domain/money.ts';
import { BOOKINGS_MAX, bookingsOf } from '../domain/reports/accounting-export.ts';
import type { BookingSum } from '../domain/reports/accounting-export.ts';
import { checkCounted } from '../domain/reports/made-report.ts';
import { closeMonth, monthText, monthsClosed, openMonth, parseMonth } from '../domain/time/closed-month.ts';
import { BOOKING_FORMATS } from '../operations/context/export-services.ts';
import { bookedDays } from '../operations/params/accounting-params.ts';
import type { Shop } from './command.ts';
import { decideDurably, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

interface ExportGiven {
  readonly from: string;
  readonly file: string;
  readonly to?: string;
  readonly format?: string;
  readonly currency?: string;
  readonly byDay?: string;
}

const sumText = ({ currency, digits, ...sum }: BookingSum): string => {
  const [gross, tax, received, refunded] = [sum.grossMinor, sum.taxMinor, sum.receivedMinor, sum.refundedMinor].map(
    (minor) => decimal(minor, digits),
  );
  return `${gross} ${currency} of documents, ${tax} of tax in them; ${received} received, ${refunded} given back`;
};

/** As of the moment in which each order is read. Throws ConfigError. */
export const exportBookings = async (
  { store: { engine } }: Shop,
  given: ExportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const shop = engine.readContext();
  const [fromDay, toDay] = orConfigError(bookedDays(given.from, given.to ?? ''));
  const format = BOOKING_FORMATS.find((one) => one === (given.format ?? 'plain'));
  if (format === undefined) throw new ConfigError(`--format: ${given.format} is none of ${BOOKING_FORMATS.join(', ')}`);
  const isDatev = format === 'datev';
  const currency = given.currency ?? (isDatev ? shop.rules.currency : '');
  orConfigError(checkCounted(shop, currency));
  const max = isDatev ? BOOKINGS_MAX : Infinity;
  const request = { format, fromDay, toDay, currency, byDay: given.byDay !== undefined, max };
  const { head, line, bytes } = orConfigError(openBookings(shop, request));
  let text = head;
  const steps = bookingsOf(shop, request, (booking) => void (text += line(booking)));
  for (;;) {
    const { done, value } = steps.next();
    if (text !== '') await terminal.write(Buffer.from(bytes(text)));
    text = '';
    if (done !== true) {
      await terminal.pause();
      continue;
    }
    const { bookings, sums } = orConfigError(value);
    await engine.whenDurable(Math.min(shop.readSeq, engine.headSeq));
    await terminal.note(`kontor: ${bookings} bookings`);
    for (const sum of sums) await terminal.note(`kontor: ${sumText(sum)}`);
    return true;
  }
};

export const listMonths = async ({ store: { engine } }: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  const shop = engine.readContext();
  for (const month of monthsClosed(shop)) {
    const closed = dateTime(shop.read('closed_month', month)!.closedMs);
    await terminal.show(`${monthText(month)}  closed ${closed}`, { month: monthText(month), closed });
  }
  return true;
};

interface MonthGiven {
  readonly month: string;
}

/** Throws ConfigError. */
const monthOf = ({ month }: MonthGiven): number => {
  const known = parseMonth(month);
  if (known === undefined) throw new ConfigError(`${month} is no month: YYYY-MM is wanted`);
  return known;
};

export const closeOneMonth = async ({ store }: Shop, given: MonthGiven, terminal: Terminal): Promise<boolean> => {
  const month = monthOf(given);
  await decideDurably(store.engine, 'close_month', (tx) => closeMonth(tx, month, 0));
  await terminal.show(`${monthText(month)} is closed`, { month: monthText(month), closed: true });
  return true;
};

export const openOneMonth = async ({ store }: Shop, given: MonthGiven, terminal: Terminal): Promise<boolean> => {
  const month = monthOf(given);
  await decideDurably(store.engine, 'open_month', (tx) => openMonth(tx, month, 0));
  await terminal.show(`${monthText(month)} is open`, { month: monthText(month), closed: false });
  return true;
};
