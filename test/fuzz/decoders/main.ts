// npm run sim -- fuzz-decoders --target constraint --minutes 60: feeds decoders with inputs that reach ever more of
// them. Exit 1 where an input breaks a property. CONTRIBUTING.md says how to read it.
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Seeded } from '../../engine/seeded.ts';
import { flag, number, optionsOf, text } from '../../harness/program-options.ts';
import { BASE_SEED } from '../../harness/seed.ts';
import { BlockCoverage } from './block-coverage.ts';
import { TARGETS, corpusFile, guarded, readCorpus } from './corpus.ts';
import { FuzzLoop } from './loop.ts';
import { PLANTED } from './planted.ts';
import { holds } from './target.ts';
import type { Target } from './target.ts';
import { Watchdog } from './watchdog.ts';

const NAMES = Object.keys(TARGETS);
const targetOf = (name: string): Target | undefined => (name === 'planted' ? PLANTED : TARGETS[name]);

const { values } = optionsOf({
  name: 'fuzz-decoders',
  does: 'Fuzzes decoders, guided by the code that inputs reach.',
  options: {
    target: text('NAMES', `${NAMES.join(', ')}; all unless told`, (names) =>
      names.split(',').every((name) => targetOf(name) !== undefined) ? '' : `is none of ${NAMES.join(', ')}`,
    ),
    minutes: number(Infinity, 'for each target, 1 unless minutes or executions are told'),
    executions: number(Infinity, 'inputs for each target'),
    seed: number(BASE_SEED, 'what is drawn'),
    write: flag('write what reaches most to test/fuzz/corpus/'),
  },
});

const INPUT_MS_MAX = 10_000;
/** Beyond what the process has when the seeds have run. */
const GROWTH_MB_MAX = 512;
const MB = 1_048_576;

const lineOf = (input: Buffer): string =>
  JSON.stringify(input.toString('latin1')).replaceAll(
    /[\x7f-\xff]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

/** Whether no input broke a property. */
const fuzzed = async (name: string, { files, seeds, words, load }: Target): Promise<boolean> => {
  const coverage = new BlockCoverage(files);
  const check = guarded(await load());
  const watchdog = new Watchdog(INPUT_MS_MAX);
  const loop = new FuzzLoop({
    coverage,
    check,
    words: words.map((word) => Buffer.from(word as string)),
    random: new Seeded(values.seed),
    before: (input) => watchdog.before(input),
  });
  const given = [...seeds.map((seed) => Buffer.from(seed as string)), ...readCorpus(name)];
  const startMs = performance.now();
  const isTold = Math.min(values.minutes, values.executions) < Infinity;
  const endMs = startMs + (isTold ? values.minutes : 1) * 60_000;
  let [shownMs, rssMax] = [startMs, Infinity];
  const status = (): string => {
    const perSecond = (loop.executions / (performance.now() - startMs)) * 1000;
    const reached = `${loop.corpus.length} inputs reach ${coverage.size} characters`;
    return `${name}: ${loop.executions} executions, ${perSecond.toFixed(0)}/s, ${reached}`;
  };
  const goesOn = (executions: number): boolean => {
    const now = performance.now();
    if (now - shownMs > 60_000) {
      console.log(status());
      shownMs = now;
    }
    holds(process.memoryUsage.rss() <= rssMax, 'the process grows by no more than its limit');
    return now < endMs && executions < values.executions;
  };
  let finding = await loop.seed(given);
  rssMax = process.memoryUsage.rss() + GROWTH_MB_MAX * MB;
  finding ??= await loop.run(goesOn);
  console.log(status());
  if (finding !== undefined) {
    const { input, error } = await loop.shrunk(finding);
    console.log(`BROKEN ${name}: ${lineOf(input)}\n${error.stack ?? error.message}`);
  } else if (values.write) writeCorpus(name, loop.corpus);
  await watchdog.stop();
  coverage.stop();
  return finding === undefined;
};

/** Bytes of a corpus file, so that it stays one that is read. */
const CORPUS_BYTES_MAX = 8000;

const writeCorpus = (name: string, corpus: readonly Buffer[]): void => {
  let text = '';
  for (const input of corpus) {
    const line = `${lineOf(input)}\n`;
    if (input.length <= 400 && text.length + line.length <= CORPUS_BYTES_MAX) text += line;
  }
  if (text !== '') writeFileSync(corpusFile(name), text);
};

for (const name of values.target === '' ? NAMES : values.target.split(','))
  if (!(await fuzzed(name, targetOf(name)!))) process.exitCode = 1;
