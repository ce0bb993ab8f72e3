// What a page before the back office has in common: its title, the focus where it begins, language and theme.
import { useEffect, useLayoutEffect } from './preact.ts';
import type { ComponentChildren } from './preact.ts';
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx';

interface GateProps {
  readonly title: string;
  /** What the page says first; its title if left out. */
  readonly heading?: string;
  readonly isMarked?: boolean;
  readonly class?: string;
  /** The focus goes to where the page begins again as this changes. */
  readonly step?: unknown;
  readonly children: ComponentChildren;
}

const Mark = () => (
  <svg class="mark" width="44" height="44" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M10 7v18M22 8 11.5 16.5 22 24.5" />
  </svg>
);

export const Gate = ({ title, heading = title, isMarked = false, class: name, step, children }: GateProps) => {
  useEffect(() => {
    document.title = `${title} · Kontor`;
  }, [title]);
  useLayoutEffect(() => {
    document.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [title, step]);
  return (
    <div class={name === undefined ? 'login' : `login ${name}`}>
      <main>
        {isMarked && <Mark />}
        <h1>{heading}</h1>
        {children}
      </main>
      <footer>
        <LanguageChoice />
        <ThemeChoice />
      </footer>
    </div>
  );
};
