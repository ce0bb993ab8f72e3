// Certificates for tests, made anew in each run: nothing secret is committed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { TlsFiles } from '../../src/http/transport/tls-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'kontor-tls-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

let count = 0;

export interface TestCertificate extends TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Of this host, by itself: who trusts it trusts nothing else. */
export const newCertificate = async (
  name: string,
  days = 90,
  keyType: 'ec' | 'rsa' = 'ec',
): Promise<TestCertificate> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType,
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  count += 1;
  const [certFile, keyFile] = [join(directory, `${count}.crt`), join(directory, `${count}.key`)];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile, cert, key };
};
