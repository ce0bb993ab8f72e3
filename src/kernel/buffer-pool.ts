// Memory for replies that are sent once: cut from large blocks, which are used again when all of their buffers have
// been released. Fresh memory would cost a page fault for every reply or two.
//
// Guaranteed: no byte of a buffer is handed out again before the buffer was released. Not promised: that nobody reads a
// buffer after its release, which could send one customer's reply to another. All tests therefore run with a pool that
// overwrites what is released and throws at a second release (test/kernel/poisoned-buffer-pool.ts). A buffer that is
// never released is left to the garbage collector, with its block.

const BLOCK_BYTES = 65_536;
/** Larger buffers share no block, because they would waste its rest: they get memory of their own, or a whole block. */
const SHARED_BYTES_MAX = BLOCK_BYTES / 4;
const WHOLE_BLOCK_BYTES_MIN = BLOCK_BYTES / 2;
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
  /** Block from which buffers are cut. */
  protected current = new Block(this);
  private readonly freeBlocks: Block[] = [];

  /** Returns memory with arbitrary content. */
  acquire(bytes: number): Buffer {
    const isShared = bytes <= SHARED_BYTES_MAX;
    if (bytes === 0 || bytes > BLOCK_BYTES || (!isShared && bytes < WHOLE_BLOCK_BYTES_MIN))
      return Buffer.allocUnsafeSlow(bytes);
    if (isShared && this.current.usedBytes + bytes > BLOCK_BYTES) this.current = this.freeBlock();
    const block = isShared ? this.current : this.freeBlock();
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

  /** Takes back a block without buffers in use. */
  protected recycle(block: Block): void {
    block.usedBytes = 0;
    if (block !== this.current && this.freeBlocks.length < FREE_BLOCKS_MAX) this.freeBlocks.push(block);
  }
}

let shared = new BufferPool();

/** Replaces the pool, for tests. */
export const useBufferPool = (pool: BufferPool): void => {
  shared = pool;
};

/** Memory with arbitrary content, for bytes that are sent once. The sender calls `releaseBuffer` once. */
export const acquireBuffer = (bytes: number): Buffer => shared.acquire(bytes);

/** Releases bytes that were sent and that nobody reads again. Bytes of no pool are ignored. */
export const releaseBuffer = (bytes: Uint8Array): void => {
  const { buffer } = bytes;
  if (buffer instanceof Block) buffer.pool.release(buffer, bytes);
};
