// The words of what happened to an order, in two languages: they are loaded with their part of the page.
import { language } from '../preferences.ts';
import { timeline as de } from './de-timeline.ts';
import { timeline as en } from './en-timeline.ts';
import type { TimelineTexts } from './en-timeline.ts';

/** In the language that is chosen now. */
export const timelineTexts = (): TimelineTexts => ({ en, de })[language.value];
