// Settings of carts and sessions: how much one holds, how many there are, and how long they live.
import { SLOTS_MAX } from '../engine/codes/session-codes.ts';
import { HOUR_MS, whole } from './setting.ts';

export const SESSION_SETTINGS = {
  cartLinesMax: whole(1000, 'lines of a cart', {
    unit: 'lines',
    min: 1,
    max: 1000,
    when: 'Lower where nobody buys that much: large carts make large orders and invoices.',
  }),
  cartHoldMs: whole(
    0,
    'time for which a cart holds the stock of its lines after its last change; 0 = carts hold nothing',
    {
      unit: 'ms',
      max: 24 * HOUR_MS,
      when: 'Where the last pieces must not be sold while they are in a cart; abandoned carts hold them that long.',
    },
  ),
  sessionBytesMax: whole(
    1_048_576,
    'size of one session: texts of cart and order draft by their characters, and 64 for each line',
    {
      unit: 'bytes',
      min: 16_384,
      max: 16_777_216,
      when: 'Higher for configured products with long texts in every line.',
    },
  ),
  sessionsMax: whole(5_000_000, 'sessions at a time', {
    unit: 'sessions',
    min: 1,
    max: SLOTS_MAX,
    when: 'Higher where SESSION_LIMIT_REACHED comes although the machine has memory and disk.',
  }),
  channelSessionsPercent: whole(80, 'part of them that the sessions opened by one channel since the start may have', {
    unit: '%',
    min: 1,
    max: 100,
    when: 'Lower where several channels share the shop and one of them must not take all.',
  }),
  sessionTtlMs: whole(24 * HOUR_MS, 'time that an unused session lives', {
    unit: 'ms',
    min: 1000,
    when: 'Longer for carts that wait for days; there are then more sessions at a time.',
  }),
  sessionTouchIntervalMs: whole(HOUR_MS, 'time between two writes of a session’s new expiry while it is used', {
    unit: 'ms',
    min: 100,
    when: 'Only with sessionTtlMs, and well below it: each write is a record.',
  }),
  channelsMax: whole(1000, 'channels', {
    unit: 'channels',
    min: 1,
    max: 1_000_000,
    when: 'Where more storefronts than that have credentials of their own.',
  }),
};
