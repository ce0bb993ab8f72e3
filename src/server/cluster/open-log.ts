// The log of a cluster in etcd, as the settings say how it is reached.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { LOG_PASSWORD } from '../../config/environment.ts';
import { ConfigError } from '../../config/setting.ts';
import type { LogPlace } from './cluster-config.ts';

const logTlsIn = (directory: string) => {
  const read = (name: string): string | undefined =>
    existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : undefined;
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map(read);
  if (ca === undefined) throw new ConfigError(`logTls: ${join(directory, 'ca.pem')} is missing`);
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError(`logTls: ${directory} has one of cert.pem and key.pem: both or none`);
  return { ca, ...(cert !== undefined && key !== undefined && { cert, key }) };
};

/** Revisions of etcd are kept for so long, for streams that are behind. */
const KEEP_REVISIONS_MS = 60_000;
const ANSWER_MS_MIN = 300;

/** For commands of an operator, on whom no lease depends. */
export const PATIENT = { answerMsMin: 2_000, answerMsMax: 10_000 };

/** `patience`: how long members may take to answer, where that does not follow from the lease. */
export const openLog = (
  { shop, endpoints }: Pick<LogPlace, 'shop' | 'endpoints'>,
  { logTls, logUser, leaseMs }: Pick<Config, 'logTls' | 'logUser' | 'leaseMs'>,
  env: NodeJS.ProcessEnv,
  patience = { answerMsMin: Math.min(ANSWER_MS_MIN, leaseMs / 4), answerMsMax: leaseMs / 2 },
): EtcdLog => {
  const password = env[LOG_PASSWORD] ?? '';
  if (logUser !== '' && password === '')
    throw new ConfigError(`logUser is set, and the variable ${LOG_PASSWORD} is not`);
  return new EtcdLog({
    endpoints,
    prefix: `/kontor/${shop}/`,
    silentMs: leaseMs / 2,
    keepRevisionsMs: KEEP_REVISIONS_MS,
    ...patience,
    ...(logTls !== '' && { tls: logTlsIn(logTls) }),
    ...(logUser !== '' && { user: { name: logUser, password } }),
  });
};
