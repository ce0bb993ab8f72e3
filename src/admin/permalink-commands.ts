// `kontor permalinks`, as help, command line and control socket have it.
import { command } from './command.ts';
import type { Command } from './command.ts';

const before = (what: string, standard: string) => ({
  value: '<address>',
  about: `what stands before the permalink of a ${what}; {language} is its language (default ${standard})`,
});

export const PERMALINKS: readonly Command[] = [
  command({
    name: 'permalinks',
    about: 'write where former permalinks lead, for the redirects of a web server; docs/sell/permalinks.md',
    args: { file: { about: 'file; - is standard output', required: true } },
    options: {
      format: { value: '<name>', about: 'nginx: lines of a map; csv: from,to (default nginx)' },
      product: before('product', '/product/'),
      content: before('content', '/content/'),
      category: before('category', '/category/'),
    },
    writes: 'file',
    load: async () => (await import('./permalinks.ts')).exportPermalinks,
  }),
];
