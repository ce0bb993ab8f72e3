// The settings of the shop as screens show them: in force, on a day, and after a change that a dry run shows.
import type { Reply } from '../api/call.ts';
import { displayNames } from '../intl.ts';
import { language } from '../language.ts';

export type Settings = Reply<'get_shop_settings'>;
/** What the shop holds, by parameter. */
export type Held = Omit<Settings, 'object' | 'seq' | 'pinned' | 'scheduled'>;
export type Method = Held['delivery_methods'][number] & {
  readonly unpaid_order_ms_max?: number;
  readonly instructions?: Held['delivery_methods'][number]['name'];
};

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const inPage = (name: Method['name']): string =>
  typeof name === 'string' ? name : (name[language.value === 'de' ? 'de_DE' : 'en_GB'] ?? Object.values(name)[0] ?? '');

export const nameOf = ({ name }: Method): string => inPage(name);

/** Returns the name of a country of two letters, in the language of the page. */
export const countryName = (code: string): string => {
  try {
    return displayNames(language.value, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the shop holds on a day, by what waits for earlier times; '': now. */
export const heldAt = ({ scheduled, ...now }: Settings, day: string): Held =>
  scheduled.reduce<Held>((held, { effective_at: from, ...later }) => (from < day ? { ...held, ...later } : held), now);

/** What a dry run shows of the change: now, or what waits for its time. */
export const changedBy = (
  before: Pick<Settings, 'scheduled'>,
  after: Held & Pick<Settings, 'scheduled'>,
  isLater: boolean,
): Partial<Held> => {
  if (!isLater) return after;
  return after.scheduled.find((one) => !before.scheduled.some((other) => same(one, other))) ?? {};
};
