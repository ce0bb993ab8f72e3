// `npm run bench -- NAME`: every measurement, with the flags of its Node. bench/README.md says when each exits 1.
import { YOUNG } from './program.ts';
import type { Tool } from './program.ts';

export const BENCH: Tool = {
  does: 'Measures one thing, and exits 1 where a target is missed.',
  unnamed: ['engine'],
  note: `Without NAME it is engine. Options follow the name: npm run bench -- overload --seconds 5. The files in bench/ tell
them, some with --help: npm run bench -- engine --help.`,
  programs: {
    engine: {
      does: 'reads, writes and a mix over HTTP, beside a ruler that answers the same bytes',
      file: 'bench/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    guard: {
      does: 'CPU time of frequent calls and of a start, as ratios to one fixed commit',
      file: 'bench/guard/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    overload: {
      does: 'three times the calls that the server can answer',
      file: 'bench/overload.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    compare: {
      does: 'durable writes beside Redis and PostgreSQL: table, JSON and a page with charts',
      file: 'bench/compare/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    million: {
      does: 'a shop of a million of everything: memory, disk, starts, stops, pages',
      file: 'bench/million.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    cores: {
      does: 'what threads for HTTP give and cost; packs itself for another machine',
      file: 'bench/cores.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    attacks: { does: 'a shopper beside each known attack', file: 'bench/attacks/main.ts', isBuiltFirst: true },
    soak: {
      does: 'whether memory, files or delays of a server grow (also: npm run soak)',
      file: 'bench/soak/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
  },
};
