// Long lives of an index: hundreds of rows share few words and values, nearly all of them lose these again, others
// come. A list becomes bits and a single row, a column of codes one of numbers and one of anything, a free row holds
// the next object: whatever they were before, they answer what an index made of the present states does, in whatever
// order it was told of them. What hangs below another record inherits from it. It would catch what stays behind, what
// is not handed down, and what is read as what it no longer is; whether the answers are right, search.test.ts knows.
import { NONE, atOnce } from '../../../src/kernel/many.ts';
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttributeDefinition, AttributeType, Texts } from '../../../src/domain/attributes/attributes.ts';
import { OrderedChildIndex } from '../../../src/domain/ordered-child-index.ts';
import type { FieldValue } from '../../../src/domain/search/constraint.ts';
import type { Family, SearchSchema } from '../../../src/domain/listing/search-schema.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { InheritingWriter } from '../../../src/engine/search/inheriting-writer.ts';
import { distinctValues, search } from '../../../src/engine/search/search.ts';
import { MATCHED } from '../../../src/domain/search/text-fold.ts';
import { FORWARD } from '../../../src/engine/search/forward-index.ts';
import { CANDIDATES } from '../../../src/engine/search/candidates.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';
import { TEXTS } from './catalogue-values.ts';
import { parsed } from './queries.ts';
import { RULES } from '../shop.ts';

const LIVES = runs(10, 20, 2_000);

interface State {
  readonly classId: number;
  readonly parentId: number;
  readonly name: string;
  readonly value: FieldValue;
  readonly texts: Texts;
}

const numbersOf = (texts: Texts): Set<string> => new Set(Object.values(texts).flatMap((held) => Object.keys(held)));

const inheritedTexts = (own: Texts, parent: Texts): Texts => {
  const held = numbersOf(own);
  const others = Object.entries(parent).map(
    ([language, values]) =>
      [language, Object.fromEntries(Object.entries(values).filter(([number]) => !held.has(number)))] as const,
  );
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...own[language], ...others.find(([one]) => one === language)?.[1] }]),
  );
};

const family: Family<State> = {
  parentOf: ({ parentId }) => parentId,
  childrenOf: (index, id) => atOnce((index as OrderedChildIndex).find(id)?.ids ?? NONE, 'few'),
  inherited: (own, parent) => ({
    ...own,
    value: own.value ?? parent.value,
    texts: inheritedTexts(own.texts, parent.texts),
  }),
  inheritedChange: (before, after) =>
    before.value === after.value && before.texts === after.texts ? undefined : [before, after],
};

const searchable: SearchSchema<State> = {
  classOf: ({ classId }) => classId,
  texts: ({ texts }) => texts,
  stored: {
    id: { read: (_state, id) => id },
    name: { read: ({ name }) => name, words: true },
    value: { read: ({ value }) => value },
  },
  computed: {},
  linked: {},
  bareNames: false,
  idFields: ['id'],
  nameFields: ['name'],
  family,
};

const LANGUAGES = ['de_DE', 'en_GB', 'aa_AA'] as const;
const SHARED = ['Hemd', 'rot', 'Müller', 'neu', 'Größe', '½'] as const;
const GAPS = [' ', ' ', ', ', '-', ' / ', '; '] as const;
const pick = <T>(choices: readonly T[], n: number): T => choices[n % choices.length]!;

/** What all rows of a phase are given, by a number of the row's own. */
const TEXTS_OF: { readonly [of: string]: (n: number) => string } = {
  one: () => 'allein',
  none: () => '',
  few: (n) => `${pick(SHARED, n)}${pick(GAPS, n >> 3)}${pick(SHARED, n >> 5)}${pick(['', ' rot', ' & neu!'], n >> 7)}`,
  odd: (n) => `${pick(TEXTS, n)} ${pick(SHARED, n >> 4)}`,
  many: (n) => `${pick(SHARED, n)} w${n % 997} ${pick(['blau', 'x'], n >> 2)}${n % 613} nr${n % 89}`,
};
const VALUES_OF: { readonly [of: string]: (n: number) => FieldValue } = {
  none: () => undefined,
  few: (n) => n % 4,
  numbers: (n) => (n % 2003) / 4,
  words: (n) => pick(SHARED, n),
  texts: (n) => `product ${n % 1999}`,
  lists: (n) => pick<FieldValue>([[], [1], ['rot', 'neu'], [7, 'rot'], 3], n),
};

