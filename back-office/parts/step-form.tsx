// A form that is one step of several: it shows a refusal and keeps what was typed.
import { Refused } from '../api/call.ts';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { useUnsaved } from '../unsaved.ts';
import { KeptRoom } from './kept-room.tsx';
import { Failure } from './page.tsx';

interface StepFormProps {
  /** Text of the button. */
  readonly label: string;
  readonly isReady?: boolean;
  readonly act: () => Promise<void>;
  readonly children: ComponentChildren;
}

export const StepForm = ({ label, isReady = true, act, children }: StepFormProps) => {
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [isTyped, setTyped] = useState(false);
  useUnsaved(isTyped);
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    setRefused(undefined);
    try {
      await act();
      setTyped(false);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  return (
    <form class="ask" onInput={() => setTyped(true)} onSubmit={(event) => void go(event)}>
      {children}
      <KeptRoom isSaid={refused !== undefined}>{refused !== undefined && <Failure refused={refused} />}</KeptRoom>
      <div class="dialog-end">
        <button type="submit" class="primary" disabled={!isReady || isRunning}>
          {label}
        </button>
      </div>
    </form>
  );
};
