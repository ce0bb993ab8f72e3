// Catches a path of the administration listener that answers a web page which calls it by a name of its own.
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { STARTING_PAGES, openAdminListener } from '../../../src/server/observability/admin-listener.ts';
import type { AdminPages } from '../../../src/server/observability/admin-listener.ts';

const HEALTH = { isUp: true, report: {} };
const PAGES: AdminPages = {
  healthz: () => HEALTH,
  readyz: () => HEALTH,
  metrics: () => Promise.resolve(['', 'text/plain']),
  others: ({ path }, reply) => reply.send(path === '/known' ? 200 : 404, '{}'),
};
const PATHS = ['/healthz', '/metrics', '/known', '/nothing', '/srv/service/', '/images/x.png', '//healthz', '/?x=1'];

const answerTo = (port: number, method: string, path: string, Host: string): Promise<readonly [number, string]> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { Host }, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve([reply.statusCode ?? 0, text]));
    });
    sent.once('error', reject).end();
  });

test.each([
  ['is open', PAGES],
  ['starts', STARTING_PAGES],
  ['has no back office', { ...PAGES, others: undefined }],
] as const)('while the shop %s, no path is answered under a name that is not its own', async (_name, pages) => {
  const names = { adminHost: '127.0.0.1', adminNames: ['office.example'] };
  const listener = await openAdminListener(
    { host: '127.0.0.1', port: 0, names, tls: undefined, bodyBytesMax: 1024 },
    () => pages,
  );
  try {
    for (const path of PATHS)
      for (const method of ['GET', 'POST']) {
        const [status, text] = await answerTo(listener.port, method, path, `evil.example:${listener.port}`);
        expect([status, JSON.parse(text)], `${method} ${path}`).toMatchObject([421, { message: 'HOST_NOT_KNOWN' }]);
        expect((await answerTo(listener.port, method, path, 'office.example'))[0], `${method} ${path}`).not.toBe(421);
      }
    expect((await answerTo(listener.port, 'GET', '/nothing', 'office.example'))[0]).toBe(404);
  } finally {
    await listener.close(0);
  }
});
