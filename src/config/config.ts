// Every setting with its unit, its default and where it comes from: flags win over environment over file over defaults.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFlag } from '../kernel/flag.ts';
import { Type, json } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { shown } from '../kernel/result.ts';
import { REQUIRABLE } from '../domain/cart/order-details.ts';
import type { Names, ShopRules, TaxClass } from '../domain/rules.ts';
import type { RateE6 } from '../domain/money.ts';
import { parseDecimal } from '../domain/money.ts';
import { SLOTS_MAX } from '../engine/codes/session-codes.ts';

/** A wrong setting: the start stops with this one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Setting<T> {
  readonly value: T;
  readonly help: string;
  read(raw: unknown): T | undefined;
  /** What a value must be, for the message. */
  readonly wanted: string;
}

const whole = (value: number, help: string, min = 0, max = Number.MAX_SAFE_INTEGER): Setting<number> => ({
  value,
  help,
  wanted: `a whole number from ${min} to ${max}`,
  read: (raw) => {
    const text = String(raw).trim();
    const parsed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return parsed >= min && parsed <= max ? parsed : undefined;
  },
});

const word = (value: string, help: string, pattern = /^.+$/s, wanted = 'a text'): Setting<string> => ({
  value,
  help,
  wanted,
  read: (raw) => (typeof raw === 'string' && pattern.test(raw) ? raw : undefined),
});

const choice = <const T extends string>(value: T, help: string, values: readonly T[]): Setting<T> => ({
  value,
  help,
  wanted: `one of ${values.join(', ')}`,
  read: (raw) => values.find((one) => one === raw),
});

const yesNo = (value: boolean, help: string): Setting<boolean> => ({
  value,
  help,
  wanted: 'true or false',
  read: parseFlag,
});

const timeZone = (value: string, help: string): Setting<string> => ({
  value,
  help,
  wanted: 'a time zone such as Europe/Berlin',
  read: (raw) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: String(raw) }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
});

/** As browsers send them; a text is one of them, several between commas, or JSON. */
const origins = (help: string): Setting<readonly string[]> => ({
  value: [],
  help,
  wanted: '* or origins such as ["https://shop.example"]',
  read: (raw) => {
    const text = typeof raw === 'string' && !raw.trim().startsWith('[') ? raw.split(',').map((one) => one.trim()) : raw;
    const read = json(Type.Array(Type.String())).read(text, help);
    const isOrigin = (one: string): boolean => /^https?:/.test(one) && URL.canParse(one) && new URL(one).origin === one;
    if (!read.ok) return undefined;
    return read.value.every((one) => isOrigin(one) || (one === '*' && read.value.length === 1))
      ? read.value
      : undefined;
  },
});

const shaped = <T>(value: T, help: string, param: Param<unknown>): Setting<T> => ({
  value,
  help,
  wanted: 'JSON of the documented shape',
  read: (raw) => {
    const read = param.read(raw, help);
    return read.ok ? (read.value as T) : undefined;
  },
});

/** One text, or one per language. */
const names = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Record(Type.String({ pattern: '^[A-Za-z_-]{1,35}$' }), Type.String({ minLength: 1 }), { minProperties: 1 }),
]);
const methods = json(Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }), name: names })));
const HOUR_MS = 3_600_000;

export interface PaymentMethod {
  readonly id: number;
  readonly name: Names;
  /** `manual` where it is left out. */
  readonly provider?: 'manual' | 'hosted-page' | 'stripe';
  /** What clients are told of it, such as a public key. */
  readonly attributes?: { readonly [name: string]: string };
  /** Of the hosted page; of Stripe's API where it is not Stripe's own. */
  readonly url?: string;
  /** Environment variables that hold its secrets. */
  readonly secretEnv?: string;
  readonly webhookSecretEnv?: string;
}

