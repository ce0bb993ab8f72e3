// What this browser remembers: language, theme, and that somebody has logged in. Nothing about the shop is kept here,
// and no credential.
import { LANGUAGES, language } from './language.ts';
import type { Language } from './language.ts';
import { effect, signal } from './preact.ts';

export { LANGUAGES, language };
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const PREFIX = 'kontor.';

/** Storage may be switched off in a browser; choices then last as long as the page. */
const remembered = (name: string): string | null => {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Nothing is lost: the choice holds until the page is closed.
  }
};

/** Whether somebody has logged in with this browser; the cookie itself is hidden from scripts. */
export const wasLoggedIn = (): boolean => remembered('login') === '1';
export const rememberLogin = (is: boolean): void => remember('login', is ? '1' : '0');

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((one) => one === value);

const ofBrowser = (): Language =>
  navigator.languages.map((code) => oneOf(LANGUAGES, code.slice(0, 2))).find((code) => code !== undefined) ?? 'en';

language.value = oneOf(LANGUAGES, remembered('language')) ?? ofBrowser();
export const theme = signal<Theme>(oneOf(THEMES, remembered('theme')) ?? 'auto');

/** Keeps the document and the browser's memory in step with the choices. */
export const followPreferences = (): void => {
  effect(() => {
    document.documentElement.lang = language.value;
    remember('language', language.value);
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    remember('theme', theme.value);
  });
};
