// `kontor words`, as help, command line and control socket have it.
import { command } from './command.ts';
import type { Command } from './command.ts';

export const WORDS: readonly Command[] = [
  command({
    name: 'words import',
    about: 'set what the words of searches mean from a JSON file; docs/sell/search-words.md',
    args: { file: { about: 'JSON file; - is standard input', required: true } },
    options: { dryRun: { about: 'change nothing: say what would be refused' } },
    reads: 'file',
    load: async () => (await import('./word-files.ts')).importWords,
  }),
  command({
    name: 'words export',
    about: 'write what the words of searches mean to a JSON file',
    args: { file: { about: 'file; - is standard output', required: true } },
    writes: 'file',
    load: async () => (await import('./word-files.ts')).exportWords,
  }),
];
