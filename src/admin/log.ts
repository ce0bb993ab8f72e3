// `kontor log`: prints the audit log.
import { ConfigError } from '../config/setting.ts';
import { parseMoment } from '../domain/date-time.ts';
import { stepsBack } from '../domain/time/time-step.ts';
import { changelog } from '../engine/audit/audit-pages.ts';
import { toJson } from '../kernel/json.ts';
import { objectNamed, viewChangelog } from '../operations/views/changelog.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

interface LogFlags {
  readonly object?: string;
  readonly since?: string;
  readonly limit?: string;
}

const PAGE = 100;
const LIMIT_DEFAULT = 1000;

const limitOf = (given: string | undefined): number => {
  const limit = given === undefined ? LIMIT_DEFAULT : /^\d{1,9}$/.test(given) ? Number(given) : NaN;
  if (Number.isNaN(limit)) throw new ConfigError(`--limit: ${given} is no whole number`);
  return limit === 0 ? Infinity : limit;
};

/** One line of JSON per changed field, oldest first. Throws ConfigError. */
export const printLog = async ({ store: { engine } }: Shop, flags: LogFlags, terminal: Terminal): Promise<boolean> => {
  const object = flags.object === undefined ? undefined : objectNamed(flags.object, '--object');
  if (object !== undefined && !object.ok) throw new ConfigError(`${object.param}: ${object.detail}`);
  const sinceMs = flags.since === undefined ? 0 : parseMoment(flags.since);
  if (sinceMs === undefined)
    throw new ConfigError(`--since: ${flags.since} is not of the form YYYY-MM-DD or YYYY-MM-DD HH:MM:SS`);
  const limit = limitOf(flags.limit);
  let printed = 0;
  const steps = stepsBack(engine.readContext());
  for (let after = 0, more = true; more;) {
    const query = { object: object?.value, sinceMs, afterSeq: after, entriesMax: PAGE };
    const { next, records } = viewChangelog(engine.readContext(), changelog(engine.audit, query, steps));
    for (const record of records) {
      if (printed >= limit) {
        await terminal.note('kontor: there is more; --limit 0 prints all');
        return true;
      }
      const line = toJson(record);
      await terminal.show(line, JSON.parse(line) as object);
      printed += 1;
    }
    after = next;
    more = next !== 0;
  }
  return true;
};
