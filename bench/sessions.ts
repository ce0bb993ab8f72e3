// Fills a closed store with empty sessions.
import { maintenanceCause } from '../src/engine/engine.ts';
import { must } from '../src/kernel/result.ts';
import { openAlone } from './search/measure.ts';

const CAUSE = maintenanceCause('bench');
const SESSION = { type: 'start', lifeMs: 3_600_000, userId: 0, subject: 0, username: '' } as const;

export const fillSessions = async (directory: string, count: number): Promise<void> => {
  const { engine, close } = await openAlone(directory);
  for (let at = 0; at < count; at += 1) {
    const made = engine.transact(CAUSE, (tx) => tx.create('session', { ...SESSION, nonce: tx.random(12) }));
    must(made.ok, 'a session is opened');
    if (at % 1000 === 0) await engine.whenDurable(engine.headSeq);
  }
  await engine.whenDurable(engine.headSeq);
  await close();
};
