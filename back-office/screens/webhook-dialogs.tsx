// What an administrator decides about a webhook: where it goes, with which secret, and that it ends.
import type { Webhook } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { count } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { TextField } from '../parts/field.tsx';
import type { Shown } from '../parts/once.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Will } from './one-customer.tsx';
import { secretOf } from './webhooks.tsx';

interface TargetProps {
  readonly webhook: Webhook;
  /** A new secret was made. */
  readonly onSecret: (shown: Shown) => void;
  readonly onClose: () => void;
}

export const TargetDialog = ({ webhook, onSecret, onClose }: TargetProps) => {
  const texts = t().webhooks;
  const { name } = webhook;
  const [url, setUrl] = useState(webhook.url);
  const [parameter, setParameter] = useState(webhook.parameter);
  const [isRotated, setRotated] = useState(false);
  const act = async (): Promise<string | undefined> => {
    const rotate = isRotated ? ({ rotate_secret: 1 } as const) : {};
    const { secret } = await call('update_webhook', { name, url: url.trim(), parameter: parameter.trim(), ...rotate });
    if (secret === undefined) return texts.saved(name);
    say(texts.saved(name));
    onSecret(secretOf(name, secret));
    return undefined;
  };
  return (
    <Ask title={texts.changeTitle(name)} label={texts.save} act={act} onClose={onClose}>
      <TextField label={texts.url} hint={texts.urlHint} value={url} onInput={setUrl} autoFocus />
      <TextField label={texts.parameter} hint={texts.parameterHint} value={parameter} onInput={setParameter} />
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
    </Ask>
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
    <Ask title={texts.removeTitle(name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Will sentences={texts.removeWill(count(backlog))} />
    </Ask>
  );
};
