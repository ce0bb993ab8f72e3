// What reaches a shop through its operator: a catalogue file of somebody else's, and a log that nobody reads.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin, goesOn, hammer, newOutcome, whenOver } from './hammer.ts';
import type { Attack, Attacks } from './hammer.ts';

/** A file that is there once the first import has ended. */
export const importedIn = (directory: string): string => join(directory, 'imported');

/** So many megabytes of products without a name. */
const nothing =
  (mb: number): Attack =>
  async ({ engine, directory }) => {
    const outcome = newOutcome();
    const file = join(directory, 'nothing.json');
    const empty = '{},'.repeat((mb / 3) * 1_000_000);
    writeFileSync(file, `[${empty}{}]`);
    begin();
    while (goesOn()) {
      const args = [engine, 'import', file, '--format', 'best-buy', '--data', directory];
      const report = ['--report', join(directory, 'refused.jsonl')];
      const command = spawn(process.execPath, [...args, ...report], { stdio: 'ignore' });
      const code = await Promise.race([new Promise((resolve) => command.once('exit', resolve)), whenOver()]);
      command.kill('SIGKILL');
      writeFileSync(importedIn(directory), '');
      if (code === undefined) break;
      outcome.calls += 1;
      outcome.bytes += empty.length;
      if (code !== 0) [outcome.refused, outcome.refusal] = [outcome.refused + 1, `exit ${String(code)}`];
    }
    return outcome;
  };

export const OPERATOR_ATTACKS: Attacks = {
  'an import of 36 MB of nothing': nothing(36),
  'an import of 240 MB of nothing': nothing(240),

  // Every call is logged there, into a pipe whose reader has stopped reading (rows.ts).
  'a log that nobody reads': (target) => hammer(target, 8, (client) => client.call('get_new_session')),
};
