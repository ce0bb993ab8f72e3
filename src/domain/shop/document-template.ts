// Templates of documents that the shop has of its own: one actor per name, made when the text is first set. They win
// over those of the operator's directory and over the built-in ones (src/outside/documents/templates.ts).
// Not promised: that a text is a template. Those who set one try it first, because that takes time.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { MAILS } from '../mail.ts';
import type { Mail } from '../mail.ts';
import { schema } from '../schema.ts';
import { unseen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';

const FIRST = ['invoice', 'order_confirmation', 'cancellation_invoice', 'packing_slips', 'pick_list'] as const;
const DOCUMENTS = [...FIRST, 'credit_note'] as const;
type DocumentName = (typeof DOCUMENTS)[number];
/**
 * Names of templates that a shop may have: documents, and their parts; mails, and theirs. The place of a name is the id
 * of its actor, from 1 on, and stays.
 */
export const TEMPLATE_NAMES = [
  ...FIRST,
  'head',
  'positions',
  'foot',
  'style',
  'credit_note',
  'mail_head',
  'mail_foot',
  ...MAILS.map((mail): MailTemplateName => `mail_${mail}`),
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];
export type MailTemplateName = `mail_${Mail}`;

/** The template of a mail. */
export const mailTemplate = (mail: Mail): MailTemplateName => `mail_${mail}`;

/** Whether it is for mails alone: a mail, or a part of all. These may differ by language. */
export const isOfMail = (name: TemplateName): boolean => name.startsWith('mail_');

/** The mail that it is the template of; undefined: it is that of a document, or a part. */
export const mailOf = (name: TemplateName): Mail | undefined => MAILS.find((mail) => mailTemplate(mail) === name);

/** Whether it is the template of a document, and not of a part. */
export const isDocument = (name: TemplateName): name is DocumentName => DOCUMENTS.some((one) => one === name);

/** Characters of one template. */
export const TEMPLATE_LENGTH_MAX = 65_536;

export interface DocumentTemplate {
  name: string;
  /** '': the shop has none of its own any more. */
  text: string;
  /** Last record that changed it. */
  seq: number;
}

export type DocumentTemplateCommand = { readonly type: 'set_template'; readonly name: string; readonly text: string };

const EVENTS = { document_template_set: { name: '', text: '' } };

export interface TemplateIndex {
  /** Numbers of all that the shop has, or had. */
  readonly ids: Set<number>;
}

export const documentTemplate: ActorKind<DocumentTemplate, DocumentTemplateCommand, typeof EVENTS, TemplateIndex> = {
  kind: 'document_template',
  state: schema<DocumentTemplate>({ name: '', text: '', seq: 0 }),
  events: EVENTS,
  audit: { hidden: [], ignored: ['seq'] },
  decide(state, { name, text }) {
    if (name === state.name && text === state.text) return decided();
    return decided({ type: 'document_template_set', name, text });
  },
  apply(state, { name, text }, _atMs, seq) {
    state.name = name;
    state.text = text;
    state.seq = seq ?? state.seq;
  },
  index: {
    create: () => ({ ids: new Set() }),
    add: ({ ids }, id) => void ids.add(id),
    remove: ({ ids }, id) => void ids.delete(id),
  },
};

/** Ids of one language: more than there will be templates. */
const LANGUAGE_IDS = 64;

/** The first two letters of a language code, such as `de` of `de_DE`; '': it begins with others. */
export const templateLanguage = (code: string): string => /^[a-z]{2}/.exec(code.toLowerCase())?.[0] ?? '';

/** Templates for all languages come first, then those of `aa` to `zz`. */
const idOf = (name: TemplateName, language: string): number => {
  const [first = 0, second = 0] = [...language].map((letter) => letter.charCodeAt(0) - 96);
  return (first === 0 ? 0 : (first - 1) * 26 + second) * LANGUAGE_IDS + TEMPLATE_NAMES.indexOf(name) + 1;
};

/** The inverse of `idOf`, in part: '' for all languages. */
const languageOfId = (id: number): string => {
  const place = Math.floor((id - 1) / LANGUAGE_IDS);
  return place === 0 ? '' : String.fromCharCode(97 + Math.floor((place - 1) / 26), 97 + ((place - 1) % 26));
};

/** The languages that the shop has, or had, templates for. */
export const languagesOfTemplates = (shop: Reader): readonly string[] => {
  shop.trackAbsence('document_template');
  const languages = new Set([...shop.index('document_template').ids].map(languageOfId));
  return [...languages].filter((language) => language !== '').sort();
};

/**
 * The template of the shop's own; undefined where it never had one. `language`: two letters; '': that for all
 * languages.
 */
export const templateState = (
  shop: Reader,
  name: TemplateName,
  language = '',
): Readonly<DocumentTemplate> | undefined => shop.read('document_template', idOf(name, language));

/** Texts of the shop's own templates by name. */
export type ShopTemplates = { readonly [name: string]: string };

const textOf = (shop: Reader, name: TemplateName, language: string): string =>
  (language === '' ? '' : templateState(shop, name, language)?.text) || (templateState(shop, name)?.text ?? '');

const textsOf = (shop: Reader, names: readonly TemplateName[], language: string): ShopTemplates =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(shop, name, language);
      return text === '' ? [] : [[name, text] as const];
    }),
  );

const OF_DOCUMENTS = TEMPLATE_NAMES.filter((name) => !isOfMail(name));

/** Returns the templates of documents, and of their parts, that the shop has of its own now. */
export const shopTemplates = (shop: Reader): ShopTemplates => textsOf(shop, OF_DOCUMENTS, '');

/** Returns all of them that count for mails in a language, of two letters. */
export const mailTemplates = (shop: Reader, language: string): ShopTemplates => textsOf(shop, TEMPLATE_NAMES, language);

export interface TemplateChange {
  readonly name: TemplateName;
  /** Two letters; '': for all languages. */
  readonly language: string;
  /** '': the shop has none of its own from here on. */
  readonly text: string;
  /** Record of the template that the caller saw, 0 for none; undefined: whatever it is. */
  readonly ifSeq: number | undefined;
}

/** Refuses: CHANGED_MEANWHILE. */
export const setTemplate = (tx: Transaction, { name, language, text, ifSeq }: TemplateChange): Result<void> => {
  const held = templateState(tx, name, language);
  const seq = held?.seq ?? 0;
  const id = idOf(name, language);
  if (ifSeq !== undefined && ifSeq !== seq)
    return unseen('document_template', id, seq, ifSeq, `The template is that of record ${seq}, not of ${ifSeq}.`);
  if (held === undefined && text === '') return DONE;
  const command = { type: 'set_template' as const, name: language === '' ? name : `${name}.${language}`, text };
  const made =
    held === undefined ? tx.create('document_template', command, id) : tx.ask('document_template', id, command);
  return made.ok ? DONE : made;
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly document_template: typeof documentTemplate;
  }
}
