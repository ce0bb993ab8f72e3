// A call as the cost fuzzer breeds it: made from the schemas of its operation, mutated, crossed with others.
//
// Not promised: that a call is accepted. Sizes and values are drawn from what costs most: many conditions, long lists,
// long texts, every record.
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Seeded } from '../../engine/seeded.ts';
import { drawnBody, drawnText, mutatedBody, mutatedText } from './bodies.ts';
import type { Recipe } from './bodies.ts';
import { facets, filling, ignored, pinned, redirects, synonyms, typed } from './finding.ts';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Call {
  /** An operation, or `BODY`. */
  readonly request: string;
  /** With the secret key. */
  readonly secret: boolean;
  /** Without credentials, or with wrong ones; absent: with those of the channel. */
  readonly caller?: 'nobody' | 'wrong';
  /** After so many milliseconds the caller hangs up; absent: never. */
  readonly hangsUpMs?: number;
  /** The whole body, in the place of request and parameters. */
  readonly body?: Recipe;
  /** The format of the channel that sends it. */
  readonly output: 'json' | 'xml';
  /** `@name` stands for a session or an id of the shop (shop.ts). */
  readonly params: { readonly [name: string]: Value };
}

/** What stands for an operation where a call is a body by itself. */
export const BODY = '(body)';

/** Names of what the shop holds, and values by which operations turn. */
const WORDS: readonly string[] = [
  'name description color price vendor size class main.name main.class main.id main.element_number main.creation_date',
  'main.permalink main.category main.shop_active main.quantity main.order_state main.email categories prio rank',
  'search category.id category.name category.path.nodes.id main.price availability.quantity availability.low',
  'order_number total username generated page part user story product content de_DE en_EN fr_FR DE DESC ASC orders sales',
  'traffic requests top_products 2000-01-01 2026-12-31 north KN-0000001 a ka lo mika terlo ber % %a% %a_a_a_ _%_ 1 0',
].flatMap((line) => [...line.split(' '), '', 'vendor 1']);

