// Searches that read much, hold much, or are asked for while what they read changes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, codeOf, isGood } from './client.ts';
import type { Answer } from './client.ts';
import { goesOn, hammer } from './hammer.ts';
import type { Attacks, Target } from './hammer.ts';

export const LANGUAGE = { language: 'de_DE', country: 'DE' };
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Another page of ten each time. */
export const search = (client: Client, constraint: string, turn: number, more = {}): Promise<Answer> =>
  client.call('search_products', { constraint, left_limit: turn, right_limit: 10, ...LANGUAGE, ...more });

/** A run of `_`, which every character of a text passes through. */
export const runBefore = (letter: string): string => `%a${'_'.repeat(960)}${letter}%`;

/** Products with stock of their own, which are sold meanwhile. */
const SOLD = 20;
const SALE_EVERY_MS = 10;

const BY_STOCK = JSON.stringify({
  AND: [
    ...times(5, (at) => ({ description: ['NOT LIKE', runBefore('bcdef'[at]!)] })),
    { 'availability.quantity': ['>=', 0] },
  ],
});

/** Makes stock that can be sold, with the secret key. */
const stock = async ({ url, officeCredentials, ca }: Target): Promise<void> => {
  const office = new Client(url, officeCredentials, 1, ca);
  for (let id = 1; id <= SOLD; id += 1) {
    const availability = JSON.stringify({ quantity: 1_000_000, quantity_warning: 0, allow_override: 0, active: 1 });
    const made = await office.call('update_product', { id_product: id, availability });
    if (!isGood(made)) throw new Error(`no stock: ${made.text}`);
  }
  office.close();
};

/** Sells one piece after the other, and so changes the stock of a product each time. */
const sell = async ({ url, credentials, ca }: Target): Promise<void> => {
  const client = new Client(url, credentials, 1, ca);
  let session = '';
  for (let sale = 0; goesOn(); sale += 1) {
    await sleep(SALE_EVERY_MS);
    if (session === '') {
      const opened = await client.call('get_new_session');
      if (!isGood(opened)) continue;
      session = codeOf(opened);
    }
    await client.call('add_to_cart', {
      session,
      id_shopobject: 1 + (sale % SOLD),
      element_type: 'PRODUCT_GR',
      price_field: 'price',
      name_field: 'name',
      description_field: 'color',
      quantity: 1,
      ...LANGUAGE,
    });
    const sold = await client.call('checkout', { session });
    session = isGood(sold) ? (JSON.parse(sold.text) as { readonly session: string }).session : '';
  }
  client.close();
};

const TWO_LETTERS = times(199, (at) => ({
  search: ['MATCH', 'abcdeghiklmnorstuv'[at % 18]! + 'aeioulrn'[Math.floor(at / 18) % 8]!],
}));
const BETWEEN = times(199, (at) => ({ price: ['BETWEEN', at / 10, 200 - at / 10] }));
const SIXTEEN_WORDS = times(199, (at) => ({
  search: ['MATCH', `er in be un ge an au st der ein ver vor aus ab ka ${'kltmsgpvdbcfiqunz'[at % 17]!}${at % 7}`],
}));

/** Each holds the thread in a loop of its own: over words, ranges, values, members. */
const HOLDING: readonly ((client: Client) => Promise<Answer>)[] = [
  (client) => client.call('search_products', { constraint: JSON.stringify({ OR: TWO_LETTERS }), ...LANGUAGE }),
  (client) => client.call('search_products', { constraint: JSON.stringify({ OR: BETWEEN }), ...LANGUAGE }),
  (client) => client.call('search_distinct_products', { constraint: '[]', field: 'name', language: 'de_DE' }),
  (client) => client.call('search_products', { constraint: `[${'{},'.repeat(60_000)}{}]`, ...LANGUAGE }),
];

const EIGHTEEN_RUNS = (turn: number): string =>
  JSON.stringify({
    AND: [
      ...times(18, (at) => ({ description: ['NOT LIKE', runBefore('bcdefghiklmnoprstu'[at]!)] })),
      { name: ['NOT LIKE', `%${turn}x%`] },
    ],
  });

const WORDS = 'er in be un ge an au st der ein ver vor aus ab ka k'.split(' ');
/** A condition that is read in eight ways, as many as there are, of sixteen words each. */
const readInEightWays = (from: number): object => ({
  search: ['MATCH', times(16, (at) => WORDS[(from + at) % 16]).join(' ')],
});

export const SEARCH_ATTACKS: Attacks = {
  'words with synonyms, and suggestions': async (target) => {
    const office = new Client(target.url, target.officeCredentials, 1, target.ca);
    const synonyms = WORDS.map((word, at) => ({ words: [word], finds: times(7, (n) => WORDS[(at + n + 1) % 16]) }));
    const said = await office.call('set_search_words', { ...LANGUAGE, synonyms: JSON.stringify(synonyms) });
    if (!isGood(said)) throw new Error(`no synonyms: ${said.text}`);
    office.close();
    const typed = WORDS.slice(0, 15).join(' ');
    return hammer(target, 4, (client, turn) =>
      turn % 2 === 0
        ? search(client, JSON.stringify({ AND: times(1 + (turn % 8), (at) => readInEightWays(turn + at)) }), turn)
        : client.call('suggest_products', { text: `${typed} ${turn.toString(36)}`, products_max: 20, ...LANGUAGE }),
    );
  },

  'searches by stock beside sales': async (target) => {
    await stock(target);
    const selling = sell(target);
    const outcome = await hammer(target, 2, (client, turn) =>
      search(client, BY_STOCK, turn, { order_columns: JSON.stringify(['availability.quantity']) }),
    );
    await selling;
    return outcome;
  },

  'conditions by the hundred': (target) => hammer(target, 2, (client, turn) => HOLDING[turn % HOLDING.length]!(client)),

  'sixteen searches of 3,184 words': (target) =>
    hammer(target, 16, (client, turn) =>
      // As many conditions as there may be, and more.
      search(client, JSON.stringify({ OR: SIXTEEN_WORDS.slice(0, turn % 2 === 0 ? 8 : undefined) }), turn),
    ),

  // As many words in as many conditions as there may be hold the most, patterns take the longest.
  'the 32 worst searches at once, in 2 GB': (target) =>
    hammer(target, 32, (client, turn) =>
      search(client, turn % 2 === 0 ? EIGHTEEN_RUNS(turn) : JSON.stringify({ OR: SIXTEEN_WORDS.slice(0, 8) }), turn),
    ),
};
