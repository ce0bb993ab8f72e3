// Where the reader is: `#/orders?state=unpaid` is a screen, an id or none, and what the screen keeps in the address.
// Everything that a link or a reload should bring back is in the address; nothing else is.
import { signal } from './preact.ts';

export interface Route {
  readonly screen: string;
  /** '' for the screen's own list. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Somebody came back to it: the screen is shown as it was left. */
  readonly isReturn: boolean;
}

const FIRST = 'today';

/** Accepts any text: a typed address may be no valid encoding. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const read = (isReturn = false): Route => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', ...rest] = path.split('/').map(decoded);
  return { screen: screen === '' ? FIRST : screen, id: rest.join('/'), query: new URLSearchParams(query), isReturn };
};

export const route = signal<Route>(read());

/** Whether the address names no screen. */
export const isStart = (): boolean => /^#?\/?$/.test(location.hash);

export const hrefOf = (screen: string, id: string | number = '', query: { readonly [name: string]: string } = {}) => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  const path = String(id) === '' ? '' : `/${encodeURIComponent(id)}`;
  return `#/${screen}${path}${search === '' ? '' : `?${search}`}`;
};

export const goTo = (href: string): void => {
  location.hash = href;
};

/** Marks an entry of the browser's history that was shown: coming to it again is a return. */
const SHOWN = { shown: true };
let isComingBack = false;

/** The address that is opened next is one to which somebody comes back, though it is a new step in the history. */
export const comeBack = (): void => {
  isComingBack = true;
};

/** Screen → address of its list as it was shown last. */
const lists = new Map<string, string>();

/** The list of a screen as it was shown last, filters included. */
export const hrefOfList = (screen: string): string => lists.get(screen) ?? hrefOf(screen);

const note = ({ screen, id }: Route): void => {
  if (id === '') lists.set(screen, location.hash);
};

/** Changes what a screen keeps in its address, without another step in the browser's history. */
export const setQuery = (changes: { readonly [name: string]: string }): void => {
  const { screen, id, query } = route.value;
  history.replaceState(SHOWN, '', hrefOf(screen, id, { ...Object.fromEntries(query), ...changes }));
  route.value = read();
  note(route.value);
};

export const followAddress = (): void => {
  const enter = (): void => {
    const isReturn = isComingBack || history.state !== null;
    isComingBack = false;
    history.replaceState(SHOWN, '');
    route.value = read(isReturn);
    note(route.value);
  };
  history.replaceState(SHOWN, '');
  note(route.value);
  addEventListener('hashchange', enter);
};
