// npm run bench -- guard: the CPU time of frequent calls and of a start, as ratios to the same of one fixed commit,
// measured in short rounds in turns. A neighbour on the machine makes both dearer, so the ratio stays.
//
// Exit 0: no figure is worse than today's; 1: one is; 2: wrong use, or a wrong reply; 3: it could not be told here.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Load, ROOT, schedule } from '../processes.ts';
import { machine, markdownRow } from '../table.ts';
import { BASELINE, baselineProgram, buildBaseline } from './baseline.ts';
import { HELD, ROUNDS_MIN, SLACK, figureOf, verdictOf } from './figures.ts';
import type { Pair, Verdict } from './figures.ts';
import { GUARDED, Subject } from './subject.ts';
import type { Cost } from './subject.ts';

const HELP = `npm run bench -- guard [options]

  --baseline       builds commit ${BASELINE.slice(0, 7)} once, which every figure is a ratio to
  --only NAME      one figure; may be given several times: ${Object.keys(HELD).join(', ')}
  --rounds N       rounds of each figure at most (15)
  --seconds N      after which no round begins (110); starts follow, for half as long
  --slack N        how many times today's ratio is a miss (${SLACK}): another machine has other ratios
  --engine FILE    the built program (dist/main.js)
  --base FILE      another build in the place of the baseline, for a before and after: nothing is held`;

const { values } = parseArgs({
  options: {
    baseline: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '110' },
    slack: { type: 'string', default: String(SLACK) },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    base: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const CANNOT_TELL = 3;

type Pairs = { readonly [part in keyof Cost]: Pair[] };

const all = new Map<string, Pairs>();

/** Both in turns; which of them begins alternates, so that what drifts disturbs both alike. */
const pair = async (
  name: string,
  round: number,
  subjects: readonly [Subject, Subject],
  measure: (subject: Subject) => Promise<Cost>,
): Promise<void> => {
  const [base, now] = subjects;
  let [ofBase, ofNow]: [Cost?, Cost?] = [];
  if (round % 2 === 0) ofBase = await measure(base);
  ofNow = await measure(now);
  ofBase ??= await measure(base);
  const pairs = all.get(name) ?? { deciding: [], process: [] };
  all.set(name, pairs);
  for (const part of ['deciding', 'process'] as const) pairs[part].push({ base: ofBase[part], now: ofNow[part] });
};

const wants = (name: string): boolean => values.only.length === 0 || values.only.includes(name);

const measureAll = async (subjects: readonly [Subject, Subject]): Promise<void> => {
  const rounds = Number(values.rounds);
  const endMs = Number(values.seconds) * 1000;
  const load = new Load('free');
  const guarded = GUARDED.filter(({ name }) => wants(name));
  try {
    for (const subject of subjects) await subject.open();
    // The first round compiles what the others run.
    for (const workload of guarded) for (const subject of subjects) await subject.measure(load, workload, 0);
    for (let round = 1; round <= rounds && performance.now() < endMs; round += 1)
      for (const workload of guarded)
        await pair(workload.name, round, subjects, (subject) => subject.measure(load, workload, round));
  } finally {
    await load.stop();
    for (const subject of subjects) await subject.close();
  }
  if (!wants('start')) return;
  for (let round = 0; round < rounds && performance.now() < endMs * 1.45; round += 1)
    await pair('start', round, subjects, (subject) => subject.start());
};

/** `us`: microseconds, or milliseconds where there are thousands. */
const time = (us: number): string => (us < 10_000 ? `${us.toFixed(1)} µs` : `${(us / 1000).toFixed(0)} ms`);

const report = (): Verdict[] => {
  const verdicts: Verdict[] = [];
  const columns = ['figure', 'CPU of', 'baseline', 'now', 'ratio', 'noise', 'rounds', 'today', 'target', ''];
  const rows = [columns, columns.map(() => '---')];
  const json = [...all].flatMap(([name, pairs]) =>
    (['deciding', 'process'] as const).map((part) => {
      const [figure, held, rounds] = [figureOf(pairs[part]), HELD[name]![part], pairs[part].length];
      const verdict = verdictOf(figure, held.today * Number(values.slack), held.target, rounds);
      const isHeld = values.base === undefined;
      if (isHeld) verdicts.push(verdict);
      const { baseUs, nowUs, ratio, noise } = figure;
      rows.push([
        name,
        part,
        time(baseUs),
        time(nowUs),
        ratio.toFixed(3),
        `± ${(noise * 100).toFixed(1)} %`,
        String(rounds),
        ...(isHeld ? [held.today.toFixed(2), `≤ ${held.target.toFixed(2)}`, verdict] : ['', '', '']),
      ]);
      return { name, part, ...figure, rounds, pairs: pairs[part], ...(isHeld ? { ...held, verdict } : {}) };
    }),
  );
  console.log(rows.map(markdownRow).join('\n'));
  console.log(`\n${JSON.stringify({ baseline: values.base ?? BASELINE, figures: json })}`);
  return verdicts;
};

const cannot = (why: string): number => {
  console.error(`guard: cannot tell: ${why}`);
  return CANNOT_TELL;
};

const main = async (): Promise<number> => {
  if (values.baseline) {
    const why = buildBaseline();
    return why === '' ? 0 : cannot(why);
  }
  const base = values.base === undefined ? baselineProgram() : resolve(values.base);
  if (base === undefined)
    return cannot(`commit ${BASELINE.slice(0, 7)} is not built here: npm run bench -- guard --baseline`);
  if (Number.isNaN(schedule(process.pid).processUs)) return cannot('this system keeps no accounts in /proc of threads');
  const directory = mkdtempSync(join(tmpdir(), 'kontor-guard-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const subjects = [
    new Subject('baseline', base, directory),
    new Subject('now', resolve(values.engine), directory),
  ] as const;
  await measureAll(subjects);
  console.log(`${machine('disk', false)}\n`);
  const verdicts = report();
  // What no round was left for.
  if (values.base === undefined && Object.keys(HELD).some((name) => wants(name) && !all.has(name)))
    verdicts.push('unknown');
  if (verdicts.includes('missed')) {
    console.error('guard: a figure is worse than today’s by more than its noise');
    return 1;
  }
  return verdicts.includes('unknown')
    ? cannot(`the rounds of a figure differ too much, or are fewer than ${ROUNDS_MIN}`)
    : 0;
};

if (values.help) console.log(HELP);
else process.exitCode = await main();
