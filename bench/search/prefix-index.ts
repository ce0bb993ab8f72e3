// Measures what proposes the words that begin with the last word of a MATCH: FlexSearch, as it is used today, against
// a plain sorted list with binary search. Figures: bench/notes/flexsearch.md.
// Run: node --expose-gc --max-old-space-size=8192 --import tsx bench/search/prefix-index.ts [products]
import { performance } from 'node:perf_hooks';
import { Index } from 'flexsearch';
import { matchKey } from '../../src/domain/search/word-match.ts';
import { wordsOf } from '../../src/domain/search/text-fold.ts';
import { PREFIX_UNITS_MAX, SortedKeys } from '../../src/engine/search/prefix-index.ts';
import { runToEnd } from '../../src/engine/search/steps.ts';
import { Histogram, seeded } from '../stats.ts';
import { Generator } from './generator.ts';

const QUERIES = 20_000;
const SEED = 20261122;
const DIGIT = /\p{N}/u;

interface Prefixes {
  add(id: number, key: string): void;
  find(prefix: string): readonly number[];
}

/** One index per first unit, with the options that src/engine/search/prefix-index.ts gives it. */
const flexSearch = (words: number): Prefixes => {
  const indexes = new Map<number, Index>();
  return {
    add: (id, key) => {
      const first = key.charCodeAt(0);
      let index = indexes.get(first);
      if (index === undefined)
        indexes.set(
          first,
          (index = new Index({ tokenize: 'forward', fastupdate: true, encode: (text: string) => [text] })),
        );
      index.add(id, key.slice(0, PREFIX_UNITS_MAX));
    },
    find: (prefix) =>
      (indexes.get(prefix.charCodeAt(0))?.search(prefix.slice(0, PREFIX_UNITS_MAX), { limit: words + 1 }) ??
        []) as number[],
  };
};

const sortedList = (): Prefixes => {
  const keys = new SortedKeys();
  const find = (prefix: string): readonly number[] => {
    const ids: number[] = [];
    runToEnd(keys.eachWithPrefix(prefix, (id) => ids.push(id)));
    return ids;
  };
  return { add: (id, key) => keys.add(id, key), find };
};

/** The different match keys of a generated catalogue, in the order in which its texts hold them. */
const keysOf = (products: number): string[] => {
  const generator = new Generator();
  const keys = new Set<string>();
  for (let number = 0; number < products; number += 1) {
    const { name, elementNumber, attributes } = generator.product(number);
    const texts = Object.values(attributes).flatMap((values) => Object.values(values as object).map(String));
    for (const text of [name, elementNumber, ...texts]) for (const word of wordsOf(text)) keys.add(matchKey(word));
  }
  return [...keys];
};

const heapMb = (): number => {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

const measure = (name: string, keys: readonly string[], make: () => Prefixes): string => {
  const beforeMb = heapMb();
  const prefixes = make();
  const startMs = performance.now();
  for (const [id, key] of keys.entries()) prefixes.add(id, key);
  const addMs = performance.now() - startMs;
  const megabytes = heapMb() - beforeMb;
  const random = seeded(SEED);
  const latency = new Histogram();
  let matches = 0;
  for (let query = 0; query < QUERIES; query += 1) {
    const key = keys[Math.floor(random() * keys.length)]!;
    const prefix = key.slice(0, 1 + Math.floor(random() * key.length));
    const beginMs = performance.now();
    matches += prefixes.find(prefix).length;
    latency.record((performance.now() - beginMs) * 1000);
  }
  const { p50Us, p99Us, maxUs } = latency.summary();
  return `| ${name} | ${keys.length} | ${megabytes.toFixed(1)} | ${addMs.toFixed(0)} | ${p50Us.toFixed(1)} | ${p99Us.toFixed(0)} | ${maxUs.toFixed(0)} | ${(matches / QUERIES).toFixed(0)} |`;
};

const all = keysOf(Number(process.argv[2] ?? 100_000));
const letters = all.filter((key) => !DIGIT.test(key));
const digits = all.filter((key) => DIGIT.test(key));
console.log('| index | words | MB | ms to add all | p50 us | p99 us | max us | words found |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [kind, keys] of Object.entries({ letters, digits })) {
  console.log(measure(`FlexSearch, ${kind}`, keys, () => flexSearch(keys.length)));
  console.log(measure(`sorted list, ${kind}`, keys, sortedList));
}
