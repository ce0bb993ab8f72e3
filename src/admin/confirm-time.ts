// `kontor time confirm`: an operator's word to a running server that the system's clock is right.
import { must } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';

export const confirmTime = async ({ store: { engine }, server }: Shop): Promise<boolean> => {
  must(server !== undefined, 'without a server the store is opened with the time accepted');
  await mustTakeChanges(engine);
  await server.confirmTime();
  return true;
};
