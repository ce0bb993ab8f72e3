// What one test has of an etcd: a shop of its own, with connections to its log, directly or through proxies.
import { EtcdLog } from '../../src/etcd-log/etcd-log.ts';
import type { EtcdLogOptions } from '../../src/etcd-log/etcd-log.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { PATIENT } from './etcd.ts';
import type { Etcd } from './etcd.ts';

let cases = 0;

/** Time that passes by itself. */
export const REAL_TIME = {
  clock: { nowMs: () => Date.now(), sinceBootMs: () => performance.now() },
  timers: {
    after: (ms: number, run: () => void): (() => void) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
};

/** For members that hang: so long does each of them take, and no answer of one that does not hang. */
export const QUICK = { answerMsMin: 1_000, answerMsMax: 4_000 };

export class EtcdCase {
  readonly prefix: string;
  private readonly etcd: Etcd;
  private readonly open: { close(): Promise<void> }[] = [];

  constructor(etcd: Etcd) {
    cases += 1;
    this.etcd = etcd;
    this.prefix = `/kontor/case-${cases}/`;
  }

  log(more: Partial<EtcdLogOptions> = {}): EtcdLog {
    const { prefix } = this;
    const log = new EtcdLog({
      endpoints: this.etcd.urls,
      prefix,
      silentMs: 1_000,
      keepRevisionsMs: 60_000,
      ...PATIENT,
      ...more,
    });
    this.open.unshift(log);
    return log;
  }

  /** To one member. */
  async proxy(member = 0): Promise<CuttingProxy> {
    const proxy = await CuttingProxy.open(this.etcd.urls[member]!);
    this.open.push(proxy);
    return proxy;
  }

  async close(): Promise<void> {
    for (const one of this.open) await one.close();
  }
}
