// Asks nodes for their state, and waits one second at most.
import { ConfigError } from '../../config/setting.ts';
import type { KnownNode } from '../../engine/replication/log.ts';
import { lineOf } from '../../kernel/error-line.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { NodeHello, NodeStatus } from './inner-protocol.ts';
import type { Peer } from './peer.ts';

const WAIT_MS = 1_000;

/** Resolves with what the node answers, or with why it does not. */
export const askInTime = async <T>(
  network: InnerNetwork,
  url: string,
  hello: NodeHello,
  question: (peer: Peer) => Promise<T>,
): Promise<T | string> => {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const asked = network.ask<T | string>(url, hello, async (peer) => (isLate ? '' : question(peer)));
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(`${url} does not answer within ${WAIT_MS} ms`);
    }, WAIT_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    return lineOf(error);
  } finally {
    clearTimeout(timer);
  }
};

export const statusInTime = (network: InnerNetwork, url: string, hello: NodeHello): Promise<NodeStatus | string> =>
  askInTime(network, url, hello, (peer) => peer.status());

const whyNot = ({ state, refuses }: NodeStatus): string => {
  if (state !== 'following') return `it is ${state}`;
  return refuses === '' ? '' : `it would refuse changes with ${refuses}`;
};

/**
 * Returns the first node that answers that it follows: a node may have ended seconds ago although its note is there.
 * Throws ConfigError with what is wrong with all of them.
 */
export const firstThatFollows = async (
  nodes: readonly KnownNode[],
  network: InnerNetwork,
  hello: NodeHello,
): Promise<string> => {
  const problems: string[] = [];
  for (const { name, url } of nodes) {
    const status = await statusInTime(network, url, hello);
    const why = typeof status === 'string' ? status : whyNot(status);
    if (why === '') return name;
    problems.push(`node ${name}: ${why}`);
  }
  throw new ConfigError(problems.join('; '));
};
