// Templates of documents that the shop has of its own: one actor per name, made when the text is first set. They win
// over those of the operator's directory and over the built-in ones (src/outside/documents/templates.ts).
// Not promised: that a text is a template. Those who set one try it first, because that takes time.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader, Transaction } from '../transaction.ts';

const FIRST = ['invoice', 'order_confirmation', 'cancellation_invoice', 'packing_slips', 'pick_list'] as const;
const DOCUMENTS = [...FIRST, 'credit_note'] as const;
type DocumentName = (typeof DOCUMENTS)[number];
/**
 * Names of templates that a shop may have: documents, and their parts. The place of a name is the id of its actor,
 * from 1 on, and stays.
 */
export const TEMPLATE_NAMES = [...FIRST, 'head', 'positions', 'foot', 'style', 'credit_note'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

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

export const documentTemplate: ActorKind<DocumentTemplate, DocumentTemplateCommand, typeof EVENTS> = {
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
};

const idOf = (name: TemplateName): number => TEMPLATE_NAMES.indexOf(name) + 1;

/** The template of the shop's own; undefined where it never had one. */
export const templateState = (shop: Reader, name: TemplateName): Readonly<DocumentTemplate> | undefined =>
  shop.read('document_template', idOf(name));

/** Texts of the shop's own templates by name. */
export type ShopTemplates = { readonly [name: string]: string };

/** Returns the templates that the shop has of its own now. */
export const shopTemplates = (shop: Reader): ShopTemplates =>
  Object.fromEntries(
    TEMPLATE_NAMES.flatMap((name) => {
      const text = templateState(shop, name)?.text ?? '';
      return text === '' ? [] : [[name, text] as const];
    }),
  );

export interface TemplateChange {
  readonly name: TemplateName;
  /** '': the shop has none of its own from here on. */
  readonly text: string;
  /** Record of the template that the caller saw, 0 for none; undefined: whatever it is. */
  readonly ifSeq: number | undefined;
}

/** Refuses: CHANGED_MEANWHILE. */
export const setTemplate = (tx: Transaction, { name, text, ifSeq }: TemplateChange): Result<void> => {
  const held = templateState(tx, name);
  const seq = held?.seq ?? 0;
  if (ifSeq !== undefined && ifSeq !== seq)
    return refuse('CHANGED_MEANWHILE', 'if_seq', `The template is that of record ${seq}, not of ${ifSeq}.`);
  if (held === undefined && text === '') return DONE;
  const command = { type: 'set_template' as const, name, text };
  const made =
    held === undefined
      ? tx.create('document_template', command, idOf(name))
      : tx.ask('document_template', idOf(name), command);
  return made.ok ? DONE : made;
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly document_template: typeof documentTemplate;
  }
}
