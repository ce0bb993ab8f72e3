// What a row of the table needs besides its attack: settings of the server, and a bystander, whom the attack must not
// reach.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE } from './accounts.ts';
import { Client, codeOf, isGood } from './client.ts';
import type { Answer } from './client.ts';
import { halfOpen } from './handshakes.ts';
import type { Target } from './hammer.ts';
import { importedIn } from './operator.ts';
import { LANGUAGE } from './searches.ts';
import { line } from './shopper.ts';

export interface Witnessed {
  /** What became of the bystander's calls. */
  readonly told: string;
  /** What must not have happened, one line each. */
  readonly wrong: readonly string[];
}

/** Begins while it is quiet; what it gives is called once the attack goes on. */
type Bystander = (target: Target, ms: number) => Promise<() => Promise<Witnessed>>;

export interface Row {
  readonly env?: Readonly<Record<string, string>>;
  /** Carts are opened before the attack, because sessions are what it takes. */
  readonly isFlood?: true;
  /** Of the server, where it is not 3 GB: with more it is killed. */
  readonly memoryMb?: number;
  /** The server speaks TLS, also on a listener of node:http, and has few descriptors. */
  readonly isOverTls?: true;
  readonly hasAdministration?: true;
  /** Nobody reads the log once the attack begins, and the pipe to its reader is full. */
  readonly isUnread?: true;
  readonly bystander?: Bystander;
  /** Why CI leaves the row to the nights. */
  readonly nightly?: string;
}

/** Of them `connectionsMax` leaves 444 connections. */
export const DESCRIPTORS = 700;
const EVERY_MS = 200;
/** A share of fewer would be made by one of them. */
const CALLS_MIN = 4;
const GOOD_SHARE_MIN = 0.95;
/** Later than this a bystander is as good as refused. */
const BYSTANDER_MS_MAX = 10_000;

/** Calls again and again for so long, some times at least, and wants almost all of them answered. */
const again = async (
  ms: number,
  what: string,
  call: () => Promise<Answer>,
  least = GOOD_SHARE_MIN,
): Promise<Witnessed> => {
  const endMs = performance.now() + ms;
  let [calls, good, longestMs, complaint] = [0, 0, 0, ''];
  do {
    const answer = await call();
    calls += 1;
    longestMs = Math.max(longestMs, answer.ms);
    if (isGood(answer) && answer.ms <= BYSTANDER_MS_MAX) good += 1;
    else complaint = `${answer.status} ${answer.text.slice(0, 100)}`;
    await sleep(EVERY_MS);
  } while (performance.now() < endMs || calls < CALLS_MIN);
  const told = `${what}: ${good} of ${calls}, ${longestMs.toFixed(0)} ms at most`;
  return { told, wrong: good / calls >= least ? [] : [`${told} (${complaint})`] };
};

const together = async (all: readonly Promise<Witnessed>[]): Promise<Witnessed> => {
  const each = await Promise.all(all);
  return { told: each.map(({ told }) => told).join('; '), wrong: each.flatMap(({ wrong }) => wrong) };
};

/** A search of the same channel, as its storefront goes on to ask for. */
const channelsSearch: Bystander = async ({ url, credentials, ca }, ms) => {
  const client = new Client(url, credentials, 1, ca);
  const constraint = JSON.stringify({ name: ['LIKE', '%kalo%'] });
  return () =>
    again(
      ms,
      'LIKE of the channel',
      () => client.call('search_products', { constraint, right_limit: 10, ...LANGUAGE }),
      0.75,
    );
};

/** An administrator who has logged in from here before. */
const owner: Bystander = async ({ adminUrl, owner: { username, password } }, ms) => {
  const client = new Client(`${adminUrl}/admin/login`, {}, 1);
  const body = JSON.stringify({ username, password });
  const first = await fetch(`${adminUrl}/admin/login`, {
    method: 'POST',
    body,
    headers: { ...PAGE, 'content-type': 'application/json' },
  });
  if (first.status !== 200) throw new Error(`the owner cannot log in: ${first.status} ${await first.text()}`);
  const cookie = first.headers.getSetCookie().map((one) => one.split(';')[0]!);
  return () =>
    again(ms, 'logins of the owner', () =>
      client.post(body, 'application/json', { ...PAGE, cookie: cookie.join('; ') }),
    );
};

/** An invoice waits for one document of another order, whose making may take 5 s, and is made itself. */
const INVOICE_MS_MAX = 8000;

