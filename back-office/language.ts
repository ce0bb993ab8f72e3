// The language of the page, apart from where it is remembered (preferences.ts): what reads and writes numbers needs no
// browser.
import { signal } from './preact.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const language = signal<Language>('en');
