// Would catch a listener that agrees on what a stolen key, or somebody who alters records, opens later.
import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { newCertificate } from '../certificates.ts';
import { echoRequest } from './both-transports.ts';
import { transports } from './transports.ts';

const certificate = await newCertificate('rsa', 90, 'rsa');

describe.each(transports)('$name', ({ listen }) => {
  let server: Listener;
  beforeAll(async () => {
    const limits = { bodyBytesMax: 1000, bodyTimeoutMs: 5000 };
    server = await listen({ host: '127.0.0.1', port: 0, tls: certificate, ...limits }, echoRequest);
  });
  afterAll(() => server.close(0));

  /** Version and suite that are agreed on, or `refused`. The client takes whatever it is told to. */
  const agreed = (options: ConnectionOptions): Promise<string> =>
    new Promise((resolve) => {
      const at = { port: server.port, host: '127.0.0.1', servername: 'localhost', ca: certificate.cert };
      const socket = connect({ ...at, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.once('error', () => resolve('refused'));
    });
  const v12 = (ciphers: string) => agreed({ ciphers, maxVersion: 'TLSv1.2' });

  const everything = (): void => {
    test('TLS 1.3, and of 1.2 what has forward secrecy and authenticates', async () => {
      expect(await agreed({})).toMatch(/^TLSv1\.3 TLS_/);
      for (const suite of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305'])
        expect(await v12(suite)).toBe(`TLSv1.2 ${suite}`);
    });

    test.each([
      'AES128-GCM-SHA256',
      'AES256-GCM-SHA384',
      'AES128-SHA',
      'ECDHE-RSA-AES128-SHA',
      'ECDHE-RSA-AES256-SHA384',
      'DHE-RSA-AES128-GCM-SHA256',
      'kRSA',
    ])('%s is refused', async (suite) => {
      expect(await v12(suite)).toBe('refused');
    });

    test.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
      const any = { ciphers: 'ALL:@SECLEVEL=0', minVersion: version, maxVersion: version };
      expect(await agreed(any)).toBe('refused');
    });
  };

  everything();

  describe('after its certificate was renewed', () => {
    beforeAll(() => server.renewTls());
    everything();
  });
});
