// Certificates for tests of nodes and of TLS with etcd: an authority, a node, a member of etcd, a client.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

const ELLIPTIC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

/** With openssl; `usage`: what the certificate is good for, such as `serverAuth`. */
export class Authority {
  readonly ca: Certificate;
  private readonly directory: string;
  private issued = 0;

  constructor(directory: string) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    this.ca = this.files('ca');
    this.openssl(['req', '-x509', ...ELLIPTIC, '-subj', '/CN=authority', ...this.out('ca')]);
  }

  /** `address`: of the machine that shows it. */
  issue(name: string, usage: string, address = '127.0.0.1'): Certificate {
    const extensions = join(this.directory, `${name}.ext`);
    const request = join(this.directory, `${name}.csr`);
    writeFileSync(extensions, `subjectAltName=IP:${address}\nextendedKeyUsage=${usage}\n`);
    const key = ['-keyout', join(this.directory, `${name}.key`), '-out', request];
    this.openssl(['req', ...ELLIPTIC.slice(0, 5), '-subj', `/CN=${name}`, ...key]);
    const signed = ['-CA', this.ca.certFile, '-CAkey', this.ca.keyFile, '-CAcreateserial', '-days', '2'];
    const out = ['-out', join(this.directory, `${name}.pem`)];
    this.openssl(['x509', '-req', '-in', request, ...signed, '-extfile', extensions, ...out]);
    return this.files(name);
  }

  /** Makes `directory` what `innerTls` names, with a new certificate of a node. */
  placeNode(directory: string, address?: string): string {
    this.issued += 1;
    const { certFile, keyFile } = this.issue(`node-${this.issued}`, 'serverAuth,clientAuth', address);
    mkdirSync(directory, { recursive: true });
    copyFileSync(this.ca.certFile, join(directory, 'ca.pem'));
    copyFileSync(certFile, join(directory, 'cert.pem'));
    copyFileSync(keyFile, join(directory, 'key.pem'));
    return directory;
  }

  private files(name: string): Certificate {
    const [certFile, keyFile] = [join(this.directory, `${name}.pem`), join(this.directory, `${name}.key`)];
    const textOf = (file: string): string => readFileSync(file, 'utf8');
    return {
      certFile,
      keyFile,
      get cert() {
        return textOf(certFile);
      },
      get key() {
        return textOf(keyFile);
      },
    };
  }

  private out(name: string): string[] {
    return ['-keyout', join(this.directory, `${name}.key`), '-out', join(this.directory, `${name}.pem`)];
  }

  private openssl(args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: 'ignore' });
  }
}
