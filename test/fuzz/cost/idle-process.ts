// A process beside the fuzzer that measures the turns of its event loop, as the gauge does, so that a busy machine is
// not taken for a dear call.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const TICK_MS = 1;

const IDLE = `
let [from, longest] = [performance.now(), 0];
const tick = () => {
  const now = performance.now();
  longest = Math.max(longest, now - from - ${TICK_MS});
  from = now;
  setTimeout(tick, ${TICK_MS});
};
tick();
process.stdin.on('data', () => { console.log(longest); longest = 0; }).on('end', () => process.exit());
`;

/** A process that does nothing else than measure its own event loop. */
export class IdleProcess {
  private readonly child = spawn(process.execPath, ['-e', IDLE], { stdio: ['pipe', 'pipe', 'inherit'] });
  private readonly lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();

  /** Its longest delay since it was asked last, in milliseconds. */
  async longestDelayMs(): Promise<number> {
    this.child.stdin.write('\n');
    return Number((await this.lines.next()).value);
  }

  close(): void {
    this.child.stdin.end();
  }
}
