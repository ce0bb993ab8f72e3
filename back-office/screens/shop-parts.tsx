// What dialogs and forms for the settings of the shop have in common; forms of the first screen are made of it, too.
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import type { Held, Settings } from './shop-preview.ts';

export interface SectionProps {
  readonly settings: Settings;
  /** Languages of the shop, its own first. */
  readonly languages: readonly string[];
  readonly onClose: () => void;
}

/** The list with another value at this place. */
export const withAt = <T,>(list: readonly T[], at: number, value: T): readonly T[] =>
  list.map((one, place) => (place === at ? value : one));
export const without = <T,>(list: readonly T[], at: number): readonly T[] => list.filter((_, place) => place !== at);

/** Codes of a line, each once. */
export const codesIn = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,;]+/).filter((code) => code !== '')),
];
export const isCountryCode = (code: string): boolean => /^[A-Z]{2}$/.test(code);

/** Fields of a setting; they cannot be used while the configuration says it. */
export const Free = ({
  settings,
  param,
  children,
}: Pick<SectionProps, 'settings'> & { readonly param: keyof Held; readonly children: ComponentChildren }) =>
  settings.pinned.includes(param) ? (
    <fieldset disabled>
      <legend>{t().shop.pinned}</legend>
      {children}
    </fieldset>
  ) : (
    <>{children}</>
  );

export const Remove = ({ of, onClick }: { readonly of: string; readonly onClick: () => void }) => (
  <button type="button" aria-label={`${t().shop.remove}: ${of}`} onClick={onClick}>
    {t().shop.remove}
  </button>
);

const NONE = null as unknown as undefined;
/** An empty text takes what there is away. */
export const textSent = (typed: string): string | undefined => (typed.trim() === '' ? NONE : typed);
