// The audit log: which call changed which field of which object, from what to what.
import { parseMoment } from '../domain/date-time.ts';
import { int, map, optional, text } from '../kernel/params.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { kindNamed, objectNamed, viewChangelog } from './views/changelog.ts';
import { list, reply, whole } from './replies/members.ts';
import { Change } from './replies/changelog.ts';

const ENTRIES_MAX = 1000;

const moment = (value: string, param: string): Result<number> => {
  const ms = parseMoment(value);
  return ms === undefined ? refuse('PARAMETER_INVALID', param, `${shown(value)} is no day and no moment.`) : ok(ms);
};

export const get_changelog = read({
  area: 'server',
  roles: ['support'],
  isExtension: true,
  leaks: 'all',
  summary:
    'Who changed what, from what, to what; oldest first, or newest first with `before`, page by page. ' +
    'A page ends after `limit` changes, before where they are large, and after 1,000 that were looked at; ' +
    '`next` is the `after` or `before` of the next page, 0 where there is none.',
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
    before: optional(int('newest first: the `next` of the page before; 0: the first page'), undefined, 'oldest first'),
    kind: optional(map(text('objects of one kind only, such as product or order'), kindNamed), undefined, 'all kinds'),
    field: optional(text('one field only, or all whose paths begin with it: states, details'), undefined, 'all fields'),
    id_user: optional(int('what this user did'), undefined, 'everybody'),
    channel: optional(text('what came through the channel of this name'), undefined, 'all channels'),
    operation: optional(text('what this operation did'), undefined, 'all operations'),
    limit: optional(int(`changes of one page at most, 1 to ${ENTRIES_MAX}`, { min: 1, max: ENTRIES_MAX }), 100),
  },
  reply: reply('changelog', {
    next: whole('`after` or `before` of the next page; 0: there is none'),
    records: list(Change, 'changes, in the order asked for'),
  }),
  refusals: ['CHANNEL_NOT_FOUND'],
  view: ({ object, since, after, before, limit, channel, ...wanted }, { shop, service }) => {
    if (after !== 0 && before !== undefined)
      return refuse('PARAMETER_INVALID', 'before', 'A page is after a change or before one, not both.');
    shop.trackAbsence('channel');
    const channelId = channel === undefined ? undefined : shop.index('channel').byName.get(channel);
    if (channel !== undefined && channelId === undefined) return refuse('CHANNEL_NOT_FOUND', channel);
    const page = service.changelog({
      object,
      sinceMs: since,
      afterSeq: after,
      beforeSeq: before,
      entriesMax: limit,
      filter: {
        kind: wanted.kind,
        field: wanted.field,
        userId: wanted.id_user,
        channelId,
        operation: wanted.operation,
      },
    });
    return ok({ object: 'changelog', ...viewChangelog(shop, page) } as const);
  },
});
