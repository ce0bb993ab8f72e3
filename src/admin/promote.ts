// `kontor promote`: lets a standby lead, by the word of an operator.
import { ConfigError } from '../config/setting.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Throws ConfigError. */
export const promoteStandby = async (
  { server, store: { engine }, config }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  if (server === undefined) throw new ConfigError(`no server has ${config.data} open: start it with --follow first`);
  await server.promote((line) => terminal.note(`kontor: ${line}`));
  await terminal.show(`kontor: ${config.data} leads from record ${engine.headSeq} on`, { record: engine.headSeq });
  return true;
};