const SESSIONS = ['@cart', '@user', '@empty', '@small'] as const;
const OPERATORS = ['=', '!=', '<', '>=', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN', 'BETWEEN', 'MATCH'] as const;
const COUNTS = [1, 2, 5, 16, 50, 199, 1000] as const;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Runs of `%` and `_` and letters between them, up to the limits of length and of runs. */
const pattern = (random: Seeded): string => {
  if (random.chance(0.3)) return random.of(['%a%', 'a', '%a_'.repeat(9), '%a'.repeat(19), random.of(WORDS)]);
  const parts = times(1 + random.below(20), () => {
    const run = random.chance(0.5) ? '%' : '_'.repeat(random.of([1, 2, 31, 32, 33, 200, 900]));
    return `${run}${random.of(['a', 'e', 'er', 'zz', 'ka', ''])}`;
  });
  return parts.join('').slice(0, 1000);
};

/** A value of a condition, as long as it may be. */
const condition = (random: Seeded): Value => {
  const operator = random.of(OPERATORS);
  const word = (): string => random.of(WORDS);
  switch (operator) {
    case 'LIKE':
    case 'NOT LIKE':
      return [operator, pattern(random)];
    case 'IN':
    case 'NOT IN':
      return [operator, times(random.of(COUNTS), (at) => (random.chance(0.5) ? `${word()}${at}` : at))];
    case 'MATCH':
      return [
        operator,
        random.chance(0.3)
          ? typed(random)
          : times(1 + random.below(16), () => random.of(['ka', 'lomi', 'terlo', 'mikka', 'gropluu'])).join(' '),
      ];
    case 'BETWEEN':
      return [operator, 0, random.of([1, 100, 1e9])];
    default:
      return [operator, random.of<Value>([word(), 0, 50, 'm'])];
  }
};

const constraint = (random: Seeded, depth = 0): Value => {
  const group = (): Value =>
    depth < 3 && random.chance(0.3)
      ? { [random.of(['AND', 'OR', 'variation'])]: constraint(random, depth + 1) }
      : { [random.of(WORDS) || 'name']: condition(random) };
  return times(random.of(depth === 0 ? [0, 1, 2, 5, 50, 199] : [1, 2, 5]), group);
};

const columns = (random: Seeded): Value => times(random.of([1, 2, 10]), () => random.of(WORDS) || 'name');

/** Operations whose constraint says what fills a category. */
const FILLING = /^(create|update)_category$/;

/** Parameters whose schema does not say what they mean. */
const KNOWN: { readonly [name: string]: (random: Seeded) => Value } = {
  session: (random) => random.of(SESSIONS),
  constraint: (random) => constraint(random),
  order_columns: columns,
  needed_attributes: columns,
  order: (random) => random.of(['ASC', 'DESC']),
  left_limit: (random) => random.of([0, 0, 100, 50_000]),
  right_limit: (random) => random.of([0, 1, 24, 1000, 10_000, 100_000]),
  id_category: (random) => random.of([0, 1, 2, 11, 111, 112, 500]),
  id_parent: (random) => random.of([0, 1, 11]),
  id_product: (random) => 1 + random.below(1000),
  id_shopobject: (random) => 1 + random.below(1000),
  id_order: (random) => random.of<Value>(['@order', '@order', '@bigorder']),
  id_user: (random) => 1 + random.below(20),
  field: (random) => random.of(WORDS),
  start_date: (random) => random.of(['0001-01-01', '1970-01-01', '2026-01-01']),
  end_date: (random) => random.of(['2026-12-31', '9999-12-31']),
  statistic: (random) => random.of(['sales', 'orders', 'traffic', 'requests', 'products_sold', 'categories_sold']),
  pipe: (random) => pipe(random),
  text: (random) =>
    random.chance(0.5)
      ? typed(random)
      : times(1 + random.below(8), () => random.of(['ka', 'lomi', 'kalo', 'terlo', 'mika'])).join(' '),
  facets,
  facet_values_max: (random) => random.of([1, 50, 1000]),
  products_max: (random) => random.of([0, 5, 20]),
  synonyms,
  pinned,
  redirects,
  ignored,
  attributes: (random) =>
    random.of<() => Value>([
      () => ({ de_DE: Object.fromEntries(times(random.of(COUNTS), (at) => [`${random.of(WORDS)}${at}`, 'x'])) }),
      () => ({ de_DE: { name: 'x'.repeat(random.of(COUNTS) * 50), price: 1 } }),
      () => times(random.of(COUNTS), (at) => ({ name: `n${at}`, value: 'x', lang: 'de_DE', type: 'TXT' })),
    ])(),
};

const pipe = (random: Seeded): Value => {
  const { request, params } = drawn(random, random.of(CALLABLE));
  return Object.fromEntries(times(random.of([1, 5, 20, 50]), (at) => [`c${at}`, { request, ...params }]));
};

interface Shape {
  readonly [keyword: string]: unknown;
}

const TEXTS = [(): string => '', (random: Seeded): string => random.of(WORDS)] as const;

const text = (random: Seeded, { maxLength = 1000, pattern: shaped }: Shape): string => {
  if (shaped !== undefined || random.chance(0.7)) return random.of(TEXTS)(random);
  if (random.chance(0.5)) return drawnText(random);
  return random.of(['x', 'ä ', 'a%_', '<&>', '\\"', '😀']).repeat(random.of(COUNTS)).slice(0, Number(maxLength));
};

/** A value that fits the schema, more or less. */
const fitting = (random: Seeded, shape: Shape, depth = 0): Value => {
  const { type, anyOf, items, properties, patternProperties } = shape;
  if ('const' in shape) return shape['const'] as Value;
  if (Array.isArray(anyOf)) return fitting(random, random.of(anyOf as Shape[]), depth);
  const count = depth > 2 ? 1 : random.of(COUNTS) >> (depth * 2);
  switch (type) {
    case 'integer':
    case 'number':
      return random.of([0, 1, 2, 100, 1000, Number(shape['maximum'] ?? 1e9)]);
    case 'boolean':
      return random.chance(0.5) ? 1 : 0;
    case 'array':
      return Array.isArray(items)
        ? (items as Shape[]).map((item) => fitting(random, item, depth + 1))
        : times(count, () => fitting(random, (items ?? {}) as Shape, depth + 1));
    case 'object': {
      const declared = Object.entries((properties ?? {}) as { [name: string]: Shape });
      const rest = Object.values((patternProperties ?? {}) as { [name: string]: Shape })[0];
      return Object.fromEntries([
        ...declared
          .filter(() => random.chance(0.7))
          .map(([name, one]) => [name, fitting(random, one, depth + 1)] as const),
        ...(rest === undefined
          ? []
          : times(count, (at) => [`${random.of(WORDS)}${at || ''}`, fitting(random, rest, depth + 1)] as const)),
      ]);
    }
    default:
      return text(random, shape);
  }
};

const valueOf = (random: Seeded, request: string, name: string, schema: Shape): Value => {
  const known = name === 'constraint' && FILLING.test(request) ? filling : KNOWN[name];
  return known !== undefined && random.chance(0.9) ? known(random) : fitting(random, schema);
};

/** How a call is sent: now and then by nobody, and now and then by a caller who hangs up. */
const manner = (random: Seeded): Pick<Call, 'caller' | 'hangsUpMs'> => ({
  ...(random.chance(0.05) && { caller: random.of(['nobody', 'wrong'] as const) }),
  ...(random.chance(0.1) && { hangsUpMs: random.of([0, 1, 5, 20, 100]) }),
});

const ownBody = (random: Seeded): Call => {
  const caller = random.of(['nobody', 'wrong', undefined] as const);
  const given = { request: BODY, secret: random.chance(0.2), output: 'json', params: {} } as const;
  return { ...given, body: drawnBody(random), ...(caller !== undefined && { caller }) };
};

/** A call of this operation by chance. */
export const drawn = (random: Seeded, request: string): Call => {
  if (request === BODY) return ownBody(random);
  const { params, session, credential } = OPERATIONS.get(request)!;
  const given = Object.entries(params)
    .filter(([, { absent }]) => absent === undefined || random.chance(0.4))
    .map(([name, { schema }]) => [name, valueOf(random, request, name, schema as Shape)] as const);
  return {
    request,
    secret: credential !== 'licence' || random.chance(0.2),
    output: random.chance(0.2) ? 'xml' : 'json',
    ...manner(random),
    params: Object.fromEntries([...(session === 'none' ? [] : [['session', random.of(SESSIONS)] as const]), ...given]),
  };
};

/** What an aggregate may call. */
const CALLABLE = [...OPERATIONS.keys()].filter((name) => name !== 'aggregate');

const LENGTH_MAX = 10_000;

/** The value made larger, smaller or other, at one place that is drawn. */
const changed = (random: Seeded, value: Value): Value => {
  if (Array.isArray(value)) {
    const list = value as readonly Value[];
    if (list.length > 0 && random.chance(0.5)) {
      const at = random.below(list.length);
      return list.with(at, changed(random, list[at]!));
    }
    if (random.chance(0.3)) return list.slice(random.below(list.length));
    return times(random.of([2, 5]), () => list)
      .flat()
      .slice(0, 1000);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return value;
    const [name, member] = random.of(entries);
    if (random.chance(0.7)) return { ...value, [name]: changed(random, member) };
    return { ...value, ...Object.fromEntries(times(random.of([1, 5, 50]), (at) => [`${name}${at}`, member])) };
  }
  if (typeof value === 'number') return random.of([value * 10, value + 1, Math.floor(value / 2), 0]);
  const given = String(value);
  if (given.startsWith('@')) return given;
  const long = mutatedText(random, given);
  if (long !== undefined) return long;
  return random.of([
    given.repeat(random.of([2, 10])).slice(0, LENGTH_MAX),
    `${given}a`,
    random.of(WORDS),
    `%${given}%`,
  ]);
};

/** One parameter drawn anew, changed, left out, or taken from `other`; now and then the other channel, or manner. */
export const mutated = (random: Seeded, call: Call, other: Call): Call => {
  if (call.body !== undefined) return { ...call, body: mutatedBody(random, call.body) };
  if (random.chance(0.1)) {
    const { caller: _caller, hangsUpMs: _hangsUpMs, ...plain } = call;
    return { ...plain, ...manner(random) };
  }
  const { params } = OPERATIONS.get(call.request)!;
  const names = Object.keys(params);
  if (names.length === 0 || random.chance(0.05)) return { ...call, output: call.output === 'xml' ? 'json' : 'xml' };
  const name = random.of(names);
  const own = call.params[name];
  const theirs = other.params[name];
  const { [name]: _, ...rest } = call.params;
  const choice = random.next();
  if (choice < 0.1 && params[name]!.absent !== undefined) return { ...call, params: rest };
  if (choice < 0.3 && theirs !== undefined) return { ...call, params: { ...rest, [name]: theirs } };
  if (choice < 0.8 && own !== undefined) return { ...call, params: { ...rest, [name]: changed(random, own) } };
  return { ...call, params: { ...rest, [name]: valueOf(random, call.request, name, params[name]!.schema as Shape) } };
};