const names = (of: object): fc.Arbitrary<string> => fc.constantFrom(...Object.keys(of));
const field = fc.constantFrom('name', 'name', 'value', 'value', 'text', 'text', 'other', 'id');
const text = fc.tuple(names(TEXTS_OF), fc.nat({ max: 9999 })).map(([of, n]) => TEXTS_OF[of]!(n));
const piece = fc.oneof(
  fc.constantFrom(...SHARED, ...GAPS, 'allein', 'product'),
  fc
    .tuple(text, fc.nat({ max: 6 }), fc.integer({ min: 1, max: 9 }))
    .map(([of, from, length]) => of.slice(from, from + length)),
);
const value = fc.oneof(piece, text, fc.integer({ min: -1, max: 520 }), fc.constantFrom('product 7', 0.25));
const condition = fc.oneof(
  fc
    .tuple(fc.constantFrom('name', 'name', 'text', 'other', 'search'), piece)
    .map(([of, one]): unknown => ({ [of]: ['MATCH', one] })),
  fc
    .tuple(field, piece, fc.constantFrom('', '%', '_'))
    .map(([of, one, mark]): unknown => ({ [of]: ['LIKE', mark + one + mark] })),
  fc
    .tuple(field, fc.constantFrom('=', '!=', '<', '>=', 'NOT LIKE'), value)
    .map(([of, operator, one]): unknown => ({ [of]: [operator, one] })),
  fc
    .tuple(field, fc.constantFrom('IN', 'NOT IN', 'BETWEEN'), value, value)
    .map(([of, operator, a, b]): unknown => ({ [of]: [operator, [a, b]] })),
);
const constraint = fc.oneof(
  { weight: 4, arbitrary: condition },
  { weight: 1, arbitrary: fc.array(condition, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.tuple(condition, condition).map((OR) => ({ OR })) },
);

const asked = fc.record({
  constraint,
  language: fc.constantFrom(...LANGUAGES, 'xx'),
  order: fc.array(field, { maxLength: 2 }),
  descending: fc.boolean(),
  skip: fc.constantFrom(0, 0, 1),
  collapseToRoots: fc.boolean(),
  limit: fc.constantFrom(0, 0, 2, 40),
});

const phase = fc.record({
  what: fc.constantFrom('more', 'more', 'change', 'change', 'delete', 'class', 'restart'),
  texts: names(TEXTS_OF),
  values: names(VALUES_OF),
  languages: fc.subarray([...LANGUAGES]),
  /** So many come; or all change or go, but for so many. */
  rows: fc.integer({ min: 60, max: 250 }),
  left: fc.nat({ max: 3 }),
  backwards: fc.boolean(),
  salt: fc.nat({ max: 999 }),
  /** Words come in once in so many changes; 0: all at once, before any. */
  warmth: fc.constantFrom(0, 0, 3, 40),
  queries: fc.array(fc.tuple(asked, field), { minLength: 6, maxLength: 12, size: 'max' }),
});
type Phase = typeof phase extends fc.Arbitrary<infer One> ? One : never;

const sizes = fc.record({
  columns: fc.record({ distinctMax: fc.constantFrom(0, 3, 100, COLUMNS.distinctMax) }),
  narrowing: fc.record({ fewDocsMax: fc.constantFrom(0, 20, CANDIDATES.fewDocsMax) }),
  forward: fc.record({
    separatorsMax: fc.constantFrom(2, FORWARD.separatorsMax),
    narrowMax: fc.constantFrom(0, 262, FORWARD.narrowMax),
  }),
  matched: fc.record({ wordsMax: fc.constantFrom(1, 3, MATCHED.wordsMax) }),
});
const asItIs = {
  columns: { ...COLUMNS },
  narrowing: { ...CANDIDATES },
  forward: { ...FORWARD },
  matched: { ...MATCHED },
};

const mixed = (id: number, salt: number): number => (id * 7919 + salt * 104_729) % 1_000_003;

const shop = { rules: RULES, read: () => undefined, missed: () => undefined } as unknown as Reader;
const attribute = (number: number, name: string, type: AttributeType): AttributeDefinition => ({
  number,
  name,
  type,
  labels: {},
  defaults: {},
});

/** What is there, and the index that saw all of its changes. */
class Life {
  private readonly states = new Map<number, State>();
  /** Of both classes. */
  private attributes = [attribute(1, 'text', 'TXT'), attribute(2, 'other', 'CHAR')];
  private numbers = 2;
  private lastId = 0;
  private children = new OrderedChildIndex();
  private index = new SearchIndex(searchable as unknown as SearchSchema<object>, () => this.attributes);
  private rows = this.rowsOf(this.index, this.children, (id) => this.states.get(id));

  live({ what, rows, left, backwards, warmth, ...given }: Phase): void {
    if (warmth === 0) this.index.warm(() => true);
    if (what === 'class') return this.changeClasses(given.salt);
    if (what === 'restart') return this.restart(given.salt);
    const here = backwards ? [...this.states.keys()].toReversed() : [...this.states.keys()];
    const ids = what === 'more' ? Array.from({ length: rows }, () => (this.lastId += 1)) : here.slice(left);
    for (const [at, id] of ids.entries()) {
      this.put(id, what === 'delete' ? undefined : this.stateOf(given, id));
      if (warmth > 0 && at % warmth === 0) this.index.warm(() => false);
    }
  }

  check({ queries }: Phase): void {
    const fresh = new SearchIndex(searchable as unknown as SearchSchema<object>, () => this.attributes);
    const rows = this.rowsOf(fresh, new OrderedChildIndex(), (id) => this.states.get(id));
    for (const [id, state] of this.states) rows.add(id, state);
    fresh.warm(() => true);
    for (const [one, field] of queries) {
      const query = { ...one, constraint: parsed(one) };
      const found = search(this.index, shop, query);
      // Searches for words are refused while words come in.
      if (!found.ok && this.index.warming) continue;
      const said = JSON.stringify({ ...one, field });
      expect(found, said).toEqual(search(fresh, shop, query));
      expect(distinctValues(this.index, shop, query, field), said).toEqual(distinctValues(fresh, shop, query, field));
    }
  }

  private rowsOf(
    index: SearchIndex,
    children: OrderedChildIndex,
    stateOf: (id: number) => State | undefined,
  ): InheritingWriter<State> {
    return new InheritingWriter(index as unknown as SearchIndex<State>, family, children, stateOf);
  }

  /**
   * Told of all that is there in an order of its own. What is above something may be known before it is told of, or
   * not.
   */
  private restart(salt: number): void {
    const told = new Map<number, State>();
    let known = salt % 2 === 0 ? this.states : told;
    this.index = new SearchIndex(searchable as unknown as SearchSchema<object>, () => this.attributes);
    this.children = new OrderedChildIndex();
    this.rows = this.rowsOf(this.index, this.children, (id) => known.get(id));
    const order = [...this.states]
      .map(([id, state]) => ({ id, state, at: salt % 3 === 0 ? id : mixed(id, salt) }))
      .sort((a, b) => a.at - b.at);
    for (const { id, state } of order) {
      told.set(id, state);
      if (state.parentId !== 0) this.children.add(state.parentId, id, 0, 1);
      this.rows.add(id, state);
    }
    known = this.states;
  }

  private put(id: number, state: State | undefined): void {
    const before = this.states.get(id);
    if (before === undefined && state === undefined) return;
    const parentId = (before ?? state)!.parentId;
    const below = [...atOnce(this.children.find(id)?.ids ?? NONE, 'few')];
    if (state === undefined) this.states.delete(id);
    else this.states.set(id, state);
    if (parentId !== 0 && before !== undefined) this.children.remove(parentId, id, 1);
    if (parentId !== 0 && state !== undefined) this.children.add(parentId, id, 0, 1);
    if (before === undefined) this.rows.add(id, state!);
    else if (state === undefined) this.rows.remove(id, before);
    else this.rows.change(id, before, state);
    if (state === undefined) for (const one of below) this.put(one, undefined);
  }

  /** A third hangs below another one, in families of up to four levels. */
  private parentOf(n: number): number {
    if (n % 3 > 0) return 0;
    const ids = [...this.states.keys()];
    const id = ids[n % ids.length] ?? 0;
    const levels = (one: number): number => (one === 0 ? 0 : 1 + levels(this.states.get(one)!.parentId));
    return levels(id) > 3 ? 0 : id;
  }

  private stateOf(
    { texts, values, languages, salt }: Pick<Phase, 'texts' | 'values' | 'languages' | 'salt'>,
    id: number,
  ): State {
    const n = mixed(id, salt);
    const before = this.states.get(id);
    const parentId = before?.parentId ?? this.parentOf(n);
    // A family is of one class.
    const fixed = this.states.get(parentId) ?? ((this.children.find(id)?.ids.length ?? 0) > 0 ? before : undefined);
    const classId = fixed?.classId ?? ((salt % 4 === 0 ? n : id) % 9 === 0 ? 2 : 1);
    const its = this.attributes.filter(({ number }) => salt % 2 === 0 || (n + number) % 5 > 0);
    const held = Object.fromEntries(
      its.map(({ number, type }) => [number, type === 'FLOAT' ? n % 300 : TEXTS_OF[texts]!(n + number)]),
    );
    return {
      classId,
      parentId,
      name: TEXTS_OF[texts]!(n),
      value: VALUES_OF[values]!(n),
      texts: Object.fromEntries(languages.map((one) => [one, held])),
    };
  }

  /** An attribute goes, or one comes in its place: its number is a new one. */
  private changeClasses(salt: number): void {
    const name = pick(['text', 'text', 'other'], salt);
    const others = this.attributes.filter((one) => one.name !== name);
    this.numbers += 1;
    const goes = others.length < this.attributes.length && salt % 2 === 0;
    this.attributes = goes
      ? others
      : [...others, attribute(this.numbers, name, pick<AttributeType>(['CHAR', 'TXT', 'HTML', 'FLOAT'], salt >> 2))];
  }
}

const use = (of: typeof asItIs): void => {
  Object.assign(COLUMNS, of.columns);
  Object.assign(CANDIDATES, of.narrowing);
  Object.assign(FORWARD, of.forward);
  Object.assign(MATCHED, of.matched);
};

const law = (): void => {
  const holds = fc.property(fc.array(phase, { minLength: 5, maxLength: 9, size: 'max' }), sizes, (phases, of) => {
    use(of);
    const life = new Life();
    for (const one of phases) {
      life.live(one);
      life.check(one);
    }
  });
  try {
    fc.assert(holds, { numRuns: LIVES });
  } finally {
    use(asItIs);
  }
};
test(
  'an index answers what one made of the present states does, however many rows there were before',
  law,
  60_000 + LIVES * 2000,
);
