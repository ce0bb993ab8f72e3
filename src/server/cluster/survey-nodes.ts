// Reads the clocks of a cluster: those of the nodes that are alive, and those of etcd's members.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { ClockOffset } from './clock-offsets.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { NodeHello } from './inner-protocol.ts';
import { askInTime } from './ask-node.ts';
import type { NodeSurvey } from './node-watch.ts';

/** An answer that took longer is too inexact. */
const ASKED_MS_MAX = 500;

/** Rejects where the log does not answer. Clocks that cannot be asked are left out. */
export const surveyNodes = async (log: EtcdLog, network: InnerNetwork, hello: NodeHello): Promise<NodeSurvey> => {
  const nodes = await log.nodes.list();
  const others = nodes.filter(({ name, isAlive }) => name !== hello.node && isAlive);
  const answers = others.map(async ({ name, url }): Promise<ClockOffset[]> => {
    const offsetMs = await askInTime(network, url, hello, async (peer) => {
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
  return { nodes, clocks: [...(await Promise.all(answers)).flat(), ...members] };
};
