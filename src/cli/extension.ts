// `kontor extension`: what the author of an extension types.
import type { Command } from 'commander';
import { JSON_FLAG, Printer } from './printer.ts';

/** Beside the commands of `extension` that ask the server. */
export const addExtension = (program: Command): void => {
  const extension = program.commands.find((command) => command.name() === 'extension') ?? program.command('extension');
  extension
    .command('new')
    .argument('<name>', 'lower case, digits and hyphens, such as age-check')
    .argument('[folder]', 'where it is written (default: a folder of its name)')
    .option(...JSON_FLAG)
    .description('write a project that compiles, with a test in a shop in memory; nothing is overwritten')
    .action(async (name: string, folder: string | undefined, { json }: { readonly json?: boolean }) => {
      const place = folder ?? name;
      const files = (await import('./extension-project.ts')).writeProject(name, place);
      const printer = new Printer(json === true, '');
      for (const file of files) printer.show(file);
      printer.show(`next: cd ${place} && npm install && npm test`, { folder: place, files });
    });
};
