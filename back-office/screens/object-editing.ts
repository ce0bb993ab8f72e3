// What a person has typed about a product or a content that is there: kept until it is saved or dropped, compared with
// what the shop has, and sent as a change of the record that the person has seen.
import { Refused } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import type { Data } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { say } from '../parts/toast.tsx';
import { useEffect, useState } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { readObject, updateObject } from './object-calls.ts';
import {
  conflictsIn,
  countFields,
  draftOf,
  fieldsRefused,
  isSaved,
  keepBases,
  keepDraft,
  keepSaved,
  takeUpDraft,
  unreadIn,
} from './product-draft.ts';
import type { Draft, FieldId, Product } from './product-draft.ts';
import type { Editing } from './product-fields.tsx';
import { sendChange } from './send-change.ts';
import type { ObjectPlace } from './send-change.ts';
import { useWho } from './who-changed.ts';

/** The saved text of a field, and the number of reads begun by then, which need not show it. */
interface Saved {
  readonly typed: string | undefined;
  readonly begun: number;
}
type AllSaved = { readonly [field in FieldId]?: Saved };

/** The read that gave an object, and the number of reads begun. */
export type Reading = Pick<Data<Product>, 'ofRead' | 'begun'>;

/**
 * The typed texts. A saved field shows its text until a later read arrives, and then what the shop has, even if
 * somebody else has put the former value back.
 */
const useDraft = (product: Product, { ofRead, begun }: Reading) => {
  const id = product.own.id;
  const [draft, setDraft] = useState<Draft>(() => takeUpDraft(product));
  const [saved, setSaved] = useState<AllSaved>({});
  const [savedSeq, setSavedSeq] = useState(0);
  const keep = (next: Draft): void => {
    keepDraft(id, next);
    setDraft(next);
  };
  useEffect(() => {
    const isShown = ([, one]: readonly [string, Saved]): boolean => ofRead > one.begun;
    const shown = new Map((Object.entries(saved) as [FieldId, Saved][]).filter(isShown));
    if (shown.size === 0) return;
    keep(
      Object.fromEntries(
        Object.entries(draftOf(id)).filter(([field, text]) => shown.get(field as FieldId)?.typed !== text),
      ),
    );
    setSaved((now) => Object.fromEntries((Object.entries(now) as [FieldId, Saved][]).filter((one) => !isShown(one))));
  }, [ofRead]);
  // The typed text is compared with what was saved, not with an earlier read.
  const changed = (Object.keys(draft) as FieldId[]).filter((field) => {
    const one = saved[field];
    return one === undefined ? !isSaved(product, field, draft[field]!) : one.typed !== draft[field];
  });
  const note = (seq: number): void => {
    const now = begun();
    setSavedSeq(seq);
    const sent = changed.map((field) => [field, { typed: draft[field], begun: now }] as const);
    setSaved((before) => ({ ...before, ...Object.fromEntries(sent) }));
    keepBases(id, Object.fromEntries(changed.map((field) => [field, draft[field]!])));
  };
  // Until a later read arrives, the product that is shown lacks what was saved here.
  const isShown = (field: FieldId): boolean => saved[field] === undefined;
  /** The last record that this page knows of: that of its own save, until what became of it is read. */
  const seq = Object.keys(saved).length === 0 ? product.own.seq : savedSeq;
  return { draft, changed, isShown, seq, keep, note };
};

const without = (draft: Draft, field: FieldId): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([id]) => id !== field));

const placeOf = ({ own }: Product): ObjectPlace => ({
  read: () => readObject(own.id, wireLanguage(), new AbortController().signal),
  update: (change) => updateObject(own, change),
});

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const useSaving = (product: Product, { draft, changed, isShown, seq, note }: ReturnType<typeof useDraft>) => {
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const unread = unreadIn(product, draft, changed);
  const conflicts = conflictsIn(product, changed.filter(isShown));
  const save = async (): Promise<void> => {
    setAsked(unread.length > 0);
    if (conflicts.length > 0) return focusOn('.editor .conflict button');
    if (unread.length > 0) return focusOn('.editor [aria-invalid]');
    setRunning(true);
    setRefused(undefined);
    try {
      const savedSeq = await sendChange(placeOf(product), { product, seq, draft, changed });
      if (savedSeq !== undefined) {
        note(savedSeq);
        say(product.own.type === 'product' ? t().products.saved : t().contents.saved);
      }
      refreshAll();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  return {
    refused,
    forget: () => setRefused(undefined),
    isRunning,
    isUnread: isAsked && unread.length > 0,
    conflicts,
    save,
  };
};

export const useEditing = (product: Product, reading: Reading) => {
  const { id, type: kind } = product.own;
  const typing = useDraft(product, reading);
  const { draft, changed, keep } = typing;
  const { refused, forget, isRunning, isUnread, conflicts, save } = useSaving(product, typing);
  const who = useWho(`${kind}/${id}`, conflicts);
  const isField = refused === undefined ? [] : fieldsRefused(changed, refused.param, refused.message);
  const errors = Object.fromEntries(isField.map((field) => [field, refusalText(refused!)]));
  const editing: Editing = {
    product,
    draft,
    changed: new Set(changed),
    errors,
    conflicts: new Set(conflicts),
    who,
    choose: (field, whose) => {
      keepSaved(product, field);
      if (whose === 'theirs') keep(without(draftOf(id), field));
      else keep({ ...draftOf(id) });
    },
    type: (field, text) => {
      const isFirst = draftOf(id)[field] === undefined;
      keep({ ...draftOf(id), [field]: text });
      if (isFirst) keepSaved(product, field);
    },
  };
  const drop = (): void => {
    forget();
    keep({});
  };
  const bar = {
    changes: countFields(product, draft, changed),
    refused,
    isRunning,
    isUnread,
    hasConflict: conflicts.length > 0,
  };
  return { editing, bar, save, drop };
};
