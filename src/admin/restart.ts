// `kontor restart`: the running server starts its successor and hands the shop over, without a call that fails.
import { ConfigError } from '../config/setting.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Throws ConfigError: the server goes on as before. */
export const restartServer = async ({ server }: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  if (server === undefined) throw new ConfigError('no server has the store open');
  const pid = await server.restart((line) => terminal.note(`kontor: ${line}`));
  await terminal.show(`kontor: process ${pid} has the shop`, { pid });
  return true;
};
