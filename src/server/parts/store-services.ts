// What operations ask of the open store: sessions, the audit log, its state, carts, usage, exports.
import { exportServices } from '../../admin/export-services.ts';
import { stepsBack } from '../../domain/time/time-step.ts';
import { changelog } from '../../engine/audit/audit-pages.ts';
import { SessionCodes } from '../../engine/codes/session-codes.ts';
import { SessionShares } from '../../engine/maintenance/session-shares.ts';
import type { Services } from '../../operations/context/operation.ts';
import type { DispatchParts } from './dispatch-parts.ts';

type Given = Pick<DispatchParts, 'store' | 'snapshots' | 'loss' | 'usage'>;
type StoreServices = Pick<
  Services,
  'codes' | 'changelog' | 'storeStatus' | 'warming' | 'sessionRefusal' | 'openCarts' | 'usage' | 'exports'
>;

export const storeServices = ({ store, snapshots, loss, usage }: Given): StoreServices => {
  const { engine, identity } = store;
  const sessions = new SessionShares(engine);
  return {
    codes: new SessionCodes(identity.key),
    changelog: (query) => changelog(engine.audit, query, stepsBack(engine.readContext())),
    storeStatus: () => ({
      recordsSinceSnapshot: snapshots.recordsSinceSnapshot,
      snapshotAgeMs: snapshots.ageMs,
      snapshotFailures: snapshots.failures,
      writeRefusal: engine.writeRefusal,
      clockJumpMs: engine.time.jumpMs,
      confirmedMs: engine.time.confirmedMs,
      loss,
    }),
    warming: () => engine.isSearchWarming,
    sessionRefusal: (channelId) => sessions.refusal(channelId),
    openCarts: engine.openCarts,
    usage,
    exports: exportServices(engine),
  };
};
