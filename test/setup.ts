// Runs before every test file: a reply whose memory is used after its release shows as poison, or throws.
import { useBufferPool } from '../src/kernel/buffer-pool.ts';
import { PoisonedBufferPool } from './kernel/poisoned-buffer-pool.ts';

useBufferPool(new PoisonedBufferPool());
