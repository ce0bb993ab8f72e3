// Catches a log in etcd that is no log: the contract of all logs, against a real etcd, with lost answers and cut
// connections.
import { afterAll, describe } from 'vitest';
import { describeLog } from '../engine/replication/log-contract.ts';
import type { LogBench } from '../engine/replication/log-contract.ts';
import { lull } from '../harness/until.ts';
import type { CuttingProxy } from './cutting-proxy.ts';
import { EtcdCase, QUICK, REAL_TIME } from './etcd-case.ts';
import { Etcd, HAS_ETCD } from './etcd.ts';

let etcd: Promise<Etcd> | undefined;

const openBench = async (): Promise<LogBench> => {
  etcd ??= Etcd.start();
  const one = new EtcdCase(await etcd);
  const proxies = new Map<unknown, CuttingProxy>();
  return {
    ...REAL_TIME,
    // The contract asks for time in which nothing must come, or in which leases of a real etcd end.
    pass: lull,
    tooLargeBytes: 2_000_000,
    rounds: 100,
    connect: async (losesAnswers = false) => {
      const proxy = await one.proxy();
      const log = one.log({ endpoints: [proxy.url], ...(losesAnswers && QUICK) });
      proxies.set(log, proxy);
      return log;
    },
    faults: {
      loseAnswers: (log, every) => (proxies.get(log)!.losesEvery = every),
      cut: (log, isCut) => proxies.get(log)!.cut(isCut),
    },
    close: () => one.close(),
  };
};

afterAll(async () => (await etcd)?.close());

describe.skipIf(!HAS_ETCD)('with a real etcd', () => describeLog('in etcd', openBench));
