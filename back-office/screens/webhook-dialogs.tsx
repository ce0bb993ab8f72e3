// What an administrator decides about a webhook: where it goes, with which secret, what is sent again, and that it
// ends.
import type { Webhook } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { NumberField } from '../parts/number-field.tsx';
import type { ShownSecrets } from '../parts/secret-dialog.tsx';
import { say } from '../parts/toast.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useRef, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';
import { ContentFields } from './webhook-content.tsx';
import { seenWebhook, webhookPlace } from './webhook-place.ts';
import { secretOf } from './webhooks.tsx';

interface TargetProps {
  readonly webhook: Webhook;
  /** A new secret was made. */
  readonly onSecret: (shown: ShownSecrets) => void;
  readonly onClose: () => void;
}

export const TargetDialog = ({ webhook, onSecret, onClose }: TargetProps) => {
  const texts = t().webhooks;
  const { name } = webhook;
  const [isRotated, setRotated] = useState(false);
  const secret = useRef<string | undefined>(undefined);
  const place = webhookPlace(name, {
    isRotated,
    onSecret: (made) => {
      secret.current = made;
    },
  });
  const form = useSeen(place, () => seenWebhook(webhook));
  const { url = '', parameter = '' } = form.draft;
  const act = async (): Promise<string | undefined> => {
    if (!(await form.save())) return undefined;
    if (secret.current === undefined) return texts.saved(name);
    say(texts.saved(name));
    onSecret(secretOf(name, secret.current));
    return undefined;
  };
  const labels: { readonly [field: string]: string } = {
    url: texts.url,
    parameter: texts.parameter,
    body: texts.carries,
    filter: texts.filter,
    fields: texts.fields,
  };
  return (
    <ConfirmDialog
      title={texts.changeTitle(name)}
      label={texts.save}
      isReady={form.conflicts.length === 0}
      act={act}
      onClose={onClose}
    >
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        value={url}
        onInput={(text) => form.type('url', text)}
        autoFocus
      />
      <TextField
        label={texts.parameter}
        hint={texts.parameterHint}
        value={parameter}
        onInput={(text) => form.type('parameter', text)}
      />
      <ContentFields draft={form.draft} type={form.type} />
      <Meanwhile conflicts={form.conflicts} nameOf={({ field }) => labels[field] ?? field} onChoose={form.choose} />
      <div>
        <label class="check">
          <input
            type="checkbox"
            checked={isRotated}
            onInput={({ currentTarget }) => setRotated(currentTarget.checked)}
          />
          {texts.rotate}
        </label>
        <p class="hint">{texts.rotateHint}</p>
      </div>
    </ConfirmDialog>
  );
};

interface ReplayProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The number of a record. */
const RECORD = whole(1);

export const ReplayDialog = ({ webhook: { name, first_lost_seq: lostSeq }, onClose }: ReplayProps) => {
  const texts = t().webhooks;
  const [from, setFrom] = useState(lostSeq === 0 ? '' : String(lostSeq));
  const [to, setTo] = useState('');
  const [first, last] = [numberIn(from, RECORD), numberIn(to, RECORD)];
  const act = async (): Promise<string> => {
    const range = last === undefined ? { from: first! } : { from: first!, to: last };
    const { queued, next } = await call('replay_webhook', { name, ...range });
    return next === 0 ? texts.queued(count(queued)) : texts.queuedNext(count(queued), String(next));
  };
  return (
    <ConfirmDialog
      title={texts.againTitle(name)}
      label={texts.againGo}
      isReady={first !== undefined && (to.trim() === '' || last !== undefined)}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.againWill} />
      <div class="two">
        <NumberField
          label={texts.againFrom}
          hint={texts.againFromHint}
          rule={RECORD}
          value={from}
          onInput={setFrom}
          autoFocus
        />
        <NumberField label={texts.againTo} hint={texts.againToHint} rule={RECORD} value={to} onInput={setTo} />
      </div>
    </ConfirmDialog>
  );
};

interface RemoveProps {
  readonly webhook: Webhook;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export const RemoveDialog = ({ webhook: { name, backlog }, onRemoved, onClose }: RemoveProps) => {
  const texts = t().webhooks;
  const act = async (): Promise<string> => {
    await call('delete_webhook', { name });
    onRemoved();
    return texts.removed(name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeWill(count(backlog))} />
    </ConfirmDialog>
  );
};
