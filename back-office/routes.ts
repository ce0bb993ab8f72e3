// Where the reader is: `#/orders?state=unpaid` is a screen, an id or none, and what the screen keeps in the address.
// Everything that a link or a reload should bring back is in the address; nothing else is.
import { signal } from './preact.ts';

export interface Route {
  readonly screen: string;
  /** '' for the screen's own list. */
  readonly id: string;
  readonly query: URLSearchParams;
}

const FIRST = 'today';

/** What somebody typed into the address may be no encoding of anything. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const read = (): Route => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', ...rest] = path.split('/').map(decoded);
  return { screen: screen === '' ? FIRST : screen, id: rest.join('/'), query: new URLSearchParams(query) };
};

export const route = signal<Route>(read());

export const hrefOf = (screen: string, id: string | number = '', query: { readonly [name: string]: string } = {}) => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  const path = String(id) === '' ? '' : `/${encodeURIComponent(id)}`;
  return `#/${screen}${path}${search === '' ? '' : `?${search}`}`;
};

export const goTo = (href: string): void => {
  location.hash = href;
};

/** Changes what a screen keeps in its address, without another step in the browser's history. */
export const setQuery = (changes: { readonly [name: string]: string }): void => {
  const { screen, id, query } = route.value;
  history.replaceState(null, '', hrefOf(screen, id, { ...Object.fromEntries(query), ...changes }));
  route.value = read();
};

export const followAddress = (): void => {
  addEventListener('hashchange', () => {
    route.value = read();
  });
};
