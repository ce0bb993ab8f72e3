// The loop of the coverage-guided fuzzer: inputs that reach code which no input reached before are kept and bred on.
//
// Inputs run in batches between two readings of the coverage, since a reading costs as much as hundreds of decoded
// inputs; a batch that reached something is halved until the input is found. With one seed the same inputs come in the
// same order as long as the code is the same.
import type { Seeded } from '../../engine/seeded.ts';
import type { BlockCoverage } from './block-coverage.ts';
import { mutant } from './mutate.ts';
import type { Check } from './target.ts';

const BATCH = 256;

export interface Finding {
  readonly input: Buffer;
  readonly error: Error;
}

export interface LoopOptions {
  readonly coverage: BlockCoverage;
  readonly check: Check;
  readonly words: readonly Buffer[];
  readonly random: Seeded;
  /** Called before each input, for a watchdog. */
  readonly before?: (input: Buffer) => void;
}

export class FuzzLoop {
  readonly corpus: Buffer[] = [];
  executions = 0;
  private readonly options: LoopOptions;

  constructor(options: LoopOptions) {
    this.options = options;
  }

  /** Runs these inputs and keeps those that reach more than the ones before them. */
  async seed(inputs: readonly Buffer[]): Promise<Finding | undefined> {
    for (const input of inputs) {
      const finding = await this.attribute([input]);
      if (finding !== undefined) return finding;
    }
    if (this.corpus.length === 0) this.corpus.push(...inputs.slice(0, 1));
    return undefined;
  }

  /** Runs inputs while `goesOn` says so; resolves with the first that breaks a property. */
  async run(goesOn: (executions: number) => boolean): Promise<Finding | undefined> {
    const { random, words } = this.options;
    while (goesOn(this.executions)) {
      const batch = Array.from({ length: BATCH }, () => mutant(random, { corpus: this.corpus, words }));
      const finding = await this.attribute(batch);
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  /** Runs a batch; if it reached something new, finds and keeps the inputs that did. */
  private async attribute(batch: readonly Buffer[]): Promise<Finding | undefined> {
    const { coverage } = this.options;
    for (const input of batch) {
      const error = await this.execute(input);
      if (error !== undefined) return { input, error };
    }
    const isOne = batch.length === 1;
    if (coverage.read(isOne) === 0) return undefined;
    if (isOne) {
      this.corpus.push(batch[0]!);
      return undefined;
    }
    const half = batch.length >>> 1;
    return (await this.attribute(batch.slice(0, half))) ?? (await this.attribute(batch.slice(half)));
  }

  private async execute(input: Buffer): Promise<Error | undefined> {
    this.executions += 1;
    this.options.before?.(input);
    try {
      await this.options.check(input);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The input with everything taken out that the failure does not need. */
  async shrunk({ input, error }: Finding): Promise<Finding> {
    let smallest: Finding = { input, error };
    for (let before = Infinity; smallest.input.length < before;) {
      before = smallest.input.length;
      for (let size = before >>> 1; size >= 1; size >>>= 1) {
        for (let from = 0; from < smallest.input.length;) {
          const shorter = Buffer.concat([smallest.input.subarray(0, from), smallest.input.subarray(from + size)]);
          const again = await this.execute(shorter);
          if (again?.message === error.message) smallest = { input: shorter, error: again };
          else from += size;
        }
      }
    }
    return smallest;
  }
}
