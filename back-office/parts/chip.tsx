// A state in a word: a dot of its colour, and the word, which says the same to those who see no colours.
import type { ComponentChildren } from '../preact.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

export const Chip = ({ tone = 'quiet', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`chip ${tone}`}>{children}</span>
);

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count?: string | undefined;
}

interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** Chooses one of a few values, all in sight. */
export const Choices = <T extends string>({ label, choices, chosen, onChoose }: ChoicesProps<T>) => (
  <div class="choices" role="group" aria-label={label}>
    {choices.map(({ value, label, count }) => (
      <button type="button" key={value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {label}
        {count !== undefined && <span class="figure">{count}</span>}
      </button>
    ))}
  </div>
);
