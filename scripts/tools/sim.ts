// `npm run sim -- NAME`: what runs a shop or a part of it for as long as one likes, to find what tests do not.
import { YOUNG } from './program.ts';
import type { Tool } from './program.ts';

export const SIM: Tool = {
  does: 'Runs a shop or a part of it among faults, with claims on what it does; exits 1 where one breaks.',
  unnamed: [],
  note: 'Options follow the name: npm run sim -- shop --seed 1 --minutes 60. CONTRIBUTING.md explains them.',
  programs: {
    shop: { does: 'a whole shop on a simulated disk, clock and network', file: 'test/simulation/main.ts' },
    cluster: { does: 'leaders and followers on a simulated network', file: 'test/engine/cluster/main.ts' },
    faults: {
      does: 'a cluster of real processes, killed, cut off and filled up; needs etcd',
      file: 'test/cluster-faults/main.ts',
      isBuiltFirst: true,
    },
    'cluster-demo': {
      does: 'three nodes and one order, told line by line; the leader is killed; needs etcd',
      file: 'examples/cluster/main.ts',
      isBuiltFirst: true,
    },
    mutation: { does: 'money code broken in every way, and which tests notice', file: 'test/mutation/main.ts' },
    'fuzz-cost': {
      does: 'breeds the calls and volleys that cost the thread and shoppers most',
      file: 'test/fuzz/cost/main.ts',
      flags: ['--max-old-space-size=6144', YOUNG],
    },
    'fuzz-decoders': {
      does: 'feeds decoders with inputs that reach ever more of them',
      file: 'test/fuzz/decoders/main.ts',
      flags: ['--max-old-space-size=512'],
    },
  },
};
