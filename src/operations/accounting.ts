// Bookings for accounting, and months that are closed (docs/sell/accounting.md).
import { decimal } from '../domain/money.ts';
import { dayText } from '../domain/date-time.ts';
import { BOOKINGS_MAX, bookingsOf } from '../domain/reports/accounting-export.ts';
import type { Booked, BookingSum } from '../domain/reports/accounting-export.ts';
import { checkCounted } from '../domain/reports/made-report.ts';
import { closeMonth, monthText, monthsClosed, openMonth } from '../domain/time/closed-month.ts';
import { flag, oneOf, optional, text } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { BOOKING_FORMATS } from './context/export-services.ts';
import type { BookingFile, BookingRequest } from './context/export-services.ts';
import { bookedDays, monthParam } from './params/accounting-params.ts';
import { Base64File } from './views/base64-file.ts';
import { done } from './replies/plain.ts';
import { bit, dateTime, day, group, list, money, reply, text as textMember, whole } from './replies/members.ts';
import { dateTime as shownTime } from './views/format.ts';
import { longText } from './views/view-context.ts';

interface Made extends Booked {
  /** As base64, in pieces. */
  readonly file: readonly string[];
}

/** Memory of a line that waits for the others, roughly. */
const LINE_BYTES = 300;

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, TOO_EXPENSIVE. */
const madeOf = ({ shop }: Context, request: BookingRequest, opened: BookingFile): Result<Made> => {
  const { booked, reports } = shop.index('order');
  shop.track(booked);
  shop.track(reports);
  shop.trackAbsence('closed_month');
  return shop.inSteps('bookings', () => ({
    doing: `the bookings from ${dayText(request.fromDay)} to ${dayText(request.toDay)}`,
    bytes: LINE_BYTES * 1000,
    *steps() {
      const file = new Base64File(opened.head, opened.bytes);
      const made = yield* bookingsOf(shop, request, (booking) => file.add(opened.line(booking)));
      return mapOk(made, (sums) => ({ ...sums, file: file.end() }));
    },
  }));
};

const viewSum = ({ currency, digits, ...sum }: BookingSum) => ({
  currency,
  gross: decimal(sum.grossMinor, digits),
  net: decimal(sum.netMinor, digits),
  tax: decimal(sum.taxMinor, digits),
  received: decimal(sum.receivedMinor, digits),
  refunded: decimal(sum.refundedMinor, digits),
});

export const get_accounting_export = read({
  area: 'server',
  isExtension: true,
  leaks: ['amounts'],
  summary:
    'Bookings of some days as a file: documents by tax, and money received and refunded; a plain table, or one for ' +
    'DATEV.',
  credential: 'secret',
  session: 'none',
  params: {
    from: text('first day, YYYY-MM-DD, or a month, YYYY-MM', { max: 10 }),
    to: optional(text('last day, or month', { max: 10 }), '', 'that of `from`'),
    format: optional(oneOf('which file', BOOKING_FORMATS), 'plain'),
    by_day: optional(flag('1: the documents of a day are added up by tax, and its money by method'), false),
    currency: optional(
      text('of the bookings: ISO 4217', { max: 3 }),
      '',
      'all, and in a file for DATEV that of the shop',
    ),
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'CURRENCY_NOT_FOUND', 'TOO_EXPENSIVE'],
  reply: reply('accounting_export', {
    from: day('first day'),
    to: day('last day'),
    closed: bit('1: all of the days are in closed months'),
    bookings: whole('in the file'),
    sums: list(
      group('What all bookings of the days in one currency come to.', {
        currency: textMember('ISO 4217'),
        gross: money('documents, tax included'),
        net: money('documents without tax'),
        tax: money('tax of documents'),
        received: money('money received'),
        refunded: money('money that went back'),
      }),
      'by currency; also of currencies that the file leaves out',
    ),
    name: textMember('what the file is called'),
    file: textMember('the file as base64: UTF-8, or windows-1252 for DATEV'),
  }),
  view: ({ from, to, format, by_day: byDay, currency: asked }, ctx) => {
    const days = bookedDays(from, to);
    if (!days.ok) return days;
    const known = checkCounted(ctx.shop, asked);
    if (!known.ok) return known;
    const [fromDay, toDay] = days.value;
    const currency = asked === '' && format === 'datev' ? ctx.shop.rules.currency : asked;
    const request = { format, fromDay, toDay, currency, byDay, max: BOOKINGS_MAX };
    const file = ctx.service.exports.bookings(ctx.shop, request);
    if (!file.ok) return file;
    return mapOk(madeOf(ctx, request, file.value), (made) => ({
      object: 'accounting_export' as const,
      from: dayText(fromDay),
      to: dayText(toDay),
      closed: made.isClosed ? (1 as const) : (0 as const),
      bookings: made.bookings,
      sums: made.sums.map(viewSum),
      name: file.value.name,
      file: longText(ctx.shop, made.file),
    }));
  },
});

export const get_closed_months = read({
  area: 'server',
  isExtension: true,
  summary: 'The months whose books are closed; all months before the first of them are closed as well.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('closed_months', {
    months: list(
      group('A closed month.', {
        month: textMember('YYYY-MM'),
        closed: dateTime('when it was closed'),
      }),
      'the earliest first; only the last one is opened again',
    ),
  }),
  view: (_args, { shop }) =>
    ok({
      object: 'closed_months',
      months: monthsClosed(shop).map((month) => ({
        month: monthText(month),
        closed: shownTime(shop.read('closed_month', month)!.closedMs),
      })),
    } as const),
});

export const close_month = write({
  area: 'server',
  isExtension: true,
  summary: 'Closes the books of a month that is over: nothing is dated in it any more.',
  credential: 'secret',
  session: 'none',
  params: { month: monthParam },
  handle: ({ month }, { shop, channelId }) => mapOk(closeMonth(shop, month, channelId), () => undefined),
  refusals: ['MONTH_CLOSED', 'MONTH_OUT_OF_ORDER'],
  ...done('close_month'),
});

export const open_month = write({
  area: 'server',
  isExtension: true,
  summary: 'Opens the month that was closed last.',
  credential: 'secret',
  session: 'none',
  params: { month: monthParam },
  handle: ({ month }, { shop, channelId }) => openMonth(shop, month, channelId),
  refusals: ['MONTH_OUT_OF_ORDER'],
  ...done('open_month'),
});
