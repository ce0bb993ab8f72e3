// Asks for a change of settings: what, and from when on. It says what the change means before it is made.
import { Refused, call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { dateTime, day as dayText } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { changedBy, heldAt, same } from './shop-preview.ts';
import type { Held, Settings } from './shop-preview.ts';
import { sentencesOf } from './shop-sentences.ts';

export type Change = Omit<Params<'update_shop_settings'>, 'effective_at' | 'if_seq' | 'withdraw' | 'dry_run'>;

interface ShopDialogProps {
  readonly title: string;
  readonly settings: Settings;
  /** Undefined while something that was typed cannot be read. */
  readonly change: Change | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

interface Preview {
  /** What it is about. */
  readonly of: string;
  readonly sentences: readonly string[];
}

const update = (wanted: Params<'update_shop_settings'>, dryRun: 0 | 1) =>
  call('update_shop_settings', { ...wanted, ...(dryRun === 1 ? { dry_run: 1 as const } : {}) });

export const ShopDialog = ({ title, settings, change, onClose, children }: ShopDialogProps) => {
  const texts = t().shop;
  // Another person's change of the same fields must be seen, so the settings that the fields began with count.
  const [begun, setBegun] = useState(settings);
  const [day, setDay] = useState('');
  const [preview, setPreview] = useState<Preview | undefined>();
  // What the configuration says cannot be changed here; what would be so anyway is left as it is, now and later.
  const before = heldAt(begun, day);
  const free = Object.entries(change ?? {}).filter(
    ([param, value]) => !begun.pinned.includes(param) && !same(value, before[param as keyof Held]),
  );
  const wantedOf = ({ seq }: Settings) => ({
    ...(Object.fromEntries(free) as Change),
    if_seq: seq,
    ...(day === '' ? {} : { effective_at: day }),
  });
  const of = JSON.stringify(wantedOf(begun));
  /** Sends it; where other fields were changed meanwhile, perhaps by this very person, on what holds now. */
  const send = async (dryRun: 0 | 1): Promise<readonly [Settings, Awaited<ReturnType<typeof update>>]> => {
    try {
      return [begun, await update(wantedOf(begun), dryRun)];
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'CHANGED_MEANWHILE') throw error;
      const now = await call('get_shop_settings', {});
      const held = heldAt(now, day);
      if (!free.every(([param]) => same(held[param as keyof Held], before[param as keyof Held]))) throw error;
      return [now, await update(wantedOf(now), dryRun)];
    }
  };
  const isSeen = preview?.of === of && preview.sentences.length > 0;
  const act = async (): Promise<string | undefined> => {
    if (isSeen) {
      await send(0);
      return day === '' ? texts.saved : texts.savedFrom(dayText(day));
    }
    const [now, after] = await send(1);
    const undone = after.undone.map(({ setting, effective_at: at }) =>
      texts.undone(texts.fields[setting as keyof Held], dateTime(at)),
    );
    setBegun(now);
    const sentences = [...sentencesOf(heldAt(now, day), changedBy(now, after, day !== '')), ...undone];
    setPreview({ of: JSON.stringify(wantedOf(now)), sentences });
    return undefined;
  };
  return (
    <ConfirmDialog
      title={title}
      label={isSeen ? texts.save : texts.preview}
      isReady={change !== undefined}
      act={act}
      onClose={onClose}
    >
      {children}
      <Field label={texts.from} hint={texts.fromHint}>
        {(described) => (
          <input {...described} type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        )}
      </Field>
      <div aria-live="polite">
        {preview?.of === of && (
          <>
            <h3>{day === '' ? texts.means : texts.meansFrom(dayText(day))}</h3>
            <Consequences sentences={isSeen ? preview.sentences : [texts.meansNothing]} />
          </>
        )}
      </div>
    </ConfirmDialog>
  );
};