const paymentMethods = json(
  Type.Array(
    Type.Object(
      {
        // Nine digits, as the notify address takes them.
        id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
        name: names,
        provider: Type.Optional(
          Type.Union([Type.Literal('manual'), Type.Literal('hosted-page'), Type.Literal('stripe')]),
        ),
        attributes: Type.Optional(Type.Record(Type.String(), Type.String())),
        url: Type.Optional(Type.String()),
        secretEnv: Type.Optional(Type.String()),
        webhookSecretEnv: Type.Optional(Type.String()),
      },
      // A secret in the file would be a mistake that nobody is told of.
      { additionalProperties: false },
    ),
  ),
);

export const SETTINGS = {
  port: whole(8080, 'port; 0 lets the system choose', 0, 65_535),
  host: word('127.0.0.1', 'address to listen on'),
  legacyPort: whole(0, 'port of the HTTP/1.0-capable listener; 0 = off', 0, 65_535),
  data: word('./data', 'data directory'),
  snapshots: word('./snapshots', 'directory of snapshot files'),
  durability: choice('fsync', 'what a reply promises: fsync survives a power cut', ['fsync', 'commit', 'relaxed']),

  currency: word('EUR', 'ISO 4217 code', /^[A-Z]{3}$/, 'three capital letters'),
  currencyDigits: whole(2, 'decimals of the minor unit', 0, 4),
  language: word('de_DE', 'default language', /^[A-Za-z_-]{1,35}$/, 'a language code'),
  country: word('DE', 'default country', /^[A-Z]{2}$/, 'two capital letters'),
  timeZone: timeZone('UTC', 'IANA time zone in which a day of the shop begins'),
  taxClasses: shaped(
    [{ name: 'default', calculation: 'included', rates: { DE: 0.19 } }],
    'tax classes, the first is the default: [{name, calculation, rates: {country: fraction}}]',
    json(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1 }),
          calculation: Type.Union([Type.Literal('included'), Type.Literal('added'), Type.Literal('subtracted')]),
          rates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
        }),
        { minItems: 1 },
      ),
    ),
  ),
  paymentMethods: shaped<readonly PaymentMethod[]>(
    [
      { id: 2, name: 'PrePayment' },
      { id: 3, name: 'Cash' },
    ],
    'active payment methods: [{id, name, provider}], name a text or {language: text}, docs/payments.md',
    paymentMethods,
  ),
  paymentSuccessUrl: word('', 'where shoppers come back to after paying', /^$|^https?:\/\/./, 'an http or https URL'),
  paymentCancelUrl: word('', 'where shoppers come back to without paying', /^$|^https?:\/\/./, 'an http or https URL'),
  paymentReturnHosts: shaped<readonly string[]>(
    [],
    'hosts that success_url and cancel_url may name; empty = any',
    json(Type.Array(Type.String())),
  ),
  paymentTimeoutMs: whole(10_000, 'milliseconds until a payment provider must have answered', 100, 120_000),
  paymentCallsMax: whole(50, 'payments being begun at a time, per method', 1, 10_000),
  paymentTokenTtlMs: whole(HOUR_MS, 'milliseconds that the token of a hosted payment page is valid', 1000),
  paymentNoticeToleranceMs: whole(300_000, 'milliseconds that a payment notice may be older or younger than now', 1000),
  deliveryMethods: shaped<ShopRules['deliveryMethods']>(
    [{ id: 1, name: 'Standard' }],
    'delivery methods: [{id, name}], name a text or {language: text}',
    methods,
  ),
  checkoutRequires: shaped<readonly string[]>(
    [],
    'what a draft must say before it is checked out: ["email","delivery_zip","id_payment_method"]',
    json(Type.Array(Type.Union(REQUIRABLE.map((name) => Type.Literal(name))))),
  ),
  orderIdFirst: whole(10_001, 'id and number of the first order', 1, 1_000_000_000),
  invoicePrefix: word(
    'R-',
    'text before the number of an invoice',
    /^[^\p{C}]{0,20}$/u,
    'a text of up to 20 characters',
  ),
  invoiceNumberFirst: whole(1, 'number of the first invoice', 1, 1_000_000_000_000),
  orderTransitions: choice('lenient', 'strict allows only the regular arrows of docs/life-cycles.md', [
    'lenient',
    'strict',
  ]),
  strictSecretKey: yesNo(false, 'also the reads of S 4 that merely show a secret key need it'),
  company: word('', 'name and address of the shop’s operator, line by line: the head of documents', /^.*$/s),
  companyFoot: word('', 'tax number, register, bank account, line by line: the foot of documents', /^.*$/s),
  templates: word('', 'directory of the shop’s own document templates; what it lacks comes from templates/', /^.*$/s),
  deliveryCountries: shaped<readonly string[]>(
    [],
    'countries delivered to, in this order: ["DE","AT"]; none = all',
    json(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true, maxItems: 300 })),
  ),
  pdfQueueMax: whole(100, 'PDF documents that may wait to be made', 1, 100_000),
  pdfTimeoutMs: whole(30_000, 'milliseconds that one PDF document may take', 100),
  htmlQueueMax: whole(500, 'HTML documents that may wait to be made, where they are not made in place', 1, 100_000),
  htmlTimeoutMs: whole(10_000, 'milliseconds that one HTML document may take', 100),
  documentBytesMax: whole(4_194_304, 'bytes of one document, HTML or PDF', 65_536, 67_108_864),

  corsOrigins: origins(
    'origins whose pages may call this server; none by default, * = any; README.md says when that is safe',
  ),
  bodyBytesMax: whole(1_048_576, 'bytes of a request body', 1024, 268_435_456),
  bodyMemoryBytesMax: whole(
    268_435_456,
    'bytes of all request bodies on their way, but for the first 16 KiB of each',
    0,
  ),
  bodyTimeoutMs: whole(10_000, 'milliseconds until a body must have arrived', 100),
  bodyFieldsMax: whole(200, 'fields of a body', 10, 10_000),
  fieldNameBytesMax: whole(256, 'bytes of a field name', 16, 65_536),
  cartLinesMax: whole(1000, 'lines of a cart', 1, 1000),
  cartHoldMs: whole(
    0,
    'milliseconds that a cart holds the stock of its lines after its last change; 0 = carts hold nothing',
    0,
    24 * HOUR_MS,
  ),
  recordsMax: whole(0, 'records that one list, search or report may hold; 0 = all there are', 0, 1_000_000_000),
  streamedListsMax: whole(64, 'long lists that are written at a time', 1, 100_000),
  streamedListStallTimeoutMs: whole(30_000, 'milliseconds that the caller of a long list may take nothing', 100),
  channelsMax: whole(1000, 'channels', 1, 1_000_000),
  webhooksMax: whole(100, 'webhooks, those included that exist from the start', 7, 10_000),
  webhookBacklogMax: whole(100_000, 'messages that may wait for one webhook', 1),
  webhookDelayMs: whole(5000, 'milliseconds between a change and the call of a delayed event', 0),
  webhookPrivateAddresses: choice(
    'auto',
    'webhooks and applications at private addresses; auto: while this server listens on loopback',
    ['auto', 'on', 'off'],
  ),
  webhookCallsMax: whole(32, 'webhooks called at a time; 0 = none is called', 0, 1000),
  webhookTimeoutMs: whole(10_000, 'milliseconds until a webhook must have answered', 10, 60_000),
  imageHosts: shaped<readonly string[]>(
    [],
    'hosts whose images are asked for their size where a write leaves it out; empty = none',
    json(Type.Array(Type.String({ pattern: '^[a-z0-9.:-]+$' }), { uniqueItems: true, maxItems: 1000 })),
  ),
  sessionsMax: whole(5_000_000, 'sessions at a time', 1, SLOTS_MAX),
  sessionTtlMs: whole(24 * HOUR_MS, 'milliseconds that an unused session lives', 1000),
  sessionTouchIntervalMs: whole(HOUR_MS, 'milliseconds after which use of a session is written again', 100),
  idempotencyKeysMax: whole(1_000_000, 'idempotency keys remembered per channel', 1),
  idempotencyKeyTtlMs: whole(24 * HOUR_MS, 'milliseconds that an idempotency key is remembered', 1000),
  residentActorsMax: whole(100_000, 'actors of a kind kept in memory as objects; of orders a tenth of it', 100),
  responseCacheBytesMax: whole(536_870_912, 'bytes of replies kept for the next time', 0),
  pendingRepliesMax: whole(100_000, 'replies that may wait for the disk', 1),
  invoiceRetentionYears: whole(
    10,
    'whole years that what stands on an invoice outlives the erasure of its person',
    0,
    100,
  ),
  slowCallsMax: whole(
    1000,
    'calls that may wait for each kind of slow work: passwords, applications (at most 200), documents, payment providers',
    1,
  ),
  feedRetentionRecords: whole(100_000, 'records kept in the journal for readers of the change feed', 0),
  feedReadersMax: whole(64, 'readers of the change feed at a time', 0, 10_000),
  feedStallTimeoutMs: whole(30_000, 'milliseconds that a reader of the change feed may take nothing', 100),
  usageFlushIntervalMs: whole(
    10_000,
    'milliseconds after which counted calls are written; a crash loses what was counted since',
    50,
  ),
  zeroResultSearchesMax: whole(1000, 'search texts without result that are remembered', 0, 10_000),
  auditEntriesMax: whole(1_000_000, 'changes that the audit keeps', 0),
  passwordCharset: choice('basic', 'characters of passwords: a-z, A-Z, 0-9 and ! @ $, or any', ['basic', 'any']),
  passwordThreads: whole(0, 'threads that hash passwords; 0 = one less than the cores', 0, 64),
  passwordQueueMax: whole(100, 'passwords that may wait for their hash', 0),
  passwordMemoryKib: whole(19_456, 'KiB of memory of a password hash', 8, 4_194_304),
  passwordPasses: whole(2, 'passes of a password hash over its memory', 1, 1000),
  loginFailuresFree: whole(5, 'failed logins of a name before the next one is delayed', 1),
  loginFailuresFreePerAddress: whole(50, 'failed logins of an address before the next one is delayed', 1),
  loginDelayMsMax: whole(30_000, 'milliseconds between two logins of a name that keeps failing', 0),
  loginFailuresTrackedMax: whole(100_000, 'names and addresses whose failed logins are remembered', 1),
  clientAddressHeader: word(
    '',
    'header in which storefronts send the shopper’s address; trusted as it is',
    /^[a-z0-9-]*$/i,
    'the name of a header',
  ),
  ownership: choice('open', 'strict shows users and orders by id to the back office and their owner only', [
    'open',
    'strict',
  ]),
  verifyUrl: word(
    '',
    'page that verifies accounts, with {id_user} and {session_id} in it',
    /^(https?:\/\/\S+)?$/,
    'a URL',
  ),
  resetUrl: word(
    '',
    'page that sets a forgotten password, with {id_user} and {session_id} in it',
    /^(https?:\/\/\S+)?$/,
    'a URL',
  ),
  replayRecordsMax: whole(200_000, 'records that a restart may have to replay before rows are written', 1),
  checkpointRowsMax: whole(200, 'rows written at a time while nothing else is written', 1),
  checkpointPauseMs: whole(20, 'milliseconds between two such writes', 0),
  snapshotIntervalRecords: whole(2_000_000, 'records after which a snapshot file is made', 1000),
  snapshotFilesMax: whole(3, 'snapshot files kept', 1, 1000),
  backgroundSliceMs: whole(2, 'milliseconds of one slice of background work', 1, 1000),
  shutdownTimeoutMs: whole(10_000, 'milliseconds that a stop waits for replies under way', 0),
} satisfies { readonly [name: string]: Setting<unknown> };

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** `bodyBytesMax` → `KONTOR_BODY_BYTES_MAX`. */
export const envName = (name: string): string =>
  `KONTOR_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

export const CONFIG_FILE = 'kontor.config.json';

const readFile = (directory: string): { readonly [name: string]: unknown } => {
  const path = join(directory, CONFIG_FILE);
  if (!existsSync(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path}: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConfigError(`${path} is no JSON object`);
  for (const name of Object.keys(parsed))
    if (!Object.hasOwn(SETTINGS, name)) throw new ConfigError(`${path}: there is no setting ${name}`);
  return parsed as { readonly [name: string]: unknown };
};

export type RawSettings = { readonly [name: string]: unknown };

/**
 * Throws ConfigError. `directory` is where kontor.config.json is looked for; `defaults` go before those of the
 * settings.
 */
export const loadConfig = (
  flags: RawSettings,
  env: { readonly [name: string]: string | undefined },
  directory: string,
  defaults: RawSettings = {},
): Config => {
  const file = readFile(directory);
  const config: { [name: string]: unknown } = {};
  for (const name of SETTING_NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const fromEnv = env[envName(name)];
    const [raw, source] =
      flags[name] !== undefined
        ? [flags[name], `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`]
        : fromEnv !== undefined && fromEnv !== ''
          ? [fromEnv, envName(name)]
          : [file[name] === undefined ? defaults[name] : file[name], CONFIG_FILE];
    const value = raw === undefined ? setting.value : setting.read(raw);
    if (value === undefined) throw new ConfigError(`${source}: ${shown(JSON.stringify(raw))} is not ${setting.wanted}`);
    config[name] = value;
  }
  return config as Config;
};

const STATE_LABELS: ShopRules['stateLabels'] = {
  de_DE: {
    PAYMENT_NOT_RECEIVED: 'Zahlung nicht erhalten',
    PAYMENT_RECEIVED: 'Zahlung erhalten',
    PROCESSING: 'In Bearbeitung',
    PARTIAL: 'Teilweise versandt',
    CLOSED: 'Abgeschlossen',
    OPEN: 'Offen',
    CANCELED: 'Storniert',
  },
  en_GB: {
    PAYMENT_NOT_RECEIVED: 'Payment not received',
    PAYMENT_RECEIVED: 'Payment received',
    PROCESSING: 'In progress',
    PARTIAL: 'Partly shipped',
    CLOSED: 'Closed',
    OPEN: 'Open',
    CANCELED: 'Cancelled',
  },
};

const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const shopRules = (config: Config): ShopRules => {
  const { currency, currencyDigits, language, country, timeZone, paymentMethods, deliveryMethods } = config;
  const taxClasses = config.taxClasses.map(({ name, calculation, rates }): TaxClass => ({
    name,
    calculation: calculation as TaxClass['calculation'],
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, parseDecimal(rate, 6) as RateE6])),
  }));
  const {
    orderIdFirst,
    orderTransitions,
    invoicePrefix,
    invoiceNumberFirst,
    sessionTtlMs,
    sessionTouchIntervalMs,
    cartLinesMax,
    recordsMax,
  } = config;
  const { channelsMax, webhooksMax, webhookBacklogMax, webhookDelayMs } = config;
  return {
    currency,
    currencyDigits,
    language,
    country,
    timeZone,
    taxClasses: taxClasses as [TaxClass, ...TaxClass[]],
    paymentMethods,
    deliveryMethods,
    stateLabels: STATE_LABELS,
    orderIdFirst,
    company: linesOf(config.company),
    companyFoot: linesOf(config.companyFoot),
    checkoutRequires: config.checkoutRequires,
    orderTransitions,
    invoicePrefix,
    invoiceNumberFirst,
    sessionTtlMs,
    sessionTouchIntervalMs,
    cartLinesMax,
    recordsMax,
    channelsMax,
    webhooksMax,
    webhookBacklogMax,
    webhookDelayMs,
    cartHoldMs: config.cartHoldMs,
  };
};
