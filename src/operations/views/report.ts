import { dateTime, dayIn, dayText } from '../../domain/date-time.ts';
import { decimal } from '../../domain/money.ts';
import type { Report, ReportRecord, Statistic } from '../../domain/reports/report.ts';
import { timeSteps, uncertainSpans } from '../../domain/time/time-step.ts';
import type { Reader } from '../../domain/transaction.ts';
import { LazyList } from '../../kernel/json.ts';
import type { Shown } from '../../kernel/json.ts';
import type * as Replies from '../replies/report.ts';
import { capMember } from './view-context.ts';

const viewRecord = ({ day, value, id, name }: ReportRecord, digits: number): Shown<Replies.ReportRecord> => ({
  date: dayText(day),
  value: decimal(value, digits),
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
});

/** So many days are one piece. */
const DAYS_PIECE_MAX = 1000;

const viewRecords = (shop: Reader, { records, digits }: Report): Shown<Replies.Report['records']> => {
  const { count } = records;
  const show = (index: number) => viewRecord(records.at(index), digits);
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

export const viewReport = (shop: Reader, statistic: Statistic, report: Report): Shown<Replies.Report> => ({
  object: 'get_report',
  statistic: statistic.toUpperCase(),
  measurement: report.measurement,
  ...(statistic === 'sales' && { currency: report.measurement }),
  start_date: dayText(report.fromDay),
  end_date: dayText(report.toDay),
  sum: decimal(report.sum, report.digits),
  status: 'SUCCESS',
  ...uncertainMember(shop, report),
  ...capMember(report),
  records: viewRecords(shop, report),
});
