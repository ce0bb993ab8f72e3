// A thread that makes calls all at once, while the one that started it is busy.
import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { sent } from './sent.ts';

interface Calls {
  readonly port: number;
  readonly calls: readonly Uint8Array[];
  /** 1 once they may begin. */
  readonly gate: Int32Array;
}

const { port, calls, gate } = workerData as Calls;
const agent = new Agent({ keepAlive: true, maxSockets: calls.length });

parentPort!.postMessage('waits');
Atomics.wait(gate, 0, 0);
const replies = calls.map((body) => sent(port, agent, body));
parentPort!.postMessage(await Promise.all(replies));
agent.destroy();
