// `kontor`: a server inside another program.
//
//   const server = await startServer({ data: './shop', port: 0 });
//   console.log(server.url);
//   await server.stop();
//
// It is what `kontor serve` runs, without its signals. Not promised: that the program outlives a journal that has
// failed; the process then ends with 1, because nothing that it knows may be answered any more, and a restart recovers.
import { SETTINGS, loadSettings, unknownSetting } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { DEMO_SETTINGS, useDemoSecrets } from './demo/settings.ts';
import { configureLog } from './observability/log.ts';
import { endAfter } from './process/end-after.ts';
import type { Operator } from './process/signals.ts';
import { runServer } from './serve.ts';

export { ConfigError };

/** By their names in kontor.config.json; neither that file nor the environment is read. */
export type Settings = Partial<Config>;

/** What `startServer` opens besides the shop of its settings. */
export interface StartOptions {
  /** A shop with a history and printed credentials, on loopback only: docs/start/demo.md. */
  readonly demo?: boolean;
  /**
   * Credentials of the first channel. Without them a first start writes random ones to credentials.json in the data
   * directory.
   */
  readonly credentials?: { readonly username: string; readonly password: string; readonly secretKey: string };
}

/** A server that answers, until `stop`. */
export interface RunningServer {
  /** Address of the server, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Writes a snapshot file, as SIGUSR2 does. */
  snapshot(): void;
  /** Reads certificate and key again, as SIGHUP does. */
  renewTls(): void;
  /** Answers what has arrived, and resolves when everything is on the disk and the store is closed. */
  stop(): Promise<void>;
}

class Embedding implements Operator {
  readonly stop: Promise<void>;
  stopping = false;
  snapshot = (): void => {};
  private resolve!: () => void;

  constructor() {
    this.stop = new Promise((resolve) => (this.resolve = resolve));
  }

  renewTls = (): void => {};

  onRenewal(renew: () => void): void {
    this.renewTls = renew;
  }

  onSnapshot(make: () => void): void {
    this.snapshot = make;
  }

  askStop(): void {
    this.stopping = true;
    this.resolve();
  }
}

/** Resolves when the server answers. Throws ConfigError, and why the store cannot be opened. */
export const startServer = async (settings: Settings = {}, options: StartOptions = {}): Promise<RunningServer> => {
  const { demo = false, credentials } = options;
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown !== undefined) throw new ConfigError(unknownSetting(unknown));
  const { config, sources: given } = loadSettings(settings, {}, undefined, demo ? DEMO_SETTINGS : {});
  const sources = new Map([...given.keys()].map((name) => [name, 'startServer']));
  if (config.log !== '') throw new ConfigError('a node of a cluster is a process of its own: kontor serve');
  if (demo) useDemoSecrets();
  configureLog(config);
  const operator = new Embedding();
  let ended!: Promise<number>;
  const url = await new Promise<string>((resolve, reject) => {
    ended = runServer({ config, sources, demo, credentials, acceptTime: false }, operator, endAfter, resolve);
    ended.catch(reject);
  });
  return {
    url: url.replace('/srv/service/', ''),
    snapshot: () => operator.snapshot(),
    renewTls: () => operator.renewTls(),
    stop: async () => {
      operator.askStop();
      await ended;
    },
  };
};
