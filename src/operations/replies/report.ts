// Reports as replies show them.
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { STATISTICS } from '../../domain/reports/report.ts';
import { CAP } from './catalogue.ts';
import { dateTime, day, extra, group, id, list, maybe, oneOf, record, reply, text, whole } from './members.ts';

const UPPER_STATISTICS = STATISTICS.map((statistic) => statistic.toUpperCase());

export const ReportRecord = record('ReportRecord', 'A day of a report, or an entry of a list.', {
  date: day('the day; of a list, the day of the report'),
  value: Type.Number({ description: 'how much, in the unit that `measurement` names' }),
  id: maybe(id('of a list: the product, or the category; 0: none')),
  name: maybe(text('of a list: name of the product or category, or the words that were searched for')),
  amount: maybe(extra(Type.Number({ description: 'of what was sold: what the lines come to, in `currency`' }))),
  searches: maybe(extra(whole('of searches: how often shoppers searched for it'))),
  in_vain: maybe(extra(whole('of searches: how often they found nothing'))),
  hits: maybe(extra(whole('of searches: products that the last of them found'))),
  clicked: maybe(extra(whole('of searches: how often a product was opened then, as the storefront says'))),
  ordered: maybe(extra(whole('of searches: how often it was ordered then, as the storefront says'))),
});
export type ReportRecord = Static<typeof ReportRecord>;

export const Report = reply('get_report', {
  statistic: oneOf('what is reported', UPPER_STATISTICS),
  measurement: text('the unit of the values: a currency, orders, requests, MB, or what a list counts'),
  currency: maybe(extra(text('currency of values, or of amounts beside them, ISO 4217; absent: there is no money'))),
  start_date: day('first day'),
  end_date: day('last day'),
  sum: Type.Number({ description: 'sum of all values of the range' }),
  amount_sum: maybe(extra(Type.Number({ description: 'of what was sold: sum of all amounts of the range' }))),
  status: Type.Literal('SUCCESS'),
  uncertain_times: maybe(
    extra(
      list(
        group('A span.', { from: dateTime('from'), to: dateTime('to') }),
        'parts of the range in which the clock was wrong, so that days may be; absent: none',
      ),
    ),
  ),
  ...CAP,
  records: list(ReportRecord, 'day by day, or the entries of the list, the most frequent first'),
});
export type Report = Static<typeof Report>;
