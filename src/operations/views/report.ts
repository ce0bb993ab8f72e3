import { dayText } from '../../domain/date-time.ts';
import { decimal } from '../../domain/money.ts';
import type { Report, ReportRecord, Statistic } from '../../domain/report.ts';
import type { Json } from '../../kernel/json.ts';

const viewRecord = ({ day, value, id, name }: ReportRecord, digits: number): Json => ({
  date: dayText(day),
  value: decimal(value, digits),
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
});

export const viewReport = (statistic: Statistic, { measurement, digits, fromDay, toDay, sum, records }: Report): Json => ({
  object: 'get_report',
  statistic: statistic.toUpperCase(),
  measurement,
  start_date: dayText(fromDay),
  end_date: dayText(toDay),
  sum: decimal(sum, digits),
  status: 'SUCCESS',
  records: records.map((record) => viewRecord(record, digits)),
});
