// A dialog that says what will happen and does it when it is told to. A refusal is shown in it, and nothing is lost.
import { Refused } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { lostFor, stopWaiting } from '../api/http.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './page.tsx';
import { say, warn } from './toast.tsx';

interface AskProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  /** Does it; answers with the sentence that tells of it, or nothing to keep the dialog open. */
  readonly act: () => Promise<string | undefined>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export const Ask = ({ title, label, isDangerous = false, isReady = true, act, onClose, children }: AskProps) => {
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const isLeft = useRef(false);
  const isSent = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
      // Whoever leaves the address does not want to have it done later, unseen.
      if (isSent.current && lostFor.value !== undefined) stopWaiting();
    },
    [],
  );
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    isSent.current = true;
    setRunning(true);
    setRefused(undefined);
    try {
      const done = await act();
      refreshAll();
      if (done !== undefined) {
        say(done);
        onClose();
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isLeft.current) warn(refusalText(error));
      else setRefused(error);
    }
    isSent.current = false;
    setRunning(false);
  };
  return (
    <Dialog title={title} isSaving={isRunning} onClose={onClose}>
      <form class="ask" onSubmit={(event) => void go(event)}>
        {children}
        {refused !== undefined && <Failure refused={refused} />}
        <div class="dialog-end">
          <button type="button" disabled={isRunning} onClick={onClose}>
            {t().shell.keep}
          </button>
          <button type="submit" class={isDangerous ? 'primary danger' : 'primary'} disabled={!isReady || isRunning}>
            {label}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
