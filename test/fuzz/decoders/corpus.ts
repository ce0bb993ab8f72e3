// The decoders that are fuzzed by their names, the inputs that were kept for each, and what holds for all of them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALL_TARGETS } from './call-targets.ts';
import { FILE_TARGETS } from './file-targets.ts';
import { Broken, holds } from './target.ts';
import type { Check, Target } from './target.ts';

export const TARGETS: { readonly [name: string]: Target } = { ...CALL_TARGETS, ...FILE_TARGETS };
const CORPUS = join(import.meta.dirname, '../corpus');

/** Beside the properties of the target: nobody's prototype changes. */
export const guarded =
  (check: Check): Check =>
  async (input) => {
    await check(input);
    for (const name in {}) throw new Broken(`an input added ${name} to every object`);
    holds(({} as { x?: unknown }).x === undefined, 'an input changed every object');
  };

export const corpusFile = (name: string): string => join(CORPUS, `${name}.jsonl`);

/** Inputs are lines of JSON: a text of Latin-1, a byte each character. */
export const readCorpus = (name: string): Buffer[] =>
  existsSync(corpusFile(name))
    ? readFileSync(corpusFile(name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => Buffer.from(JSON.parse(line) as string, 'latin1'))
    : [];
