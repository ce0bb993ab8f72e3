// `kontor/testing`: a shop for tests of storefronts, with a clock that stands still until the test moves it, and
// webhooks that are kept instead of being sent.
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../config/config.ts';
import { EXTENSION_POINTS } from '../kernel/extensions.ts';
import type { Config } from '../config/config.ts';
import { paymentVariable } from '../config/environment.ts';
import type { MailAnswer, MailClient, OutgoingMail } from '../kernel/mail-client.ts';
import type { HttpAnswer, HttpCall, HttpClient } from '../kernel/http-call.ts';
import { randomCredentials } from '../admin/credentials.ts';
import type { Credentials } from '../admin/credentials.ts';
import { loadFixture } from './fixture.ts';
import type { Fixture } from './fixture.ts';
import { MemoryShop } from './memory-shop.ts';
import type { Members } from './memory-shop.ts';

export { BadFixture } from './fixture.ts';
export type { Fixture } from './fixture.ts';

/** What a shop for tests begins with. */
export interface TestShopOptions {
  /** Where the clock stands at the start: a date or an ISO text. Default: the present. */
  readonly clock?: Date | string;
  /** JSON lines, one record per line, as `kontor import` reads them: the text, or the address of a file. */
  readonly catalogue?: Fixture;
  /** A table of products in CSV, read after the catalogue, whose classes it needs. */
  readonly table?: Fixture;
  /** Settings by name, as in kontor.config.json. */
  readonly settings?: Partial<Config>;
  /** Modules of own logic, as the setting `extensions` has them, or by their file alone, with 30 s for each answer. */
  readonly extensions?: readonly (string | URL | Config['extensions'][number])[];
  /** Secrets of payment methods by the name of their variable; TEST_SECRET where one is not named. */
  readonly secrets?: { readonly [variable: string]: string };
}

/** The secret of every payment method of a shop for tests, unless the test names another. */
export const TEST_SECRET = 'test-secret';

/** A call of a webhook that would have been sent. */
export interface WebhookCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Parameters of the query or the form, the event among them: docs/build/webhooks.md. */
  readonly parameters: { readonly [name: string]: string };
  readonly at: Date;
}

/** A mail that would have been sent. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[];
  /** Left part of its Message-ID. */
  readonly key: string;
  readonly at: Date;
}

/** What a receiver answers; the body is `WEBHOOK_EXECUTED` where it is left out. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body?: string;
}

/** A shop in memory, with a clock that the test moves. */
export interface TestShop {
  /** Calls an operation as a storefront does, without the secret key; resolves with the parsed reply. */
  call<T = Members>(request: string, fields?: Members): Promise<T>;
  /** Calls an operation as a back office does, with the secret key. */
  admin<T = Members>(request: string, fields?: Members): Promise<T>;
  /** Credentials of the shop's one channel, for clients of the address that `listen` gives. */
  readonly credentials: Credentials;
  /** Opens a port of loopback and resolves with the server's address. */
  listen(): Promise<string>;
  /** Calls of webhooks in their order, messages to users among them. */
  readonly webhooks: readonly WebhookCall[];
  /** Mails in their order; none unless the settings name `smtpHost` and `smtpFrom`. No server is asked. */
  readonly mails: readonly KeptMail[];
  /** From now on receivers answer so; without it they accept everything. */
  answerWebhooks(answer: (call: WebhookCall) => WebhookAnswer): void;
  /** Where the clock stands. */
  now(): Date;
  /**
   * Moves the clock on to this moment; what has expired by then ends, and webhooks that are due are called. Throws
   * RangeError: time never goes back.
   */
  setClock(to: Date | string): Promise<void>;
  /** Moves the clock on by `ms`, as `setClock` does. */
  advance(ms: number): Promise<void>;
  /** Ends the shop; nothing of it remains. */
  close(): Promise<void>;
}

type ExtensionOption = NonNullable<TestShopOptions['extensions']>[number];

/** A machine that runs tests is busy, and a test is not about that. */
const PATIENT = Object.fromEntries(EXTENSION_POINTS.map((point) => [point, 30_000]));

