// A thread that makes calls all at once, while the one that started it is busy.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { port, calls } = workerData as { readonly port: number; readonly calls: readonly Uint8Array[] };
const agent = new Agent({ keepAlive: true, maxSockets: calls.length });

const sent = (body: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const call = request({ port, agent, method: 'POST', path: '/srv/service/' }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => resolve(Buffer.concat(chunks)));
    });
    call.on('error', reject);
    call.end(body);
  });

const replies = calls.map(sent);
parentPort!.postMessage('begun');
parentPort!.postMessage(await Promise.all(replies));
agent.destroy();
