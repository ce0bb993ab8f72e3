import { BufferPool } from '../../src/kernel/buffer-pool.ts';
import type { Block } from '../../src/kernel/buffer-pool.ts';

/** What released memory holds: no UTF-8, so that a reply made of it cannot be read. */
export const POISON = 0xdb;

/** Blocks that wait before they are used again, so that what is released stays poisoned for some time. */
const QUARANTINED_BLOCKS = 32;

/**
 * A pool that finds uses after release: it overwrites what is released, and throws at a second release and at bytes
 * that were written after their release.
 */
export class PoisonedBufferPool extends BufferPool {
  private readonly quarantine: Block[] = [];
  /** Offsets of the buffers that are in use. */
  private readonly acquired = new WeakMap<ArrayBufferLike, Set<number>>();

  override acquire(bytes: number): Buffer {
    const buffer = super.acquire(bytes);
    let offsets = this.acquired.get(buffer.buffer);
    if (offsets === undefined) this.acquired.set(buffer.buffer, (offsets = new Set()));
    offsets.add(buffer.byteOffset);
    return buffer;
  }

  override release(block: Block, bytes: Uint8Array): void {
    if (this.acquired.get(block)?.delete(bytes.byteOffset) !== true) throw new Error('a buffer was released twice');
    bytes.fill(POISON);
    super.release(block, bytes);
  }

  protected override recycle(block: Block): void {
    this.quarantine.push(block);
    const oldest = this.quarantine.length > QUARANTINED_BLOCKS ? this.quarantine.shift() : undefined;
    if (oldest !== undefined) {
      checkPoison(oldest);
      super.recycle(oldest);
    }
    if (block === this.current) this.current = this.freeBlock();
  }
}

const checkPoison = ({ bytes, usedBytes }: Block): void => {
  const offset = bytes.subarray(0, usedBytes).findIndex((byte) => byte !== POISON);
  if (offset >= 0) throw new Error(`a buffer was written to after its release, at byte ${offset} of its block`);
};
