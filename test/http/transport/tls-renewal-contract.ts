// Would catch a renewed certificate that is not used, a call that fails while it is renewed, and a bad one that is.
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { Caller, post } from '../caller.ts';
import { newCertificate } from '../certificates.ts';
import type { TestCertificate } from '../certificates.ts';
import { listening } from '../../harness/ports.ts';
import { until } from '../../harness/until.ts';
import { echoRequest } from './both-transports.ts';
import type { TransportUnderTest } from './both-transports.ts';

const [first, second, stranger] = [
  await newCertificate('first'),
  await newCertificate('second'),
  await newCertificate('x'),
];

const install = (from: TestCertificate, to: TestCertificate): void => {
  copyFileSync(from.certFile, to.certFile);
  copyFileSync(from.keyFile, to.keyFile);
};

/** Whose certificate a new connection is shown. */
const shown = (port: number, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once('error', reject);
  });

export const tlsRenewal = ({ isTls, serve }: TransportUnderTest): void => {
  if (!isTls) {
    test('without TLS there is nothing to renew', async () => {
      const server = await serve(echoRequest);
      await expect(server.renewTls()).resolves.toBeUndefined();
    });
    return;
  }

  test('a renewed certificate is shown from then on, and no call fails meanwhile', async () => {
    const installed = await newCertificate('installed');
    install(first, installed);
    const connections = new ConnectionLimit(100);
    const server = await serve(echoRequest, { tls: installed, connections });
    expect(await shown(server.port, first.cert)).toBe('first');
    const open = new Caller(server.port, first.cert);
    expect((await open.write(post('/', 'x')).reply()).headers['connection']).not.toBe('close');

    install(second, installed);
    let calls = 0;
    const over = new AbortController();
    const trusted = `${first.cert}\n${second.cert}`;
    const traffic = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const caller = new Caller(server.port, trusted);
        expect((await caller.write(post('/', 'x')).reply()).status).toBe(200);
        await caller.cut();
        calls += 1;
      }
    });
    const goesOn = async (): Promise<void> => {
      const before = calls;
      await until('calls to go on', () => calls > before + traffic.length);
    };
    await goesOn();
    for (let turn = 0; turn < 5; turn += 1) {
      await server.renewTls();
      await goesOn();
    }
    over.abort();
    await Promise.all(traffic);
    expect(await shown(server.port, second.cert)).toBe('second');
    await expect(shown(server.port, first.cert)).rejects.toThrow('self');

    // What was open is answered once more, and told to come again.
    expect((await open.write(post('/', 'x')).reply()).headers['connection']).toBe('close');
    await open.close();
    await expect.poll(() => connections.open).toBe(0);
  });

  test('files that are wrong are refused in a line, and the certificate from before stays', async () => {
    const installed = await newCertificate('installed');
    const server = await serve(echoRequest, { tls: installed });
    copyFileSync(stranger.keyFile, installed.keyFile);
    await expect(server.renewTls()).rejects.toThrow(`${installed.keyFile} is not that of the certificate in`);
    writeFileSync(installed.certFile, 'nonsense');
    await expect(server.renewTls()).rejects.toThrow(`${installed.certFile} holds no certificate in PEM`);
    writeFileSync(installed.certFile, installed.cert);
    writeFileSync(installed.keyFile, 'nonsense');
    await expect(server.renewTls()).rejects.toThrow(`${installed.keyFile} holds no key in PEM`);
    expect(await shown(server.port, installed.cert)).toBe('installed');
  });

  test('a port that another process has is refused', async () => {
    const other = createServer();
    const port = await listening(other);
    await expect(serve(echoRequest, { port })).rejects.toThrow('another process has the port');
    other.close();
  });
};
