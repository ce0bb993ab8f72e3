// Catches a log in etcd that is no log: the contract of all logs, against a real etcd, with lost answers and cut
// connections.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, test } from 'vitest';
import { EtcdLog } from '../../src/cluster/etcd-log.ts';
import { describeLog } from '../engine/replication/log-contract.ts';
import type { LogBench } from '../engine/replication/log-contract.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { Etcd, HAS_ETCD } from './etcd.ts';

let etcd: Promise<Etcd> | undefined;
let cases = 0;

const openBench = async (): Promise<LogBench> => {
  etcd ??= Etcd.start();
  const [url] = (await etcd).urls;
  cases += 1;
  const prefix = `/kontor/case-${cases}/`;
  const proxies = new Map<unknown, CuttingProxy>();
  const logs: EtcdLog[] = [];
  return {
    clock: { nowMs: () => Date.now(), sinceBootMs: () => performance.now() },
    timers: {
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    pass: (ms) => pause(ms),
    tooLargeBytes: 2_000_000,
    connect: async () => {
      const proxy = await CuttingProxy.open(url!);
      const times = { answerMsMin: 300, answerMsMax: 1_000, silentMs: 1_000, keepRevisionsMs: 60_000 };
      const log = new EtcdLog({ endpoints: [proxy.url], prefix, ...times });
      proxies.set(log, proxy);
      logs.push(log);
      return log;
    },
    faults: {
      loseAnswers: (log, every) => (proxies.get(log)!.losesEvery = every),
      cut: (log, isCut) => proxies.get(log)!.cut(isCut),
    },
    close: async () => {
      for (const log of logs) await log.close();
      for (const proxy of proxies.values()) await proxy.close();
    },
  };
};

afterAll(async () => (await etcd)?.close());

if (HAS_ETCD) describeLog('in etcd', openBench);
else describe('the log: in etcd', () => test('etcd is missing', () => {}));
