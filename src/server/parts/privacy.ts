// Shows and erases all that the shop holds about a person.
import type { ServerActions } from '../../admin/command.ts';
import { SLICE_MS, pauseAfter } from '../../admin/slices.ts';
import { viewUserExport } from '../../admin/view-user-export.ts';
import type { Config } from '../../config/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { eraseOrder, erasePastOrder, eraseUser, toBeErased } from '../../engine/maintenance/erasure.ts';
import { EncodedReply, toJson } from '../../kernel/json.ts';
import { ok } from '../../kernel/result.ts';
import type { PrivacyServices } from '../../operations/context/privacy-services.ts';

const ERASE = { user: eraseUser, order: eraseOrder, past_order: erasePastOrder } as const;

export const privacyServices = (
  engine: Engine,
  { invoiceRetentionYears: years }: Config,
  whenDestroyed: ServerActions['whenDestroyed'] = () => Promise.resolve([]),
): PrivacyServices => {
  const paused = () => ({ years, pause: pauseAfter(SLICE_MS) });
  return {
    exportUser: async (id) => {
      const text = toJson(await viewUserExport(engine, id, pauseAfter(SLICE_MS)));
      await engine.whenDurable(engine.headSeq);
      return new EncodedReply(Buffer.from(text));
    },
    erase: async ({ kind, id }, cause, begin) => {
      const begun = engine.transact(cause, begin);
      if (!begun.ok) return begun;
      const erased = await ERASE[kind](engine, id, { ...paused(), cause });
      return ok({ ...erased, late: await whenDestroyed() });
    },
    toBeErased: ({ kind, id }) => toBeErased(engine, kind, id, paused()),
  };
};
