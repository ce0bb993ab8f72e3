// A decoder with a fault that chance alone does not find within the executions of its test: five bytes, each behind the
// one before it. It shows that the loop follows the coverage.
import { Broken } from './target.ts';
import type { Target } from './target.ts';

export const PLANTED: Target = {
  files: ['test/fuzz/decoders/planted-decoder.ts'],
  seeds: ['aaaaaaaa'],
  words: ['a'],
  load: async () => {
    const { depthOf } = await import('./planted-decoder.ts');
    return (bytes) => {
      if (depthOf(bytes) === 5) throw new Broken('the planted fault');
    };
  },
};