const extensionOf = (option: ExtensionOption): Config['extensions'][number] => {
  if (typeof option === 'object' && !(option instanceof URL)) return option;
  return { module: typeof option === 'string' ? option : fileURLToPath(option), deadlineMs: PATIENT };
};

const momentOf = (value: Date | string): number => {
  const ms = new Date(value).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`${String(value)} is no moment`);
  return ms;
};

/** Keeps the calls of webhooks, applications and payment providers; no other server is ever called. */
class Receiver implements HttpClient {
  readonly calls: WebhookCall[] = [];
  answer: (call: WebhookCall) => WebhookAnswer = () => ({ status: 200 });
  now: () => Date = () => new Date();

  call({ method, url, headers, body }: HttpCall): Promise<HttpAnswer> {
    const sent = method === 'GET' ? new URL(url).searchParams : new URLSearchParams(body);
    const made: WebhookCall = { method, url, headers, parameters: Object.fromEntries(sent), at: this.now() };
    this.calls.push(made);
    const { status, body: text = 'WEBHOOK_EXECUTED' } = this.answer(made);
    return Promise.resolve({ ok: true, status, bytes: Buffer.from(text) });
  }
}

/** Keeps mails; no server is ever asked. */
class Postbox implements MailClient {
  readonly mails: KeptMail[] = [];
  now: () => Date = () => new Date();

  send({ to, subject, html, text, attachments, key }: OutgoingMail): Promise<MailAnswer> {
    this.mails.push({ to, subject, html, text, attachments, key, at: this.now() });
    return Promise.resolve({ ok: true, answer: '250' });
  }
}

const testSecrets = ({ paymentMethods }: Config): { [variable: string]: string } =>
  Object.fromEntries(
    paymentMethods.flatMap(({ id, secretEnv, webhookSecretEnv }) => [
      [secretEnv ?? paymentVariable(id, 'SECRET'), TEST_SECRET],
      [webhookSecretEnv ?? paymentVariable(id, 'WEBHOOK_SECRET'), TEST_SECRET],
    ]),
  );

/** Opens a shop of its own, however many there are in the process. Throws BadFixture, ConfigError, RangeError. */
export const testShop = async (options: TestShopOptions = {}): Promise<TestShop> => {
  const { settings, extensions } = options;
  const own = extensions === undefined ? {} : { extensions: extensions.map(extensionOf) };
  const config = loadConfig({ port: 0, ...settings, ...own }, {}, undefined);
  const credentials = randomCredentials();
  const receiver = new Receiver();
  const postbox = new Postbox();
  const shop = new MemoryShop({
    config,
    credentials,
    nowMs: momentOf(options.clock ?? new Date()),
    client: receiver,
    mailClient: config.smtpHost === '' ? undefined : postbox,
    warn: () => {},
    env: { ...testSecrets(config), ...options.secrets },
  });
  receiver.now = () => new Date(shop.nowMs);
  postbox.now = receiver.now;
  try {
    await loadFixture(shop.engine, options.catalogue, options.table);
    await shop.loadExtensions();
  } catch (error) {
    await shop.close();
    throw error;
  }
  const { username, password, secretKey } = credentials;
  const licence = { licence_username: username, licence_password: password };
  const office = { ...licence, licence_secret_key: secretKey };
  return {
    credentials,
    webhooks: receiver.calls,
    mails: postbox.mails,
    answerWebhooks: (answer) => void (receiver.answer = answer),
    call: <T>(request: string, fields: Members = {}) => shop.call({ ...licence, ...fields, request }) as Promise<T>,
    admin: <T>(request: string, fields: Members = {}) => shop.call({ ...office, ...fields, request }) as Promise<T>,
    listen: () => shop.listen([], () => {}),
    now: () => new Date(shop.nowMs),
    setClock: async (to) => shop.moveTo(momentOf(to)),
    advance: async (ms) => shop.moveTo(shop.nowMs + ms),
    close: () => shop.close(),
  };
};
