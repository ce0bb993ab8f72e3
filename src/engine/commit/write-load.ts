// Refuses changes while too much waits for the disk.
//
// In the mode `relaxed` no reply waits, so records that wait are counted, too.
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { refuseAt, refuseMemory } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { CommitPipeline } from './commit-pipeline.ts';
import type { DurabilityGate } from './durability-gate.ts';

export class WriteLoad {
  private readonly repliesMax: number;
  private readonly gate: DurabilityGate;
  private readonly pipeline: CommitPipeline;
  private readonly memory: MemoryShare;

  /** `memory`: share of the waiting replies. */
  constructor(repliesMax: number, gate: DurabilityGate, pipeline: CommitPipeline, memory: MemoryShare) {
    this.repliesMax = repliesMax;
    this.gate = gate;
    this.pipeline = pipeline;
    this.memory = memory;
  }

  private get waiting(): number {
    return Math.max(this.gate.waiting, this.pipeline.writer.count);
  }

  get isFull(): boolean {
    return this.waiting >= this.repliesMax || this.pipeline.isFull || this.memory.isFull;
  }

  /** Returns the refusal of a change; undefined while there is room. */
  refusal(): Refusal {
    const { waiting, repliesMax, pipeline, memory } = this;
    if (waiting >= repliesMax) {
      const detail = `${waiting} replies wait for the disk, of at most ${repliesMax}; try again.`;
      return refuseAt('pendingRepliesMax', 'OVERLOADED', '', detail);
    }
    if (!pipeline.isFull) return refuseMemory('memory_waiting', 'Replies that wait for the disk hold', memory, '');
    const { writer, pendingBytesMax } = pipeline;
    const detail = `Records of ${writer.bytesHeld} bytes wait for the disk, of at most ${pendingBytesMax}.`;
    return refuseAt('pending_bytes', 'OVERLOADED', '', detail);
  }
}
