// The question whether what was typed into a dialog is to be lost, when somebody closes it.
import { useLayoutEffect, useRef } from '../preact.ts';
import { t } from '../texts/texts.ts';

interface LosingProps {
  readonly asks: string;
  readonly onDrop: () => void;
  readonly onStay: () => void;
}

export const Losing = ({ asks, onDrop, onStay }: LosingProps) => {
  const { drop, stay } = t().shell.losing;
  const ref = useRef<HTMLButtonElement>(null);
  // A long dialog may be read at its end.
  useLayoutEffect(() => ref.current?.focus(), []);
  return (
    <div class="button-row" role="alert">
      <p>{asks}</p>
      <button type="button" class="danger" onClick={onDrop}>
        {drop}
      </button>
      <button ref={ref} type="button" onClick={onStay}>
        {stay}
      </button>
    </div>
  );
};
