// Asks the clocks of a cluster: those of the nodes that are alive, and those of etcd's members.
import type { EtcdLog } from '../../cluster/etcd-log.ts';
import type { ClockOffset } from './clock-offsets.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { NodeHello } from './inner-protocol.ts';
import { askSoon } from './node-state.ts';
import type { Looked } from './node-watch.ts';

/** An answer that took longer says too little of the clock. */
const ASKED_MS_MAX = 500;

/** Rejects where the log does not answer. Clocks that cannot be asked are left out. */
export const lookAtNodes = async (log: EtcdLog, network: InnerNetwork, hello: NodeHello): Promise<Looked> => {
  const nodes = await log.nodes.list();
  const others = nodes.filter(({ name, isAlive }) => name !== hello.node && isAlive);
  const asked = others.map(async ({ name, url }): Promise<ClockOffset[]> => {
    const offsetMs = await askSoon(network, url, hello, async (peer) => {
      const sentMs = Date.now();
      const { nowMs } = await peer.status();
      const gotMs = Date.now();
      return gotMs - sentMs > ASKED_MS_MAX ? undefined : nowMs - (sentMs + gotMs) / 2;
    });
    return typeof offsetMs === 'number' ? [{ name, offsetMs }] : [];
  });
  const members = (await log.client.statuses()).flatMap(({ url, offsetMs }) =>
    offsetMs === undefined ? [] : [{ name: url, offsetMs }],
  );
  return { nodes, clocks: [...(await Promise.all(asked)).flat(), ...members] };
};
