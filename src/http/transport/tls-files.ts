// Certificate and key of a listener that speaks TLS: files that an operator, or a client of ACME, renews.
import { X509Certificate } from 'node:crypto';
import { promises, readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

export interface TlsFiles {
  /** PEM: the certificate of the host, then those that lead to the root. */
  readonly certFile: string;
  /** PEM, without a password. */
  readonly keyFile: string;
  /** PEM: clients must show a certificate that it has signed; absent: none. The transport of node:http alone. */
  readonly clientCaFile?: string;
}

/**
 * The suites of TLS 1.2 that any listener takes: with forward secrecy, so that a stolen key opens nothing that was
 * recorded before, and authenticated encryption, so that there is no padding to guess at.
 */
export const CIPHERS_1_2 = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

export interface TlsPair {
  readonly cert: string;
  readonly key: string;
  /** CA of clients' certificates; absent: clients show none. */
  readonly ca?: string;
  /** When the first certificate ends, milliseconds since 1970. */
  readonly validToMs: number;
}

const unreadable = (path: string, error: unknown): Error =>
  new Error(`TLS: ${path} cannot be read: ${(error as Error).message}`, { cause: error });

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
};

const load = async (path: string): Promise<string> => {
  try {
    return await promises.readFile(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
};

/** Throws, with one line, where a file cannot be read, is no PEM, or where the key is not that of the certificate. */
export const readTls = (files: TlsFiles): TlsPair => {
  const { certFile, keyFile, clientCaFile } = files;
  const ca = clientCaFile === undefined ? undefined : read(clientCaFile);
  return checked(files, read(certFile), read(keyFile), ca);
};

/** As `readTls`, while others are served: a disk that does not answer holds up nobody. */
export const loadTls = async (files: TlsFiles): Promise<TlsPair> => {
  const { certFile, keyFile, clientCaFile } = files;
  const ca = clientCaFile === undefined ? undefined : await load(clientCaFile);
  return checked(files, await load(certFile), await load(keyFile), ca);
};

const checked = ({ certFile, keyFile }: TlsFiles, cert: string, key: string, ca: string | undefined): TlsPair => {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw new Error(`TLS: ${certFile} holds no certificate in PEM`);
  }
  try {
    createSecureContext({ cert, key, ca });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(
      /MISMATCH/.test(code)
        ? `TLS: the key in ${keyFile} is not that of the certificate in ${certFile}`
        : `TLS: ${keyFile} holds no key in PEM without a password: ${message}`,
      { cause: error },
    );
  }
  return { cert, key, ...(ca !== undefined && { ca }), validToMs: Date.parse(certificate.validTo) };
};
