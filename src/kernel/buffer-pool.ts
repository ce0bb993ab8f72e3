// Memory for replies that are sent once: cut from large blocks, which are used again when all of their buffers have
// been released. Fresh memory would cost a page fault for every reply or two.
//
// It guarantees that no byte of a buffer is handed out again before the buffer was released. It cannot prevent that
// somebody reads a buffer after its release, which could send one customer's reply to another; therefore all tests run
// with a pool that overwrites what is released and throws at a second release (test/kernel/poisoned-buffer-pool.ts).
// A buffer that is never released is left to the garbage collector, with its block.

const BLOCK_BYTES = 65_536;
/** A larger buffer gets memory of its own: it would waste the rest of a block. */
const POOLED_BYTES_MAX = BLOCK_BYTES / 4;
/** 8 MB, so that a burst of replies finds its memory again. */
const FREE_BLOCKS_MAX = 128;

export class Block extends ArrayBuffer {
  readonly bytes: Buffer = Buffer.from(this);
  readonly pool: BufferPool;
  usedBytes = 0;
  /** Buffers that were acquired and not yet released. */
  refCount = 0;

  constructor(pool: BufferPool) {
    super(BLOCK_BYTES);
    this.pool = pool;
  }
}

export class BufferPool {
  /** What buffers are cut from. */
  protected current = new Block(this);
  private readonly freeBlocks: Block[] = [];

  /** Memory with arbitrary content. */
  acquire(bytes: number): Buffer {
    if (bytes > POOLED_BYTES_MAX || bytes === 0) return Buffer.allocUnsafeSlow(bytes);
    if (this.current.usedBytes + bytes > BLOCK_BYTES) this.current = this.freeBlock();
    const block = this.current;
    block.usedBytes += bytes;
    block.refCount += 1;
    return block.bytes.subarray(block.usedBytes - bytes, block.usedBytes);
  }

  /** `bytes`: a whole buffer of the block. */
  release(block: Block, _bytes: Uint8Array): void {
    block.refCount -= 1;
    if (block.refCount === 0) this.recycle(block);
  }

  protected freeBlock(): Block {
    return this.freeBlocks.pop() ?? new Block(this);
  }

  /** A block none of whose buffers is in use. */
  protected recycle(block: Block): void {
    block.usedBytes = 0;
    if (block !== this.current && this.freeBlocks.length < FREE_BLOCKS_MAX) this.freeBlocks.push(block);
  }
}

let shared = new BufferPool();

/** For tests: what is acquired from now on comes from this pool. */
export const useBufferPool = (pool: BufferPool): void => {
  shared = pool;
};

/** Memory with arbitrary content, for bytes that are sent once. Whoever has sent them calls `releaseBuffer` once. */
export const acquireBuffer = (bytes: number): Buffer => shared.acquire(bytes);

/** The bytes were sent, and nobody reads them again. Bytes that are from no pool are ignored. */
export const releaseBuffer = (bytes: Uint8Array): void => {
  const { buffer } = bytes;
  if (buffer instanceof Block) buffer.pool.release(buffer, bytes);
};
