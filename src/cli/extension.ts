// `kontor extension`: what the author of an extension types.
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { JSON_FLAG, Printer } from './printer.ts';
import type { TryFlags } from './try-extension.ts';

/** Beside the commands of `extension` that ask the server. */
export const addExtension = (program: Command, config: (flags: { readonly data: unknown }) => Config): void => {
  const extension = program.commands.find((command) => command.name() === 'extension')!;
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

  extension
    .command('try')
    .argument('<module>', 'file of the extension, compiled')
    .requiredOption('--point <point>', 'what it is asked, such as checkout_check')
    .option('--part <part>', 'of payment_provider: start, notify or refund')
    .requiredOption('--cart <what>', 'id of an order, code of a session, or file with a question')
    .option('--save <file>', 'write the question to this new file, for --cart and for tests')
    .option('--url <address>', 'of the shop, such as https://shop.example (default: the server of the data directory)')
    .option('--data <dir>', 'data directory of a server on this machine (default ./data)')
    .option('--credentials <file>', 'what kontor channel add NAME --json printed (default KONTOR_LICENCE_…)')
    .option(...JSON_FLAG)
    .description('ask an extension about a recorded cart, and say what the shop would make of its answer')
    .action(async (module: string, flags: TryFlags & { readonly data?: string; readonly json?: boolean }) => {
      const { tryExtension } = await import('./try-extension.ts');
      const printer = new Printer(flags.json === true, '');
      if (!(await tryExtension(module, flags, config({ data: flags.data }), printer))) process.exitCode = 1;
    });
};
