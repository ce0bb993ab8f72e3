// `kontor serve --memory`: a shop for tests that are written in other languages. Nothing is written to the disk, and
// whatever it holds is gone when it stops.
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { DEMO_CREDENTIALS } from '../admin/credentials.ts';
import type { Credentials } from '../admin/credentials.ts';
import { smtpClient } from '../server/parts/mail.ts';
import { refusedOf } from '../server/demo/demo-shop.ts';
import { fillSample } from '../server/demo/fill.ts';
import { logInfo, logWarning } from '../server/observability/log.ts';
import { Signals } from '../server/process/signals.ts';
import { clockRoute } from './clock-route.ts';
import { loadFixture } from './fixture.ts';
import { MemoryShop } from './memory-shop.ts';
import type { Members } from './memory-shop.ts';

export interface MemoryFlags {
  /** An ISO text: the clock stands there until it is moved. */
  readonly clock?: string | undefined;
  /** Files, as `kontor import` reads them. */
  readonly catalogue?: string | undefined;
  readonly table?: string | undefined;
}

export interface ServeMemoryOptions extends MemoryFlags {
  readonly config: Config;
  /** The goods of `npm start`, without the history in which they were sold. */
  readonly demo: boolean;
  readonly credentials: Credentials | undefined;
}

const fileOf = (path: string | undefined): URL | undefined => (path === undefined ? undefined : pathToFileURL(path));

const calling = async (
  shop: MemoryShop,
  { username, password, secretKey }: Credentials,
  request: string,
  fields: Members = {},
): Promise<Members> => {
  const licence = { licence_username: username, licence_password: password, licence_secret_key: secretKey };
  const reply = await shop.call({ ...licence, ...fields, request });
  const refused = refusedOf(request, reply);
  if (refused !== undefined) throw refused;
  return reply;
};

/** Serves until SIGTERM or SIGINT. Throws ConfigError, BadFixture, and why it cannot listen. */
export const serveMemory = async (options: ServeMemoryOptions): Promise<void> => {
  const { config, demo, clock, catalogue, table } = options;
  if (!isLoopback(config.host))
    throw new ConfigError(`a shop in memory listens on loopback only, not on ${config.host}`);
  const nowMs = clock === undefined ? undefined : Date.parse(clock);
  if (Number.isNaN(nowMs)) throw new ConfigError(`--clock: ${clock} is no moment, such as 2026-12-24T18:00:00Z`);
  const signals = new Signals();
  const credentials = options.credentials ?? DEMO_CREDENTIALS;
  const client = new UndiciClient();
  const mailClient = smtpClient(config, process.env);
  const shop = new MemoryShop({ config, credentials, nowMs, client, mailClient, warn: logWarning, env: process.env });
  const { engine } = shop;
  if (demo) await fillSample({ engine, call: (request, fields) => calling(shop, credentials, request, fields) });
  await loadFixture(engine, fileOf(catalogue), fileOf(table));
  await shop.loadExtensions();
  const url = await shop.listen([clockRoute(shop)], logInfo);
  if (options.credentials === undefined) {
    const { username, password, secretKey } = credentials;
    logInfo(`credentials: username ${username}, password ${password}, secret key ${secretKey}`);
  }
  const time = nowMs === undefined ? 'goes as the system’s' : `stands at ${new Date(nowMs).toISOString()}`;
  logInfo(`in memory, nothing is kept; the clock ${time}; POST ${url}/srv/clock moves it`);
  logInfo(`ready at ${url}/srv/service/`);
  await signals.stop;
  logInfo('stopping');
  await shop.close();
  await Promise.all([client.close(), mailClient?.close()]);
  logInfo('stopped');
};
