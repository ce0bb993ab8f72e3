// What is sent to a shop to stop it: each with nothing but a storefront's credentials, each until the measurement ends.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_ATTACKS } from './accounts.ts';
import { Client, codeOf, isGood } from './client.ts';
import { HANDSHAKE_ATTACKS } from './handshakes.ts';
import { begin, hammer, newOutcome, whenOver } from './hammer.ts';
import type { Attacks } from './hammer.ts';
import { OPERATOR_ATTACKS } from './operator.ts';
import { PAPER_ATTACKS } from './papers.ts';
import { LANGUAGE, SEARCH_ATTACKS, runBefore, search } from './searches.ts';
import { line } from './shopper.ts';

const page = (left: number): object => ({
  request: 'search_products',
  args: { constraint: '[]', left_limit: left, right_limit: 10_000, language: 'de_DE', country: 'DE' },
});

const pipeOf = (parts: readonly object[]): string =>
  JSON.stringify(Object.fromEntries(parts.map((part, at) => [`p${at}`, part])));

const PAGES = pipeOf(Array.from({ length: 20 }, (_, at) => page(at)));
const BUNDLE = pipeOf([
  ...Array.from({ length: 43 }, (_, at) => page(at)),
  { request: 'login_user', args: { username: 'nobody', password: 'a long password' } },
]);
/** What no text matches, and nothing short of reading all of it shows that. */
const RARE = '%a_'.repeat(12);
const MANY_NOT_LIKE = JSON.stringify({
  AND: Array.from({ length: 199 }, (_, at) => ({
    description: ['NOT LIKE', `${RARE}${'_'.repeat(at % 40)}${'ersti'[Math.floor(at / 40)]}%`],
  })),
});
const TEXT = 'x'.repeat(10_000);
const LONG_RUN = JSON.stringify({ description: ['NOT LIKE', runBefore('b')] });
/** Fields of categories, which are read anew for each product of each category. */
const LINKED_FIELDS = JSON.stringify([
  ...['label', 'permalink', 'title', 'description', 'keywords'].map((member) => `category.path.nodes.${member}`),
  'category.path.name',
  'category.label',
  'category.title',
]);
/** 70,000 values without credentials. */
const NOBODY = `{"x":[${'{},'.repeat(70_000)}{}]}`;

export const ATTACKS: Attacks = {
  ...SEARCH_ATTACKS,
  ...PAPER_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...HANDSHAKE_ATTACKS,
  ...OPERATOR_ATTACKS,

  'aggregate of pages as XML': (target) =>
    hammer({ ...target, credentials: target.xmlCredentials }, 4, (client) => client.call('aggregate', { pipe: PAGES })),

  'bundles that wait for a password': (target) =>
    hammer(target, 14, (client) => client.call('aggregate', { pipe: BUNDLE })),

  'sessions with long texts': (target) =>
    hammer(target, 16, async (client) => {
      const opened = await client.call('get_new_session');
      if (!isGood(opened)) return opened;
      const session = codeOf(opened);
      const long = { ...line(TEXT.slice(0, 255)), description_field: TEXT };
      await client.call('add_to_cart', { session, ...long });
      await client.call('add_to_cart', { session, ...long, price_field: '1.5' });
      return client.call('set_order_details', { session, note: TEXT });
    }),

  'bodies of nobody': (target) =>
    hammer(target, 8, async (client) => {
      const answer = await client.post(NOBODY, 'application/json');
      // As a caller anywhere, whose line is no loopback.
      await sleep(50);
      return answer;
    }),

  'searches with a run of 960 _': (target) => hammer(target, 4, (client, turn) => search(client, LONG_RUN, turn)),

  'dumps by linked fields': (target) =>
    hammer(target, 4, (client, turn) =>
      client.call('dump_category', {
        id_category: 0,
        order_columns: LINKED_FIELDS,
        // Another dump each time.
        right_limit: 10_000 + turn,
        ...LANGUAGE,
      }),
    ),

  'dear searches of callers who hang up': (target) =>
    hammer(target, 8, async (client, turn) => {
      const gone = new Client(target.url, target.credentials);
      const constraint = turn % 2 === 0 ? MANY_NOT_LIKE : LONG_RUN;
      const begun = search(gone, constraint, turn);
      await sleep(20);
      gone.close();
      await begun;
      return client.call('search_products', { constraint: '[]', left_limit: turn, right_limit: 1, ...LANGUAGE });
    }),

  'idle sockets': async ({ url }) => {
    const { port, hostname } = new URL(url);
    const sockets = [];
    const outcome = newOutcome();
    begin();
    const count = Number(process.env['IDLE_SOCKETS'] ?? 15_000);
    for (let at = 0; at < count; at += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => (outcome.refused += 1));
      socket.on('close', () => (outcome.calls += 1));
      sockets.push(socket);
      if (at % 200 === 199) await sleep(20);
    }
    await whenOver();
    for (const socket of sockets) socket.destroy();
    return outcome;
  },

  'resets of one address': async (target) => {
    const client = new Client(target.url, target.credentials);
    const args = {
      username: 'known',
      email: 'known@example.org',
      passwd1: 'a long password',
      passwd2: 'a long password',
    };
    await client.call('register_user', { args: JSON.stringify(args) });
    client.close();
    const reset = JSON.stringify({ email: args.email });
    return hammer(target, 8, (caller) => caller.call('reset_user_password', { args: reset }));
  },

  'floods of sessions and keys': async (target) => {
    const client = new Client(target.url, target.credentials);
    const session = codeOf(await client.call('get_new_session'));
    client.close();
    return hammer(target, 16, (caller, turn) =>
      turn % 2 === 0
        ? caller.call('get_new_session')
        : caller.call('add_to_cart', { session, ...line('the same') }, { 'idempotency-key': `k${turn}` }),
    );
  },
};
