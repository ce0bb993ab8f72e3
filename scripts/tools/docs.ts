// `npm run docs`: what is written, not by hand.
import type { Tool } from './program.ts';

export const DOCS: Tool = {
  does: 'Writes what is not written by hand.',
  unnamed: ['reference'],
  note: 'Without NAME it is reference; with --check it writes nothing and exits 1 where a file is not current.',
  programs: {
    reference: { does: 'pages, OpenAPI and types of the client, from the code', file: 'scripts/docs.ts' },
    samples: { does: 'documents to look at, into docs/sell/samples', file: 'scripts/samples.ts' },
  },
};
