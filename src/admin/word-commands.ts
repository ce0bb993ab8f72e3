// `kontor words`, as help, command line and control socket have it.
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { encodingOf } from '../catalogue-files/text-encoding.ts';
import { command } from './command.ts';
import type { Command } from './command.ts';
import { DELIMITER, TABLE_OPTIONS } from './price-commands.ts';

export const WORDS: readonly Command[] = [
  command({
    name: 'words import',
    about: 'set what the words of searches mean from a CSV or JSON file; docs/sell/search-words.md',
    args: { file: { about: 'CSV or JSON file; - is standard input', required: true } },
    options: {
      delimiter: DELIMITER,
      encoding: TABLE_OPTIONS.encoding,
      dryRun: { about: 'change nothing: say what would change, or be refused' },
    },
    reads: 'file',
    check: (given) => {
      delimiterOf(given);
      encodingOf(given);
    },
    load: async () => (await import('./word-files.ts')).importWords,
  }),
  command({
    name: 'words export',
    about: 'write what the words of searches mean to a file: CSV where its name ends so, else JSON',
    args: { file: { about: 'file; - is standard output', required: true } },
    options: { delimiter: DELIMITER },
    writes: 'file',
    check: (given) => void delimiterOf(given),
    load: async () => (await import('./word-files.ts')).exportWords,
  }),
];
