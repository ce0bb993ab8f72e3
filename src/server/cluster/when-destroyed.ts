// An erasure is complete when every known node has destroyed the keys, whether it runs or not.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Store } from '../../engine/store/store.ts';

/** How long nodes that run may take before they are named. */
const WAIT_MS_MAX = 10_000;
const ASK_MS = 100;

interface Shared {
  readonly log: EtcdLog;
  readonly store: Store;
}

/** Resolves with the known nodes that still have keys which records up to now destroy, as an operator names them. */
export const whenDestroyed = async (
  { log, store: { engine } }: Shared,
  announce: () => Promise<void> | undefined,
): Promise<readonly string[]> => {
  const seq = engine.headSeq;
  const untilMs = performance.now() + WAIT_MS_MAX;
  await engine.destruction.whenDone(seq);
  await announce();
  for (;;) {
    const late = (await log.nodes.list()).filter(({ puncturedSeq }) => puncturedSeq < seq);
    if (late.length === 0) return [];
    if (performance.now() > untilMs || late.every(({ isAlive }) => !isAlive))
      return late.map(({ name }) => `node ${name}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
};
