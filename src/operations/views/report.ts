import { dateTime, dayIn, dayText } from '../../domain/date-time.ts';
import { decimal } from '../../domain/money.ts';
import type { Report, ReportRecord } from '../../domain/reports/made-report.ts';
import type { Statistic } from '../../domain/reports/report.ts';
import { SOLD_LISTS } from '../../domain/reports/sold.ts';
import { timeSteps, uncertainSpans } from '../../domain/time/time-step.ts';
import type { Reader } from '../../domain/transaction.ts';
import { LazyList } from '../../kernel/json.ts';
import type { Shown } from '../../kernel/json.ts';
import type * as Replies from '../replies/report.ts';
import { capMember } from './view-context.ts';

const viewRecord = (record: ReportRecord, { digits, amountDigits }: Report): Shown<Replies.ReportRecord> => {
  const { day, value, id, name, amount, searched } = record;
  return {
    date: dayText(day),
    value: decimal(value, digits),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(amount !== undefined && { amount: decimal(amount, amountDigits) }),
    ...(searched !== undefined && {
      searches: searched.searches,
      in_vain: searched.inVain,
      hits: searched.hits,
      clicked: searched.clicked,
      ordered: searched.ordered,
    }),
  };
};

/** Days that are written as one piece. */
const DAYS_PIECE_MAX = 1000;

const viewRecords = (shop: Reader, report: Report): Shown<Replies.Report['records']> => {
  const { records } = report;
  const { count } = records;
  const show = (index: number) => viewRecord(records.at(index), report);
  if (count <= DAYS_PIECE_MAX) return Array.from({ length: count }, (_, index) => show(index));
  return shop.lazyList(new LazyList({ count, show: (index) => ['', show(index)] }));
};

/** Parts of the range whose records may be stamped wrongly; nothing where there are none. */
const uncertainMember = (shop: Reader, { fromDay, toDay }: Report): Pick<Replies.Report, 'uncertain_times'> => {
  const dayOf = (ms: number): number => dayIn(shop.rules.timeZone, ms);
  const spans = uncertainSpans(timeSteps(shop)).filter(
    ({ fromMs, untilMs }) => dayOf(fromMs) <= toDay && dayOf(untilMs) >= fromDay,
  );
  return spans.length === 0
    ? {}
    : { uncertain_times: spans.map(({ fromMs, untilMs }) => ({ from: dateTime(fromMs), to: dateTime(untilMs) })) };
};

const hasAmounts = (statistic: Statistic): boolean => SOLD_LISTS.some((list) => list === statistic);

export const viewReport = (shop: Reader, statistic: Statistic, report: Report): Shown<Replies.Report> => ({
  object: 'get_report',
  statistic: statistic.toUpperCase(),
  measurement: report.measurement,
  ...(report.currency !== '' && { currency: report.currency }),
  start_date: dayText(report.fromDay),
  end_date: dayText(report.toDay),
  sum: decimal(report.sum, report.digits),
  ...(hasAmounts(statistic) && { amount_sum: decimal(report.amountSum, report.amountDigits) }),
  status: 'SUCCESS',
  ...uncertainMember(shop, report),
  ...capMember(report),
  records: viewRecords(shop, report),
});
