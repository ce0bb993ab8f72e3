// Waits for the log, and says what is wrong with it.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Head } from '../../engine/replication/log.ts';
import { lineOf } from '../../kernel/error-line.ts';

/** Where it is deployed: versions before lose events of streams beside a compaction. */
const VERSION_MIN = [3, 5, 16];
const RETRY_MS = 500;

/** Why etcd is too old; '' where every member that answers is new enough. */
export const whyOld = async (log: EtcdLog): Promise<string> => {
  const versions = (await log.client.statuses()).flatMap(({ status }) =>
    status instanceof Error ? [] : [status.version],
  );
  const old = versions.find((version) => isBefore(version.split('.').map(Number), VERSION_MIN));
  return old === undefined
    ? ''
    : `etcd ${old} is older than ${VERSION_MIN.join('.')}: it may lose events of its streams`;
};

const isBefore = (version: readonly number[], other: readonly number[]): boolean => {
  const place = other.findIndex((number, index) => (version[index] ?? 0) !== number);
  return place >= 0 && (version[place] ?? 0) < other[place]!;
};

/** Returns the head once a member answers. `waits`: gets each reason why none does, once. `tries`: half seconds. */
export const headOnceReached = async (
  log: EtcdLog,
  waits: (why: string) => void,
  tries = Infinity,
): Promise<Head | undefined> => {
  let told = '';
  for (let tried = 1; ; tried += 1) {
    try {
      return await log.head();
    } catch (error) {
      const why = `the log does not answer: ${lineOf(error)}`;
      if (tried >= tries) throw new Error(why, { cause: error });
      if (why !== told) waits(why);
      told = why;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
};
