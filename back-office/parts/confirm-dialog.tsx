// A dialog that says what will happen, and acts on confirmation. It shows a refusal and keeps what was typed: before it
// is closed beside its buttons, or the page is reloaded, it asks.
import { Refused } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { lostFor, stopWaiting } from '../api/http.ts';
import { useEffect, useRef, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import { Dialog } from './dialog.tsx';
import { KeptRoom } from './kept-room.tsx';
import { Losing } from './losing.tsx';
import { Failure } from './page.tsx';
import { say, warn } from './toast.tsx';
import type { Undo } from './toast.tsx';

/** What was done, and how it is undone. */
export interface Done {
  readonly said: string;
  readonly undo: Undo;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** Text of the button that confirms. */
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  /** It is chosen anew in a moment: nobody would miss it. */
  readonly isQuick?: boolean;
  /** Performs the action; returns the sentence that reports it, or undefined to keep the dialog open. */
  readonly act: () => Promise<string | Done | undefined>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export const ConfirmDialog = ({
  title,
  label,
  isDangerous = false,
  isReady = true,
  isQuick = false,
  act,
  onClose,
  children,
}: ConfirmDialogProps) => {
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const asksFirst = isTyped && !isQuick;
  useUnsaved(asksFirst);
  const isLeft = useRef(false);
  const isSent = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
      // A person who leaves the page does not want the action done later, unseen.
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
        if (typeof done === 'string') say(done);
        else say(done.said, done.undo);
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
    <Dialog
      title={title}
      isSaving={isRunning}
      asksFirst={asksFirst}
      onClose={asksFirst ? () => setAsking(true) : onClose}
    >
      {isAsking && asksFirst && (
        <Losing asks={t().shell.losing.asks} onDrop={onClose} onStay={() => setAsking(false)} />
      )}
      <form class="ask" onInput={() => setTyped(true)} onSubmit={(event) => void go(event)}>
        {children}
        <KeptRoom isSaid={refused !== undefined}>{refused !== undefined && <Failure refused={refused} />}</KeptRoom>
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
