// Settings of carts and sessions: how much one holds, how many there are, and how long they live.
import { CART_HOLD_MS_MAX, LIFE_MS_MAX, LIFE_MS_MIN } from '../domain/shop/written-settings.ts';
import { SLOTS_MAX } from '../engine/codes/session-codes.ts';
import { HOUR_MS, whole } from './setting.ts';

export const SESSION_SETTINGS = {
  cartLinesMax: whole(1000, 'lines that one cart may have', {
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
      max: CART_HOLD_MS_MAX,
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
  sessionsMax: whole(5_000_000, 'sessions that may be open at a time', {
    unit: 'sessions',
    min: 1,
    max: SLOTS_MAX,
    when: 'Higher where SESSION_LIMIT_REACHED comes although the machine has memory and disk.',
  }),
  channelSessionsPercent: whole(
    80,
    'part of sessionsMax that one channel may take up with sessions opened since the start',
    {
      unit: '%',
      min: 1,
      max: 100,
      when: 'Lower where several channels share the shop and one of them must not take all.',
    },
  ),
  sessionTtlMs: whole(24 * HOUR_MS, 'time that an unused session lives', {
    unit: 'ms',
    min: LIFE_MS_MIN,
    max: LIFE_MS_MAX,
    when: 'Longer for carts that wait for days; there are then more sessions at a time.',
  }),
  draftTtlMs: whole(30 * 24 * HOUR_MS, 'time that a draft of the back office lives, unless it is used', {
    unit: 'ms',
    min: LIFE_MS_MIN,
    max: LIFE_MS_MAX,
    when: 'Longer where orders are prepared months before they are placed.',
  }),
  sessionTouchIntervalMs: whole(HOUR_MS, 'time between two writes of a session’s new expiry while it is used', {
    unit: 'ms',
    min: 100,
    when: 'Only with sessionTtlMs, and well below it: each write is a record.',
  }),
  channelsMax: whole(1000, 'channels that the shop may have: storefronts and programs with credentials of their own', {
    unit: 'channels',
    min: 1,
    max: 1_000_000,
    when: 'Higher where more of them are needed; each counts its calls, keys and sessions in memory.',
  }),
};
