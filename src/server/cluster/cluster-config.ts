// The settings of a node's cluster, checked together.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { TlsFiles } from '../../http/transport/tls-files.ts';
import { isLoopback } from '../../outside/http/addresses.ts';

/** Which shop's log, and how its nodes are reached. */
export interface LogPlace {
  readonly shop: string;
  /** URLs of the members of etcd. */
  readonly endpoints: readonly string[];
  /** Certificates of the node. Never absent: without them any user of a machine could fetch the store with its keys. */
  readonly tls: Required<TlsFiles>;
}

export interface ClusterConfig extends LogPlace {
  readonly node: string;
  readonly host: string;
  readonly port: number;
  /** Where other nodes reach this one. */
  readonly url: string;
}

type Settings = Pick<Config, 'log' | 'logInClear' | 'shop' | 'node' | 'inner' | 'innerTls' | 'durability'>;

const endpointsOf = ({ log, logInClear }: Pick<Settings, 'log' | 'logInClear'>): string[] => {
  const [scheme, members] = log.split('://') as [string, string];
  const isInClear = scheme !== 'etcds';
  return members.split(',').map((member) => {
    const url = `${isInClear ? 'http' : 'https'}://${member.includes(':') ? member : `${member}:2379`}`;
    if (!URL.canParse(url)) throw new ConfigError(`log: ${member} is no host:port`);
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    if (isInClear && !logInClear && !isLoopback(host))
      throw new ConfigError(
        `log: etcd:// to ${host} passes the network in clear: etcds:// speaks TLS, and logInClear says that nobody ` +
          'else is on that network (docs/operate/cluster-setup.md)',
      );
    return url;
  });
};

/** Read permission of users that are neither the owner nor in the group. */
const OTHERS_READ = 0o004;

const isForAll = (file: string): boolean => process.platform !== 'win32' && (statSync(file).mode & OTHERS_READ) !== 0;

const tlsIn = (directory: string): Required<TlsFiles> => {
  if (directory === '')
    throw new ConfigError(
      'innerTls is missing: nodes know each other by certificates, on one machine too; ' +
        'sh deploy/certificates.sh makes them (docs/operate/cluster-setup.md)',
    );
  const at = (name: string): string => join(directory, name);
  const missing = ['ca.pem', 'cert.pem', 'key.pem'].find((name) => !existsSync(at(name)));
  if (missing !== undefined) throw new ConfigError(`innerTls: ${at(missing)} is missing`);
  if (isForAll(at('key.pem')))
    throw new ConfigError(`innerTls: any user of this machine may read ${at('key.pem')}: chmod 600 makes it private`);
  return { clientCaFile: at('ca.pem'), certFile: at('cert.pem'), keyFile: at('key.pem') };
};

/** Throws ConfigError. */
export const logPlaceOf = ({ log, logInClear, shop, innerTls }: Settings): LogPlace => {
  if (log === '')
    throw new ConfigError('log is wanted: --log etcd://host:port,host:port… (docs/operate/cluster-setup.md)');
  return { shop, endpoints: endpointsOf({ log, logInClear }), tls: tlsIn(innerTls) };
};

/** Undefined where no log is named. Throws ConfigError. */
export const clusterOf = (settings: Settings): ClusterConfig | undefined => {
  const { log, node, inner, durability } = settings;
  if (log === '') {
    if (node !== '') throw new ConfigError('node is set, and log is not: a node shares its shop over a log');
    return undefined;
  }
  if (node === '') throw new ConfigError('log is set, and node is not: each node of a shop has a name of its own');
  if (inner === '')
    throw new ConfigError('log is set, and inner is not: the address at which other nodes reach this one');
  if (durability !== 'fsync') throw new ConfigError(`with a log, durability is fsync, not ${durability}`);
  const colon = inner.lastIndexOf(':');
  const host = inner.slice(0, colon).replace(/^\[|\]$/g, '');
  return {
    ...logPlaceOf(settings),
    node,
    host,
    port: Number(inner.slice(colon + 1)),
    url: `https://${inner}`,
  };
};
