// S 4.12: reports (Decision 45). They show what is on the disk: what was counted in memory is written first.
import { parseDay } from '../domain/date-time.ts';
import { STATISTICS, isCounted, planReport } from '../domain/report.ts';
import { map, oneOf, optional, text } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './operation.ts';
import { viewReport } from './views/report.ts';

const day = (value: string, param: string): Result<number> => {
  const found = parseDay(value);
  return found === undefined ? refuse('PARAMETER_INVALID', param, `${shown(value)} is no day: YYYY-MM-DD is wanted.`) : ok(found);
};

export const get_report = read({
  spec: '4.12',
  summary: 'Sales, orders, requests and traffic day by day, or the products and the vain searches that were asked for most.',
  credential: 'secret',
  session: 'none',
  params: {
    statistic: oneOf('what is wanted; lists take no dates', STATISTICS),
    start_date: optional(map(text('first day, YYYY-MM-DD', { max: 1000 }), day), undefined, 'the sixth day before the last'),
    end_date: optional(map(text('last day, YYYY-MM-DD', { max: 1000 }), day), undefined, 'today'),
    channel: optional(text('of traffic and requests: those of one channel only', { max: 1000 }), ''),
  },
  view: ({ statistic, start_date: fromDay, end_date: toDay, channel }, { shop, service }) => {
    const planned = planReport(shop, { statistic, fromDay, toDay, channel });
    if (planned.ok && isCounted(statistic)) service.usage.write();
    return planned.ok ? mapOk(planned.value(), (report) => viewReport(statistic, report)) : planned;
  },
});
