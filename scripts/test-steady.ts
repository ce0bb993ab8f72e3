// `npm run test:steady`: runs `npm test` (`--all`: all tests) again and again and says which run failed, also beside
// processes that burn a core each: a test that fails without a fault shows here. Logs of failed runs stay.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'npm run test:steady -- [--runs 20] [--burners 0] [--core N] [--nice N] [--all]';

const options = {
  runs: { type: 'string', default: '20' },
  burners: { type: 'string', default: '0' },
  core: { type: 'string' },
  nice: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const;

const given = () => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return process.exit(2);
  }
};
const values = given();

const count = (name: string, text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`--${name}: ${text} is no number`);
  process.exit(2);
};
const [runs, burners] = [count('runs', values.runs), count('burners', values.burners)];

const wrapped = [
  ...(values.core === undefined ? [] : ['taskset', '-c', values.core]),
  ...(values.nice === undefined ? [] : ['nice', '-n', values.nice]),
  'npm',
  ...(values.all ? ['run', 'test:all'] : ['test']),
];

const BURN = 'for (;;) Math.random()';
const burning: ChildProcess[] = Array.from({ length: burners }, () =>
  spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' }),
);
const extinguish = (): void => burning.forEach((burner) => burner.kill('SIGKILL'));
process.once('exit', extinguish);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const logs = mkdtempSync(join(tmpdir(), 'kontor-steady-'));

/** What a run said last of its tests, and whether it passed. */
const run = (number: number): Promise<{ readonly isGreen: boolean; readonly summary: string }> =>
  new Promise((resolve, reject) => {
    const path = join(logs, `run-${number}.log`);
    const log = createWriteStream(path);
    const [command = '', ...args] = wrapped;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    let text = '';
    for (const output of [child.stdout, child.stderr])
      output.on('data', (bytes: Buffer) => {
        log.write(bytes);
        text = (text + bytes.toString()).slice(-200_000);
      });
    child.once('error', reject);
    child.once('close', (code) => {
      const isGreen = code === 0;
      const failed = [...text.matchAll(/^ *FAIL +(.*)$/gm)].map(([, name]) => name!.trim());
      const tests = /^ *Tests +(.*)$/m.exec(text)?.[1] ?? `exit ${code}`;
      log.end(() => {
        if (isGreen) rmSync(path);
        resolve({ isGreen, summary: [tests, ...new Set(failed)].join('\n    ') });
      });
    });
  });

const seconds: number[] = [];
let failures = 0;
for (let number = 1; number <= runs; number += 1) {
  const beganMs = performance.now();
  const { isGreen, summary } = await run(number);
  seconds.push(Math.round((performance.now() - beganMs) / 1000));
  if (!isGreen) failures += 1;
  console.log(`${number}/${runs} ${isGreen ? 'passed' : 'FAILED'} after ${seconds.at(-1)} s: ${summary}`);
}
seconds.sort((one, other) => one - other);
const middle = seconds[Math.floor(seconds.length / 2)] ?? 0;
console.log(`${wrapped.join(' ')}, ${burners} burners: ${seconds[0]} to ${seconds.at(-1)} s, median ${middle} s`);
console.log(`${runs - failures} passed, ${failures} failed${failures > 0 ? `; logs: ${logs}` : ''}`);
if (failures === 0) rmSync(logs, { recursive: true });
extinguish();
process.exit(failures === 0 ? 0 : 1);
