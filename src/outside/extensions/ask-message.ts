// What extensions make of a mail: the first that says something. A mail goes as the templates of the shop have it where
// nobody says anything, or fails.
import type { AnsweredBy, Extensions, ReadAnswer } from '../../kernel/extensions.ts';
import { shown } from '../../kernel/result.ts';

export interface MessageAsked {
  /** Which mail. */
  readonly kind: string;
  /** Such as de_DE. */
  readonly language: string;
  /** What the templates of the shop get. */
  readonly view: object;
  readonly subject: string;
  readonly text: string;
}

/** Absent: as it was. */
interface SaidMessage {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const SUBJECT_MAX = 255;
const TEXT_MAX = 200_000;

const readMessage: ReadAnswer<SaidMessage> = (given) => {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object') return `${shown(given)} is no object`;
  const { subject, text, html } = given as { readonly [member: string]: unknown };
  for (const [name, value, max] of [
    ['subject', subject, SUBJECT_MAX],
    ['text', text, TEXT_MAX],
    ['html', html, TEXT_MAX],
  ] as const)
    if (value !== undefined && (typeof value !== 'string' || value.length > max))
      return `${name} is ${shown(value)}, and no text of at most ${max} characters`;
  // A line break would begin another header.
  if (typeof subject === 'string' && /[\r\n]/.test(subject)) return 'subject has more than one line';
  const said = { subject, text, html };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as SaidMessage;
};

/** Undefined: nobody says anything. */
export const askMessage = async (
  extensions: Extensions | undefined,
  asked: MessageAsked,
): Promise<(SaidMessage & { readonly by: AnsweredBy }) | undefined> => {
  if (extensions === undefined || !extensions.has('message')) return undefined;
  const said = await extensions.ask('message', JSON.stringify(asked), readMessage);
  for (const { by, answer } of said) if (answer !== undefined) return { ...answer, by };
  return undefined;
};
