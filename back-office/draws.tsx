// How screens are drawn that are like others.
import { Later } from './parts/later.tsx';
import { NotFound } from './parts/not-found.tsx';
import type { JSX } from './preact.ts';
import type { Route } from './routes.ts';
import { t } from './texts/texts.ts';
import type { Texts } from './texts/texts.ts';
import { idIn } from './wire-number.ts';

/** Draws a list, or one of its things by its number. */
export const listOrOne =
  (screen: keyof Texts['gone'], List: () => JSX.Element, One: (props: { readonly id: number }) => JSX.Element) =>
  ({ id }: Route): JSX.Element => {
    if (id === '') return <List />;
    const number = idIn(id);
    return number === undefined ? <NotFound screen={screen} /> : <One key={id} id={number} />;
  };

/** Draws a screen whose code is loaded when it is opened. */
export const later =
  <T,>(screen: keyof Texts['screens'], load: () => Promise<T>, draw: (code: T, place: Route) => JSX.Element) =>
  (place: Route): JSX.Element => (
    <Later name={screen} title={t().screens[screen]} load={load} draw={(code) => draw(code, place)} />
  );
