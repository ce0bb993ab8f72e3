// Whom something is for and on which days, as a call says it: of price lists and of promotions.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { dayBegin } from '../date-time.ts';
import type { Reader } from '../transaction.ts';
import { groupOf } from './change-groups.ts';

interface Audience {
  readonly groups: readonly number[];
  readonly channels: readonly number[];
}

/** First and last day of the shop; null: no bound. */
interface Days {
  readonly startDay: number | null;
  readonly endDay: number | null;
}

const NOBODY: Audience = { groups: [], channels: [] };

/** `before`: what it was for; that may be gone meanwhile. Refuses: GROUP_NOT_FOUND, CHANNEL_NOT_FOUND. */
export const checkAudience = (shop: Reader, { groups, channels }: Audience, before = NOBODY): Result<void> => {
  for (const group of groups) {
    const known = groupOf(shop, group);
    if (!known.ok && !before.groups.includes(group)) return known;
  }
  for (const channel of channels)
    if (shop.read('channel', channel) === undefined && !before.channels.includes(channel))
      return refuse('CHANNEL_NOT_FOUND', channel);
  return DONE;
};

/** With the moments at which the first day begins and the last one is over; 0: no bound. Refuses: PARAMETER_INVALID. */
export const boundsOf = (
  { rules: { timeZone } }: Reader,
  { startDay, endDay }: Days,
): Result<Days & { readonly fromMs: number; readonly untilMs: number }> =>
  startDay !== null && endDay !== null && endDay < startDay
    ? refuse('PARAMETER_INVALID', 'end_date', 'end_date: it is before start_date.')
    : ok({
        startDay,
        endDay,
        fromMs: startDay === null ? 0 : dayBegin(timeZone, startDay),
        untilMs: endDay === null ? 0 : dayBegin(timeZone, endDay + 1),
      });
