// Calls over node:http, as tests and their threads make them.
import { request } from 'node:http';
import type { Agent } from 'node:http';

/** The body of the reply. */
export const sent = (port: number, agent: Agent, body: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const call = request({ port, agent, method: 'POST', path: '/srv/service/' }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => resolve(Buffer.concat(chunks)));
      reply.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
