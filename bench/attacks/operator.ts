// What reaches a shop through its operator: a catalogue file of somebody else's, and a log that nobody reads.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin, goesOn, hammer, newOutcome, whenOver } from './hammer.ts';
import type { Attacks } from './hammer.ts';

/** 36 MB of products without a name. */
const EMPTY = '{},'.repeat(12_000_000);

/** A file that is there once the first import has ended. */
export const importedIn = (directory: string): string => join(directory, 'imported');

export const OPERATOR_ATTACKS: Attacks = {
  'an import of 36 MB of nothing': async ({ engine, directory }) => {
    const outcome = newOutcome();
    const file = join(directory, 'nothing.json');
    writeFileSync(file, `[${EMPTY}{}]`);
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
      outcome.bytes += EMPTY.length;
      if (code !== 0) [outcome.refused, outcome.refusal] = [outcome.refused + 1, `exit ${String(code)}`];
    }
    return outcome;
  },

  // Every call is logged there, into a pipe whose reader has stopped reading (rows.ts).
  'a log that nobody reads': (target) => hammer(target, 8, (client) => client.call('get_new_session')),
};
