// A thread that makes calls all at once, while the one that started it is busy.
import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { sent } from './sent.ts';

const { port, calls } = workerData as { readonly port: number; readonly calls: readonly Uint8Array[] };
const agent = new Agent({ keepAlive: true, maxSockets: calls.length });

const replies = calls.map((body) => sent(port, agent, body));
parentPort!.postMessage('begun');
parentPort!.postMessage(await Promise.all(replies));
agent.destroy();
