// Reports of sales, orders and usage. Usage that is counted in memory is written before it is reported.
import { dayText, parseDay } from '../domain/date-time.ts';
import { STATISTICS, hasDays, isCounted, planReport } from '../domain/reports/report.ts';
import { oneOf, optional, text } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { viewReport } from './views/report.ts';
import { Report } from './replies/report.ts';

/** A day, not validated yet: lists that have days of their own ignore it, whatever it is. */
const sentDay = (description: string, meaning: string): Param<unknown> => ({
  ...optional(text(description), undefined, meaning),
  read: (raw) => ok(raw),
});

/** Undefined where none was sent. Refuses: PARAMETER_INVALID. */
const dayOf = (sent: unknown, param: string): Result<number | undefined> => {
  const day = typeof sent === 'string' ? parseDay(sent) : undefined;
  return sent === undefined || day !== undefined
    ? ok(day)
    : refuse('PARAMETER_INVALID', param, `${shown(sent)} is no day: YYYY-MM-DD is wanted.`);
};

const boundText = (day: number | undefined, word: string): string =>
  day === undefined ? '' : ` ${word} ${dayText(day)}`;

const NO_DAY = ok<number | undefined>(undefined);

export const get_report = read({
  area: 'server',
  leaks: ['amounts'],
  summary:
    'Sales, orders, carts, requests and traffic day by day, or lists: products and categories by what was sold of ' +
    'them, and searches.',
  credential: 'secret',
  session: 'none',
  params: {
    statistic: oneOf('what is wanted; the hotlists and the searchlist take no dates', STATISTICS),
    start_date: sentDay(
      'first day, YYYY-MM-DD; the hotlists and the searchlist ignore it, whatever it is',
      'the sixth day before the last',
    ),
    end_date: sentDay('last day, YYYY-MM-DD; the hotlists and the searchlist ignore it, whatever it is', 'today'),
    channel: optional(
      text('name: what came by this channel only; `back office`: what a person placed there', { max: 1000 }),
      '',
      'that of all channels',
    ),
    currency: optional(
      text('of amounts, and of the orders that they add up: ISO 4217', { max: 3 }),
      '',
      'that of the shop',
    ),
  },
  refusals: ['AMOUNT_OUT_OF_RANGE', 'CHANNEL_NOT_FOUND', 'CURRENCY_NOT_FOUND', 'TOO_EXPENSIVE'],
  reply: Report,
  view: ({ statistic, start_date: first, end_date: last, channel, currency }, { shop, service }) => {
    const fromDay = hasDays(statistic) ? dayOf(first, 'start_date') : NO_DAY;
    if (!fromDay.ok) return fromDay;
    const toDay = hasDays(statistic) ? dayOf(last, 'end_date') : NO_DAY;
    if (!toDay.ok) return toDay;
    const planned = planReport(shop, { statistic, fromDay: fromDay.value, toDay: toDay.value, channel, currency });
    if (!planned.ok) return planned;
    const counted = isCounted(statistic) ? service.usage.flush() : ok(undefined);
    if (!counted.ok) return counted;
    const { value: plan } = planned;
    plan.track();
    const doing = `the report ${statistic}${boundText(fromDay.value, 'from')}${boundText(toDay.value, 'to')}`;
    const made = shop.inSteps('report', () => ({ doing, steps: () => plan.steps() }));
    return mapOk(made, (report) => viewReport(shop, statistic, report));
  },
});
