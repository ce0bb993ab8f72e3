// Which code an input reaches, by V8's own block coverage through the inspector: the decoder is not instrumented and
// runs at its full speed between two readings.
//
// Not promised: anything about how often a block ran. Code that was compiled before `start` has no blocks: decoders are
// imported afterwards.
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

type Reply = Profiler.TakePreciseCoverageReturnType;

export class BlockCoverage {
  private readonly session = new Session();
  private readonly files: readonly string[];
  /** By function: which of its characters lie in blocks that have run. */
  private readonly reached = new Map<string, Uint8Array>();
  /** Characters of the files in blocks that have run. */
  size = 0;

  /** `files`: how the paths of those that count begin, from the root of the repository. */
  constructor(files: readonly string[]) {
    this.files = files.map((file) => `/${file}`);
    this.session.connect();
    this.post('Profiler.enable');
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true, allowTriggeredUpdates: false });
  }

  /** Commands of the profiler are answered at once. */
  private post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.session.post(method, params, (error, result) => {
      if (error !== null) throw error;
      answer = result;
    });
    return answer;
  }

  /** Characters that ran since the last reading and never before; they count as reached if `keep` says so. */
  read(keep: boolean): number {
    const { result } = this.post('Profiler.takePreciseCoverage') as Reply;
    let found = 0;
    for (const { url, functions } of result) {
      if (!this.files.some((file) => url.includes(file))) continue;
      for (const { ranges } of functions) found += this.paint(url, ranges, keep);
    }
    if (keep) this.size += found;
    return found;
  }

  private paint(url: string, ranges: readonly Profiler.CoverageRange[], keep: boolean): number {
    const [{ startOffset, endOffset, count }] = ranges as [Profiler.CoverageRange];
    if (count === 0) return 0;
    const name = `${url}:${startOffset}:${endOffset}`;
    const before = this.reached.get(name) ?? new Uint8Array(endOffset - startOffset);
    // Ranges are nested, outer ones first: each says anew what is within it.
    const now = new Uint8Array(before.length);
    for (const range of ranges)
      now.fill(range.count > 0 ? 1 : 0, range.startOffset - startOffset, range.endOffset - startOffset);
    let found = 0;
    for (let index = 0; index < now.length; index += 1) {
      if (now[index] === 0 || before[index] === 1) continue;
      found += 1;
      if (keep) before[index] = 1;
    }
    if (keep) this.reached.set(name, before);
    return found;
  }

  stop(): void {
    this.session.disconnect();
  }
}
