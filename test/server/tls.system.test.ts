// Would catch a server that speaks no TLS where it should, one that a bad certificate at SIGHUP ends, and a listener
// whose half-open handshakes nobody sees.
import { copyFileSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import { newCertificate } from '../http/certificates.ts';
import { halfOpen } from '../http/half-open.ts';

const place = new Place();
afterAll(() => place.clean());

const call = (url: string, ca: string, method = 'POST'): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = {
      method,
      ca,
      agent: false,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    const sent = request(url.replace('127.0.0.1', 'localhost'), options, (reply) => {
      reply.resume();
      resolve(reply.statusCode!);
    });
    sent.once('error', reject);
    sent.end(method === 'GET' ? undefined : 'request=get_shop');
  });

const pageOf = (url: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url.replace('127.0.0.1', 'localhost'), { ca, agent: false }, (reply) => resolve(text(reply))).once(
      'error',
      reject,
    );
  });

test('both listeners speak TLS, SIGHUP reads the files again, and a bad one changes nothing', async () => {
  const [first, second] = [await newCertificate('first'), await newCertificate('second', 7)];
  const legacyPort = await reservePort();
  const args = [
    'serve',
    '--demo',
    '--port',
    '0',
    '--legacy-port',
    String(legacyPort),
    '--tls-cert',
    first.certFile,
    '--tls-key',
    first.keyFile,
  ];
  const adminPort = await reservePort();
  const program = place.start([...args, '--admin-port', String(adminPort)], { KONTOR_ADMIN_TLS: 'on' });
  const url = await program.ready();
  expect(url).toMatch(/^https:/);
  expect(program.out.join('\n')).toContain(`the certificate in ${first.certFile} is valid until`);
  const legacy = `https://127.0.0.1:${legacyPort}/srv/service/`;
  expect([await call(url, first.cert), await call(legacy, first.cert)]).toEqual([200, 200]);

  const handshakes = async (): Promise<string> => {
    const page = await pageOf(`https://127.0.0.1:${adminPort}/metrics`, first.cert);
    return /^kontor_tls_handshakes (\d+)$/m.exec(page)![1]!;
  };
  const half = [await halfOpen(legacyPort), await halfOpen(adminPort)];
  await expect.poll(handshakes).toBe('2');
  for (const socket of half) socket.destroy();

  copyFileSync(second.certFile, first.certFile);
  let said = program.line(/the certificate from before stays/);
  program.signal('SIGHUP');
  expect(await said).toContain(`the key in ${first.keyFile} is not that of the certificate`);
  expect(await call(url, first.cert)).toBe(200);

  copyFileSync(second.keyFile, first.keyFile);
  said = program.line(/valid until/);
  program.signal('SIGHUP');
  expect(await said).toContain('renew it, then send SIGHUP');
  expect([await call(url, second.cert), await call(legacy, second.cert)]).toEqual([200, 200]);
  await expect(call(url, first.cert)).rejects.toThrow('self');
  program.signal('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

test('the administration listener speaks it off loopback, or where it is told to, and renews it too', async () => {
  const [first, second] = [await newCertificate('third'), await newCertificate('fourth')];
  const files = ['--tls-cert', first.certFile, '--tls-key', first.keyFile];
  const serve = async (data: string, env: { [name: string]: string }) => {
    const port = await reservePort();
    const args = ['serve', '--port', '0', '--data', data, '--admin-port', String(port), ...files];
    return { server: await place.serveHere(args, env), port };
  };
  const plain = await serve('plain', {});
  expect((await fetch(`http://127.0.0.1:${plain.port}/healthz`)).status).toBe(200);
  const { server, port } = await serve('tls', { KONTOR_ADMIN_HOST: '0.0.0.0' });
  expect(server.out.join('\n')).toContain(`metrics at https://0.0.0.0:${port}/metrics`);
  const health = `https://127.0.0.1:${port}/healthz`;
  expect(await call(health, first.cert, 'GET')).toBe(200);
  copyFileSync(second.certFile, first.certFile);
  copyFileSync(second.keyFile, first.keyFile);
  const said = server.line(/valid until/);
  server.signal('SIGHUP');
  await said;
  expect(await call(health, second.cert, 'GET')).toBe(200);
  expect([await plain.server.stop(), await server.stop()]).toEqual([0, 0]);
  const { err } = await place.refusedHere(['serve', '--port', '0', '--data', 'none', '--admin-port', '1'], {
    KONTOR_ADMIN_TLS: 'on',
  });
  expect(err.join('\n')).toContain('adminTls is on, and tlsCert');
});

test('a certificate without its key, and files that are none, are refused in a line', async () => {
  const { certFile, keyFile } = await newCertificate('one');
  const refused = async (...flags: string[]): Promise<string> => {
    const { err } = await place.refusedHere(['serve', '--demo', '--port', '0', '--data', 'refused', ...flags]);
    return err.join('\n');
  };
  expect(await refused('--tls-cert', certFile)).toContain('tlsKey is missing');
  expect(await refused('--tls-cert', 'nowhere.pem', '--tls-key', keyFile)).toMatch(
    /TLS: \S*nowhere\.pem cannot be read/,
  );
  writeFileSync(keyFile, 'nonsense');
  expect(await refused('--tls-cert', certFile, '--tls-key', keyFile)).toContain('holds no key in PEM');
});
