// Catches a decoder that throws or changes what every object inherits on some bytes, or does not give back what it was
// given: on its seeds, on what was kept for it, and on some inputs that are bred from these. decoders.nightly.test.ts
// goes on with the coverage, and finds what hangs or grows.
import { expect, test } from 'vitest';
import { Seeded } from '../../engine/seeded.ts';
import { seedOf } from '../../harness/seed.ts';
import { TARGETS, guarded, readCorpus } from './corpus.ts';
import { mutant } from './mutate.ts';
import { PLANTED } from './planted.ts';
import type { Target } from './target.ts';

/** Inputs that are bred; those of some decoders take longer. */
const BRED: { readonly [name: string]: number } = { csv: 5, snapshot: 60, record: 60 };
const BRED_MOST = 250;

/** Throws for the first input that breaks a property. */
const holdsFor = async (name: string, { seeds, words, load }: Target, inputs: readonly Buffer[]): Promise<void> => {
  const check = guarded(await load());
  const corpus = [...seeds.map((seed) => Buffer.from(seed as string)), ...inputs];
  for (const input of corpus) await check(input);
  const given = { corpus, words: words.map((word) => Buffer.from(word as string)) };
  const random = new Seeded(seedOf(`breeds ${name}`));
  for (let count = BRED[name] ?? BRED_MOST; count > 0; count -= 1) await check(mutant(random, given));
};

test.each(Object.keys(TARGETS))('%s holds for what was kept, and for some of what that breeds', (name) =>
  holdsFor(name, TARGETS[name]!, readCorpus(name)),
);

test('an input that breaks a property is told', async () => {
  await expect(holdsFor('planted', PLANTED, [Buffer.from('KONTO')])).rejects.toThrow('the planted fault');
  await holdsFor('planted', PLANTED, [Buffer.from('KONT')]);
});
