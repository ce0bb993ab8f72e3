// `kontor time`: what the store knows of the time, and an operator's word on it (docs/operate/time.md).
import type { Config } from '../config/config.ts';
import { engineLimits } from '../config/engine-limits.ts';
import { ConfigError } from '../config/setting.ts';
import type { Order } from '../domain/orders/order.ts';
import { timeSteps, uncertainSpans } from '../domain/time/time-step.ts';
import { openLmdbToRead } from '../engine/journal/lmdb-journal.ts';
import { TimeKeeper } from '../engine/maintenance/time-keeper.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { ReadContext } from '../engine/transactions/read-context.ts';
import { readBeside } from '../engine/store/beside.ts';
import { journalPath } from '../engine/store/identity.ts';
import type { StoreIdentity } from '../engine/store/identity.ts';
import { recover } from '../engine/recovery/recovery.ts';
import { spanText } from '../engine/store/start-time.ts';
import { shopRules } from '../config/shop-rules.ts';
import { openConfiguredStore } from '../server/start/open-store.ts';
import { CONFIRM_TIME } from '../admin/commands.ts';
import { keepMoment } from '../admin/keep-moment.ts';
import { callingAddress } from '../admin/control-address.ts';
import { askServer } from './control-client.ts';
import { LocalTerminal } from './local-terminal.ts';
import { storeIn } from './offline/identity.ts';
import type { Printer } from './printer.ts';

const LIMITED_AT_ONCE = 1000;

const text = (ms: number): string => new Date(ms).toISOString();

const identityOf = ({ data }: Config): StoreIdentity => {
  const identity = storeIn(data);
  if (identity?.started !== true) throw new ConfigError(`${data} holds no store that was ever served`);
  return identity;
};

const difference = (ms: number): string =>
  Math.abs(ms) < 60_000 ? 'as the clock' : `${spanText(ms)} ${ms > 0 ? 'before' : 'after'} the clock`;

/** Prints clock, last record, confirmed time and steps; also of a store that is served. Throws StoreDamage. */
export const showTime = async (config: Config, printer: Printer): Promise<void> => {
  identityOf(config);
  await readBeside(config.data, keepMoment, (isServed) => showTimeOf(config, isServed, printer));
};

const showTimeOf = async (config: Config, served: boolean, printer: Printer): Promise<void> => {
  const { time } = identityOf(config);
  const { cipher } = SubjectKeys.read(config.data, true);
  const journal = openLmdbToRead(journalPath(config.data), cipher, served);
  try {
    const { lastMs, tables } = recover(journal);
    const nowMs = Date.now();
    printer.show(`the system's clock says ${text(nowMs)}`, { clock: text(nowMs) });
    printer.show(`the last record was made at ${text(lastMs)}, ${difference(nowMs - lastMs)}`, {
      last_record: text(lastMs),
    });
    const { confirmedMs = 0, agreedMs = 0 } = time ?? {};
    const { clockConfirmMs } = engineLimits(config);
    printer.show(
      confirmedMs === 0
        ? `no time is confirmed yet: both clocks have agreed for ${spanText(agreedMs)} of ${spanText(clockConfirmMs)}`
        : `confirmed up to ${text(confirmedMs)}${served ? ', as of the last hour' : ''}`,
      { confirmed: confirmedMs === 0 ? null : text(confirmedMs), served },
    );
    const steps = timeSteps(new ReadContext(tables, shopRules(config), nowMs));
    for (const { seq, fromMs, toMs, reason } of steps)
      printer.show(`record ${seq}: stepped from ${text(fromMs)} to ${text(toMs)}, ${reason}`, {
        record: seq,
        from: text(fromMs),
        to: text(toMs),
        reason,
      });
    for (const { fromMs, untilMs } of uncertainSpans(steps))
      printer.show(`uncertain: what is stamped from ${text(fromMs)} to ${text(untilMs)}`, {
        uncertain: { from: text(fromMs), to: text(untilMs) },
      });
  } finally {
    await journal.close();
  }
};

/** Whether a running server follows the system's clock now; else a store that none has open does. */
const followClock = async (config: Config, acceptAs: 'accepted' | 'repaired', printer: Printer): Promise<boolean> => {
  identityOf(config);
  const address = callingAddress(config.data);
  const answered =
    address !== undefined && (await askServer(address, CONFIRM_TIME, {}, new LocalTerminal(CONFIRM_TIME, {}, false)));
  if (answered !== true) await acceptTime(config, acceptAs, printer);
  return answered === true;
};

/** An operator says that the system's clock is right now. */
export const confirmTime = async (config: Config, printer: Printer): Promise<void> => {
  await followClock(config, 'accepted', printer);
  const confirmed = text(Date.now());
  printer.show(`the time is confirmed: ${confirmed}`, { confirmed });
};

/** Back to the system's clock, for a store that ran ahead. */
export const repairTime = async (config: Config, printer: Printer): Promise<void> => {
  if (!(await followClock(config, 'repaired', printer))) return;
  const clock = text(Date.now());
  printer.show(`the time is that of the clock: ${clock}`, { clock });
};

const acceptTime = async (config: Config, acceptAs: 'accepted' | 'repaired', printer: Printer): Promise<void> => {
  const store = await openConfiguredStore(config, () => {}, '', undefined, acceptAs);
  try {
    const { engine } = store;
    const last = timeSteps(engine.readContext()).at(-1);
    // The step of this very opening is the last record.
    const step = last !== undefined && last.seq === engine.headSeq ? last : undefined;
    if (step === undefined) {
      if (acceptAs === 'repaired')
        printer.show('there is nothing to repair: the last record is not ahead of the clock', { record: null });
    } else {
      const later = ordersAfter(store.engine.tables, step.toMs);
      const [from, to] = [text(step.fromMs), text(step.toMs)];
      printer.show(`from record ${step.seq} on the time is that of the clock: ${to} instead of ${from}`, {
        record: step.seq,
        from,
        to,
        later_orders: later,
      });
      printer.show(`${later} orders are stamped later than that, and stay so`);
    }
    const keeper = new TimeKeeper(engine, config);
    while (!keeper.settle(LIMITED_AT_ONCE)) await engine.whenDurable(engine.headSeq);
    await engine.whenDurable(engine.headSeq);
    await store.saveTime();
  } finally {
    await store.close();
  }
};

const ordersAfter = ({ order }: ReadContext['tables'], ms: number): number => {
  let count = 0;
  for (let id = 1; id < order.nextId; id += 1)
    if (((order.peek(id) as Order | undefined)?.createdMs ?? 0) > ms) count += 1;
  return count;
};