/** Another customer, who wants an invoice. */
const customer: Bystander = async ({ url, credentials, ca }) => {
  const client = new Client(url, credentials, 1, ca);
  const ordered = async (): Promise<() => Promise<Answer>> => {
    const session = codeOf(await client.call('get_new_session'));
    await client.call('add_to_cart', { session, ...line('a lamp') });
    const placed = await client.call('checkout', { session });
    if (!isGood(placed)) throw new Error(`no order: ${placed.text}`);
    const order = JSON.parse(placed.text) as { readonly id_order: number; readonly session: string };
    const args = JSON.stringify({ format: 'pdf' });
    return () => client.call('get_invoice', { session: order.session, id_order: order.id_order, args });
  };
  // The first PDF of a process reads its fonts.
  const [before, invoice] = [await ordered(), await ordered()];
  await before();
  return async () => {
    // Each of the three has got its turn once.
    await sleep(1000);
    const answer = await invoice();
    const told = `invoice of another: ${answer.ms.toFixed(0)} ms${isGood(answer) ? '' : `, ${answer.text.slice(0, 100)}`}`;
    return { told, wrong: isGood(answer) && answer.ms <= INVOICE_MS_MAX ? [] : [told] };
  };
};

/** Another channel's list, and a report with the secret key. */
const listReaders: Bystander = async ({ url, xmlCredentials, officeCredentials, ca }, ms) => {
  const [other, office] = [new Client(url, xmlCredentials, 1, ca), new Client(url, officeCredentials, 1, ca)];
  const range = { statistic: 'sales', start_date: '1970-01-01', end_date: '2026-12-31' };
  const list = { constraint: '[]', right_limit: 3000, ...LANGUAGE };
  return () =>
    together([
      again(ms, "another channel's list", () => other.call('search_products', list)),
      again(ms, 'report', () => office.call('get_report', range)),
    ]);
};

const IMPORT_MS_MAX = 30_000;

/** The measurement lasts until the first import has ended. */
const importing: Bystander = async ({ directory }) => {
  const file = importedIn(directory);
  return async () => {
    const began = performance.now();
    while (!existsSync(file) && performance.now() < began + IMPORT_MS_MAX) await sleep(EVERY_MS);
    const told = existsSync(file) ? `the first ended after ${(performance.now() - began).toFixed(0)} ms` : 'none ended';
    return { told, wrong: [] };
  };
};

/** Within which a handshake must have been ended that goes no further. */
const HANDSHAKE_MS_MAX = 10_000;

/** Fresh connections to the port of the shop, and a handshake that must be ended. */
const newcomers: Bystander = async ({ url, legacyPort, credentials, ca }, ms) => {
  const began = performance.now();
  const own = halfOpen(legacyPort);
  const closed = new Promise<number>((resolve) => own.once('close', () => resolve(performance.now() - began)));
  const late = sleep(HANDSHAKE_MS_MAX, Infinity, { ref: false });
  const handshake = async (): Promise<Witnessed> => {
    const tookMs = await Promise.race([closed, late]);
    own.destroy();
    const told = `half-open: ${tookMs === Infinity ? 'never ended' : `ended after ${tookMs.toFixed(0)} ms`}`;
    return { told, wrong: tookMs === Infinity ? [told] : [] };
  };
  const call = async (): Promise<Answer> => {
    const client = new Client(url, credentials, 1, ca);
    const answer = await client.call('get_new_session');
    client.close();
    return answer;
  };
  return () => together([again(ms, 'new connections', call), handshake()]);
};

export const ROWS: { readonly [attack: string]: Row } = {
  'floods of sessions and keys': {
    env: { KONTOR_SESSIONS_MAX: '3000', KONTOR_IDEMPOTENCY_KEYS_MAX: '200' },
    isFlood: true,
    nightly: 'tests of sessionsMax and idempotencyKeysMax fill them as well',
  },
  'the 32 worst searches at once, in 2 GB': {
    memoryMb: 2048,
    nightly: 'sixteen callers ask for the same words, and four for patterns with runs of _',
  },
  'aggregate of pages as XML': { nightly: 'dumps by linked fields cost more; XML is what waits beside eighty readers' },
  'bundles that wait for a password': { nightly: 'all but the first are refused for their size, as tests show' },
  'idle sockets': { nightly: 'half-open handshakes take the same places, and tests fill them all' },
  'sessions with long texts': { nightly: 'the soak of CI makes sessions that end for a minute' },
  'resets of one address': { nightly: 'all but the first are refused before any work, as tests of the throttle show' },
  'dear searches of callers who hang up': { bystander: channelsSearch },
  'one dear PDF, asked for by three': { bystander: customer },
  'eighty readers of lists who do not read': { bystander: listReaders },
  'a hundred guesses a second at the owner': { hasAdministration: true, bystander: owner },
  'eight hundred half-open handshakes': { isOverTls: true, bystander: newcomers },
  'an import of 36 MB of nothing': { bystander: importing },
  'an import of 240 MB of nothing': { bystander: importing, nightly: 'the smaller file is read by the same process' },
  'a log that nobody reads': { isUnread: true, env: { KONTOR_LOG_ONE_CALL_OF: '1', KONTOR_LOG_FORMAT: 'json' } },
};
