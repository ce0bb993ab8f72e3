// What every screen is made of: a head with its actions, cards, and the three states of data that is not there yet.
import type { Data } from '../api/use-data.ts';
import type { Refused } from '../api/call.ts';
import { useEffect } from '../preact.ts';
import type { ComponentChildren, JSX } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

interface PageProps {
  readonly title: string;
  /** Beside the title: a state, a date. */
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Fills the window, for a list that scrolls by itself. */
  readonly isTall?: boolean;
}

export const Page = ({ title, beside, actions, children, isTall = false }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Kontor`;
  }, [title]);
  return (
    <div class={isTall ? 'page tall' : 'page'}>
      <header class="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {beside}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

interface CardProps {
  readonly title?: string;
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** For links that bring it into sight. */
  readonly id?: string;
}

export const Card = ({ title, beside, children, class: name = '', id }: CardProps) => (
  <section class={`card ${name}`} {...(id === undefined ? {} : { id, tabIndex: -1 })}>
    {title !== undefined && (
      <header>
        <h2>{title}</h2>
        {beside}
      </header>
    )}
    {children}
  </section>
);

/** A figure with its name, and what it is compared with. */
export const Figure = ({
  name,
  value,
  note,
  href,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: ComponentChildren;
  /** Where what it counts is listed. */
  readonly href?: string;
}) => (
  <div class="tile">
    <p class="name">{name}</p>
    <p class="value figure">{href === undefined ? value : <a href={href}>{value}</a>}</p>
    {note !== undefined && <p class="note">{note}</p>}
  </div>
);

export const Empty = ({ children }: { readonly children: ComponentChildren }) => <div class="empty">{children}</div>;

export const Failure = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry?: () => void }) => (
  <div class="failure" role="alert">
    <Icon name="warning" />
    <p>
      {refusalText(refused)} <code>{refused.code}</code>
    </p>
    {onRetry !== undefined && (
      <button type="button" onClick={onRetry}>
        {t().shell.tryAgain}
      </button>
    )}
  </div>
);

/** Grey lines where text will be. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" aria-busy="true" aria-label={t().shell.loading} role="status">
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);

interface LoadedProps<T> {
  readonly data: Data<T>;
  readonly lines?: number;
  readonly children: (value: T) => JSX.Element | null;
}

/** Draws data once it is there, even if a later read fails; the problem is shown above it, or instead. */
export const Loaded = <T,>({ data: { value, refused, reload }, lines, children }: LoadedProps<T>) => (
  <>
    {refused !== undefined && <Failure refused={refused} onRetry={reload} />}
    {value !== undefined && children(value)}
    {value === undefined && refused === undefined && <Skeleton lines={lines ?? 3} />}
  </>
);
