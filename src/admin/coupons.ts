// `kontor coupon list`, `change` and `end`: batches of coupons.
import { ConfigError } from '../config/setting.ts';
import { parseDay } from '../domain/date-time.ts';
import { endCoupons, updateCoupons } from '../domain/coupons/change-coupons.ts';
import { couponsWithCode, findBatches } from '../domain/coupons/find-coupons.ts';
import type { Reader } from '../domain/transaction.ts';
import { parseFlag } from '../kernel/flag.ts';
import { viewBatch, viewCoupon } from '../operations/views/coupons.ts';
import type { Shop } from './command.ts';
import { decideDurably, orConfigError } from './decide.ts';
import { inTurns } from './slices.ts';
import type { Terminal } from './terminal.ts';

/** Batches that are read at once; others are served in between. */
const PAGE = 100;

/** Quoted, so that no name or code of the shop can break a line of the output. */
const shown = (text: string): string => JSON.stringify(text);

const daysText = (start: string | null, end: string | null): string =>
  start === null && end === null ? 'any day' : `${start ?? 'any day'} to ${end ?? 'any day'}`;

type Batch = ReturnType<typeof viewBatch>;

const batchLine = (batch: Batch): string => {
  const { id, name, type, amount, currency, start_date: start, end_date: end, combineable, count, ended } = batch;
  const facts = [
    `${type} ${amount}${currency === '' ? '' : ` ${currency}`}`,
    daysText(start, end),
    ...(combineable === 1 ? ['combineable'] : []),
    `${count} ${count === 1 ? 'coupon' : 'coupons'}`,
    ...(ended === null ? [] : [`ended ${ended}`]),
  ];
  return `${id}  ${shown(name)}  (${facts.join('; ')})`;
};

const showBatch = async (shop: Reader, batchId: number, code: string, terminal: Terminal): Promise<void> => {
  const batch = viewBatch(shop, batchId);
  if (code === '') return terminal.show(batchLine(batch), batch);
  const coupons = couponsWithCode(shop, batchId, code).map((couponId) => viewCoupon(shop, couponId));
  const lines = coupons.map((coupon) => `  ${shown(coupon.code)}  ${coupon.state}, orders: ${coupon.uses}`);
  return terminal.show([batchLine(batch), ...lines].join('\n'), { ...batch, coupons });
};

/** Batches, newest first; with `code` those that have it, each with its coupons of that code. */
export const listCoupons = async (
  { store: { engine } }: Shop,
  { code = '', name = '' }: { readonly code?: string; readonly name?: string },
  terminal: Terminal,
): Promise<boolean> => {
  for (let before = 0; ;) {
    const found = await inTurns(
      findBatches(engine.readContext(), { code, name, promotionId: 0, before, limit: PAGE }),
      terminal,
    );
    const { ids, next } = orConfigError(found);
    for (const id of ids) await showBatch(engine.readContext(), id, code, terminal);
    if (next === 0) return true;
    before = next;
  }
};

/** Throws ConfigError. */
const batchNumber = (given: string): number => {
  if (!/^\d{1,15}$/.test(given))
    throw new ConfigError(`${given} is no number of a batch: kontor coupon list shows them`);
  return Number(given);
};

/** Undefined: it stays; null: no bound. Throws ConfigError. */
const dayGiven = (option: string, given: string | undefined): number | null | undefined => {
  if (given === undefined) return undefined;
  if (given.toLowerCase() === 'none') return null;
  const day = parseDay(given);
  if (day === undefined) throw new ConfigError(`--${option}: ${given} is no date like 2026-12-31, and not none`);
  return day;
};

/** Undefined: it stays. Throws ConfigError. */
const combineableGiven = (given: string | undefined): boolean | undefined => {
  if (given === undefined) return undefined;
  const flag = parseFlag(given);
  if (flag === undefined) throw new ConfigError(`--combineable: ${given} is neither yes nor no`);
  return flag;
};

interface Change {
  readonly batch: string;
  readonly name?: string;
  readonly start?: string;
  readonly end?: string;
  readonly combineable?: string;
}

/** Shows the batch as it is then. Throws ConfigError. */
export const changeCoupons = async (
  { store: { engine } }: Shop,
  { batch, name, start, end, combineable }: Change,
  terminal: Terminal,
): Promise<boolean> => {
  const batchId = batchNumber(batch);
  const changes = {
    name: name === '' ? undefined : name,
    startDay: dayGiven('start', start),
    endDay: dayGiven('end', end),
    combineable: combineableGiven(combineable),
  };
  if (Object.values(changes).every((change) => change === undefined))
    throw new ConfigError('nothing is to be changed: --name, --start, --end or --combineable is wanted');
  await decideDurably(engine, 'coupon_change', (tx) => updateCoupons(tx, batchId, changes));
  await showBatch(engine.readContext(), batchId, '', terminal);
  return true;
};

/** Shows the batch as it is then, with the coupon that was ended. Throws ConfigError. */
export const endCouponBatch = async (
  { store: { engine } }: Shop,
  { batch, code = '' }: { readonly batch: string; readonly code?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const batchId = batchNumber(batch);
  await decideDurably(engine, 'coupon_end', (tx) => endCoupons(tx, batchId, code === '' ? undefined : code));
  await showBatch(engine.readContext(), batchId, code, terminal);
  return true;
};
