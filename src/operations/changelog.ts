// The audit log: which call changed which field of which object, from what to what.
import { parseMoment } from '../domain/date-time.ts';
import { int, map, optional, text } from '../kernel/params.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { objectNamed, viewChangelog } from './views/changelog.ts';
import { list, reply, whole } from './replies/members.ts';
import { Change } from './replies/changelog.ts';

const ENTRIES_MAX = 1000;

const moment = (value: string, param: string): Result<number> => {
  const ms = parseMoment(value);
  return ms === undefined ? refuse('PARAMETER_INVALID', param, `${shown(value)} is no day and no moment.`) : ok(ms);
};

export const get_changelog = read({
  area: 'server',
  isExtension: true,
  summary:
    'Who changed what, from what, to what; oldest first, page by page. ' +
    'A page ends after `limit` changes, or before where they are large; ' +
    '`next` is the `after` of the next page, 0 where there is none.',
  credential: 'secret',
  session: 'none',
  params: {
    object: optional(
      map(text('one object only, such as product/17', { max: 100 }), objectNamed),
      undefined,
      'all objects',
    ),
    since: optional(
      map(text('not before this day or moment, UTC: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS', { max: 19 }), moment),
      0,
      'from the first',
    ),
    after: optional(int('the `next` of the page before'), 0, 'the first page'),
    limit: optional(int(`changes of one page at most, 1 to ${ENTRIES_MAX}`, { min: 1, max: ENTRIES_MAX }), 100),
  },
  reply: reply('changelog', {
    next: whole('`after` of the next page; 0: there is none'),
    records: list(Change, 'changes, oldest first'),
  }),
  view: ({ object, since, after, limit }, { shop, service }) => {
    const page = service.changelog({ object, sinceMs: since, afterSeq: after, entriesMax: limit });
    return ok({ object: 'changelog', ...viewChangelog(shop, page) } as const);
  },
});
