// Runs the tour through a shop in memory, and keeps what every operation was first asked and what it answered.
//
// Ids, dates and amounts are the same in every run, because the clock stands still; codes, tokens and secrets are made
// by chance. The tour is therefore run twice: what differs between the two is replaced by its name in capitals.
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { Operation } from '../../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { randomCredentials } from '../../../src/admin/credentials.ts';
import { MemoryShop } from '../../../src/testing/memory-shop.ts';
import { SECURITY_LEVELS } from '../../../src/domain/accounts/user-fields.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { HttpCall } from '../../../src/kernel/http-call.ts';
import { recordRefund } from '../../../src/domain/orders/move-refund.ts';
import { takePayment } from '../../../src/domain/orders/take-payment.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { noteOfficeLogin } from '../../../src/domain/accounts/office-logins.ts';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin } from '../../../src/domain/accounts/application-login.ts';
import { codeAt } from '../../../src/outside/passwords/one-time-codes.ts';
import { digestOf } from '../../../src/operations/access/tokens.ts';
import { bringPastOrder } from '../../../src/domain/history/bring-past-order.ts';
import { heldShop } from '../../../src/domain/shop/change-settings.ts';
import { APPLICATION, OWNER_CODE, PAST_ORDER, tour } from './tour.ts';
import type { Members } from './tour.ts';

/** One call of the tour; `needsKey`: with the secret key. */
export interface Example {
  readonly request: string;
  readonly needsKey: boolean;
  readonly fields: Members;
  readonly reply: Members;
}

const CLOCK = '2026-12-24T09:00:00Z';
/** The settings of its shop. */
export const TOUR_SETTINGS = {
  language: 'en_GB',
  applicationChannels: { labels: ['default'] },
  languages: ['de_DE'],
  deliveryCountries: ['DE', 'AT', 'FR'],
  timeZone: 'Europe/Berlin',
  company: 'Walnut & Co.\nMill Lane 7\n10115 Berlin',
  paymentMethods: [
    { id: 2, name: 'PrePayment' },
    { id: 3, name: 'Cash' },
  ],
  deliveryMethods: [
    { id: 1, name: 'Standard' },
    { id: 2, name: 'Express' },
  ],
};

/** The application is called at a made-up address and answers that it has printed; a webhook's receiver takes all. */
const CLIENT = {
  call: ({ headers }: HttpCall) =>
    Promise.resolve({
      ok: true,
      status: 200,
      bytes: Buffer.from('webhook-id' in headers ? 'WEBHOOK_EXECUTED' : '{"status":"printed","labels":2}'),
    } as const),
};

const isRefusal = ({ object, status, message }: Members): boolean =>
  typeof message === 'string' && message !== '' && (object === 'error' || status === 'error' || status === message);

/** What only a start, `kontor import`, `user add`, `app add` and `app token` can do. */
const decide = ({ engine }: MemoryShop, decision: (tx: Transaction) => Result<unknown>): void => {
  const decided = engine.transact(maintenanceCause('docs'), decision);
  if (!decided.ok) throw new Error(JSON.stringify(decided));
};

const addApp = (shop: MemoryShop): void => {
  const { name, username, token, loginToken } = APPLICATION;
  const account = { username, email: 'office@shop.example', language: 'en_GB', className: '', passwordHash: 'none' };
  decide(shop, (tx) => registerUser(tx, { ...account, verifyDigest: '', level: SECURITY_LEVELS.manager }));
  const url = 'https://labels.example';
  decide(shop, (tx) => addApplication(tx, { name, url, nonce: 'nonce', tokenDigest: digestOf(token) }));
  decide(shop, (tx) => issueLogin(tx, name, username, digestOf(loginToken)));
  decide(shop, (tx) => {
    const login = logIn(tx, 3, 0);
    return login.ok ? noteOfficeLogin(tx, 3, login.value, { address: '192.0.2.7', browser: 'Firefox, Linux' }) : login;
  });
};

const addMoney = (shop: MemoryShop): void => {
  const notice = { reference: 'order-9000-0', transaction: 't-1', amountMinor: 1250, currency: 'EUR' };
  decide(shop, (tx) => takePayment(tx, 2, { outcome: 'received', ...notice }));
  const way = { to: 'payment', origin: 'provider', state: 'pending', reason: '', note: '', currencyDigits: 2 } as const;
  const ids = { orderId: 10_001, paymentId: 0, creditId: 0, by: 0, isApart: false };
  decide(shop, (tx) => recordRefund(tx, { ...notice, ...way, ...ids }));
};

/**
 * Returns the fields of a call that the tour does not make itself: for each parameter that must be sent, and the
 * session, what was sent last under its name, or else replied. Undefined where nothing was.
 */
