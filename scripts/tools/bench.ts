// `npm run bench -- NAME`: every measurement, with the flags of its Node. bench/README.md says when each exits 1.
import { YOUNG } from './program.ts';
import type { Tool } from './program.ts';

export const BENCH: Tool = {
  does: 'Measures one thing, and exits 1 where a target is missed.',
  unnamed: ['engine'],
  note: `Without NAME it is engine. Options follow the name: npm run bench -- checkout --rounds 5. The files in bench/ tell
them, some with --help: npm run bench -- engine --help.`,
  programs: {
    engine: {
      does: 'reads, writes and a mix over HTTP, beside a ruler that answers the same bytes',
      file: 'bench/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    carts: { does: 'one piece more of a line, in carts of 1 and of 1,000 lines', file: 'bench/carts.ts' },
    checkout: {
      does: 'checkouts with stock and coupons, of what everybody buys and of the rest',
      file: 'bench/checkout.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    search: {
      does: 'searches over 100,000 generated products, memory and the start of an index',
      file: 'bench/search/main.ts',
      flags: ['--max-old-space-size=8192', YOUNG],
    },
    'best-buy': {
      does: 'import, reads and searches of 3,291 real products, where their file is',
      file: 'bench/best-buy.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    lists: {
      does: 'the longest slice of a reply that holds every record of a shop',
      file: 'bench/lists.ts',
      flags: ['--expose-gc', '--max-old-space-size=8192', YOUNG],
    },
    pages: { does: 'pages of 50 orders among 100,000, the first and the last', file: 'bench/pages.ts', flags: [YOUNG] },
    bulk: {
      does: 'products made and changed in bulk calls, against single calls',
      file: 'bench/bulk.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    documents: { does: 'order documents as HTML and as PDF', file: 'bench/documents.ts' },
    'pdf-cost': { does: 'the dearest texts that a shopper can write into a PDF', file: 'bench/pdf-cost.ts' },
    privacy: { does: 'writes with and without encrypted personal data', file: 'bench/privacy.ts' },
    webhooks: {
      does: 'reads beside webhooks whose receivers misbehave',
      file: 'bench/webhooks.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    logins: {
      does: 'reads and writes beside a flood of logins',
      file: 'bench/logins.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    overload: {
      does: 'three times the calls that the server can answer',
      file: 'bench/overload.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    attacks: { does: 'a shopper beside each known attack', file: 'bench/attacks/main.ts', isBuiltFirst: true },
    runbook: { does: 'shoppers during a day of operating a shop', file: 'bench/runbook/main.ts', isBuiltFirst: true },
    cores: {
      does: 'what threads for HTTP cost and gain',
      file: 'bench/cores.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    restart: {
      does: 'the longest wait while the server is restarted or upgraded',
      file: 'bench/restart.ts',
      flags: ['--max-old-space-size=4096'],
      isBuiltFirst: true,
    },
    standby: {
      does: 'what a standby costs and gains: folding, exact reads, a promotion',
      file: 'bench/standby.ts',
      flags: ['--max-old-space-size=4096'],
      isBuiltFirst: true,
    },
    cluster: {
      does: 'failovers, hand-overs and writes of a cluster; needs etcd',
      file: 'bench/cluster/main.ts',
      isBuiltFirst: true,
    },
    sizing: {
      does: 'memory and disk of products, carts, orders and accounts',
      file: 'bench/sizing.ts',
      isBuiltFirst: true,
    },
    soak: {
      does: 'whether memory, files or delays of a server grow (also: npm run soak)',
      file: 'bench/soak/main.ts',
      flags: [YOUNG],
      isBuiltFirst: true,
    },
    replay: {
      does: 'no measurement: sells a retailer’s invoices again and compares every sum',
      file: 'bench/replay.ts',
      isBuiltFirst: true,
    },
  },
};
