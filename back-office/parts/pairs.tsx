// Names with their values, a line each.
import type { ComponentChildren } from '../preact.ts';

interface PairsProps {
  /** A value that is undefined is not seen by the person, and has no line. */
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
  /** Values stand right, with digits of one width. */
  readonly areFigures?: boolean;
}

export const Pairs = ({ pairs, areFigures = false }: PairsProps) => (
  <dl class="pairs">
    {pairs
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class={areFigures ? 'figure' : undefined}>{value}</dd>
        </>
      ))}
  </dl>
);