export const sentBefore = (
  { params, session }: Pick<Operation, 'params' | 'session'>,
  calls: readonly Pick<Example, 'fields' | 'reply'>[],
): Members | undefined => {
  const required = Object.keys(params).filter((name) => params[name]!.absent === undefined);
  const names = session === 'required' ? ['session', ...required] : required;
  const lastOf = (name: string, part: 'fields' | 'reply'): unknown =>
    calls.findLast((call) => name in call[part])?.[part][name];
  const sent = names.map((name) => [name, lastOf(name, 'fields') ?? lastOf(name, 'reply')] as const);
  return sent.every(([, value]) => value !== undefined) ? Object.fromEntries(sent) : undefined;
};

const runOnce = async (): Promise<readonly Example[]> => {
  const credentials = randomCredentials();
  const { username, password, secretKey } = credentials;
  const shop = new MemoryShop({
    config: loadConfig(TOUR_SETTINGS, {}, undefined),
    credentials,
    nowMs: Date.parse(CLOCK),
    client: CLIENT,
    mailClient: { send: () => Promise.resolve({ ok: true, answer: '250 OK' }) },
    warn: console.log,
    env: {},
  });
  const examples: Example[] = [];
  const call = async (request: string, fields: Members = {}): Promise<Members> => {
    const operation = OPERATIONS.get(request);
    if (operation === undefined) throw new Error(`the tour calls ${request}, which there is not`);
    const needsKey = operation.credential === 'secret';
    const keys = { licence_username: username, licence_password: password };
    const made = await shop.call({
      request,
      ...keys,
      ...(needsKey && { licence_secret_key: secretKey }),
      ...fields,
      strict: 1,
    });
    const reply = 'duration_ms' in made ? { ...made, duration_ms: 35 } : made; // It differs from run to run.
    if (isRefusal(reply)) throw new Error(`${request}: ${JSON.stringify(reply)}`);
    examples.push({ request, needsKey, fields, reply });
    return reply;
  };
  decide(shop, heldShop);
  decide(shop, (tx) => tx.ask('shop', 1, { type: 'set_owner_code', digest: digestOf(OWNER_CODE) }));
  try {
    await tour({
      call,
      advance: (ms) => shop.moveTo(shop.nowMs + ms),
      codeOfApp: (secret) => codeAt(secret, shop.nowMs),
      addApp: () => addApp(shop),
      addMoney: () => addMoney(shop),
      addPastOrder: () => decide(shop, (tx) => bringPastOrder(tx, PAST_ORDER)),
    });
    for (const [request, operation] of OPERATIONS) {
      const fields = examples.some((example) => example.request === request)
        ? undefined
        : sentBefore(operation, examples);
      if (fields !== undefined) await call(request, fields);
    }
  } finally {
    await shop.close();
  }
  return examples;
};

/** Texts that chance has made → what stands for them. */
type Names = Map<string, string>;

const NAMES: { readonly [member: string]: string } = {
  'get_new_session.code': 'SESSION',
  session: 'SESSION',
  session_id: 'TOKEN',
  remote_session: 'SESSION',
};

const collect = (one: unknown, other: unknown, path: readonly string[], names: Names): void => {
  if (typeof one !== typeof other) throw new Error(`${path.join('.')} differs between two runs of the tour`);
  if (typeof one === 'object' && one !== null) {
    for (const [name, member] of Object.entries(one)) collect(member, (other as Members)[name], [...path, name], names);
    return;
  }
  if (one === other || names.has(String(one))) return;
  if (typeof one !== 'string') throw new Error(`${path.join('.')} differs between two runs of the tour`);
  const last = path.at(-1)!;
  names.set(
    one,
    NAMES[`${path[0]!}.${last}`] ?? NAMES[last] ?? (/^\d+$/.test(last) ? path.at(-2)! : last).toUpperCase(),
  );
};

const named = (value: unknown, names: Names): unknown => {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, named(member, names)]));
};

/** The first call of each operation. Throws where an operation has none, or a call of the tour is refused. */
export const examples = async (): Promise<ReadonlyMap<string, Example>> => {
  const [one, other] = [await runOnce(), await runOnce()];
  const names: Names = new Map();
  for (const [at, { request, fields, reply }] of one.entries()) {
    collect(reply, other[at]!.reply, [request], names);
    collect(fields, other[at]!.fields, [request], names);
  }
  const first = new Map<string, Example>();
  for (const example of one) {
    const { request, fields, reply } = example;
    if (first.has(request)) continue;
    first.set(request, { ...example, fields: named(fields, names) as Members, reply: named(reply, names) as Members });
  }
  const lacking = [...OPERATIONS.keys()].filter((name) => !first.has(name));
  if (lacking.length > 0) throw new Error(`the tour has no example of ${lacking.join(', ')}`);
  return first;
};
