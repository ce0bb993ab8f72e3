// The administration listener of the built program.
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { Place } from '../../harness/program.ts';
import { reservePort } from '../../harness/ports.ts';

const place = new Place();
afterAll(() => place.clean());

/** As a page asks whose name resolves to this machine. */
const statusAs = (port: number, path: string, Host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { Host }, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    sent.once('error', reject).end();
  });

describe('the administration listener', () => {
  test('shows health, readiness and metrics; logged calls carry their id; the log is JSON', async () => {
    const port = await reservePort();
    const program = place.start(['serve', '--demo', '--data', 'one', '--port', '0', '--admin-port', String(port)], {
      KONTOR_LOG_FORMAT: 'json',
      KONTOR_LOG_ONE_CALL_OF: '1',
    });
    const ready = JSON.parse(await program.line(/"msg":"ready at /)) as { msg: string };
    const [url] = /http:\S+/.exec(ready.msg)!;
    const page = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect(await (await page('/healthz')).json()).toMatchObject({ status: 'up' });
    expect(await (await page('/readyz')).json()).toEqual({ status: 'ready', writes: 'ready', search: 'ready' });
    const body = 'request=get_shop&licence_username=demo_kontor&licence_password=wrong';
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const logged = program.line(/"msg":"call"/);
    const reply = await fetch(url, { method: 'POST', headers, body });
    expect(JSON.parse(await logged)).toMatchObject({
      id: reply.headers.get('x-request-id'),
      operation: 'get_shop',
      outcome: 'PERMISSION_DENIED',
    });
    await fetch(`${url}nothing/here`);
    const metrics = await page('/metrics');
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    const text = await metrics.text();
    expect(text).toContain('kontor_calls_total{operation="get_shop",outcome="PERMISSION_DENIED"} 1');
    expect(text).toContain('kontor_requests_refused_total{code="PATH_NOT_FOUND"} 1');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect((await page('/')).status).toBe(200);
    expect((await page('/nothing')).status).toBe(404);
    expect((await page('/metrics', 'POST')).status).toBe(405);
    for (const path of ['/', '/metrics', '/healthz', '/admin/login'])
      expect(await statusAs(port, path, `rebound.example:${port}`), path).toBe(421);
    expect(await statusAs(port, '/metrics', `localhost:${port}`)).toBe(200);
    program.signal('SIGTERM');
    expect((await program.ended).code).toBe(0);
    for (const line of program.out) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  });

  test('a port that is taken is refused in a line, and the shop is not served without it', async () => {
    const admin = String(await reservePort());
    const serve = ['serve', '--demo', '--port', '0', '--admin-port'];
    const first = await place.serveHere([...serve, admin, '--data', 'two']);
    expect(first.out.join('\n')).toContain(`metrics at http://127.0.0.1:${admin}`);
    expect((await place.refusedHere([...serve, admin, '--data', 'three'])).err).toEqual([
      expect.stringMatching(`cannot listen on 127\\.0\\.0\\.1:${admin}: another process has`),
    ]);
  });
});
