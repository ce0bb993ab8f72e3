// A form about something that somebody else may change at the same time: what they have saved in a field that was typed
// into is shown beside one's own, and the person chooses.
import type { ChangedMember } from '../../src/client/client.ts';
import { refreshAll } from '../api/feed.ts';
import { useState } from '../preact.ts';
import { changedIn, saveSeen, sendSeen, settled } from '../seen.ts';
import type { Conflict, Edited, Fields, Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';

export interface SeenForm {
  readonly draft: Fields;
  /** What differs from what was read. */
  readonly changed: Fields;
  /** As it was read last. */
  readonly before: Fields;
  readonly conflicts: readonly Conflict[];
  type(field: string, text: string): void;
  choose(conflict: Conflict, whose: 'mine' | 'theirs'): void;
  /** False: there is something to choose first. Throws Refused. */
  save(): Promise<boolean>;
}

/** `first`: as the dialog has it when it opens; `change`: what is in the draft from the beginning. */
export const useSeen = (place: SeenPlace, first: () => Seen, change: Fields = {}): SeenForm => {
  const [edited, setEdited] = useState<Edited>(() => {
    const seen = first();
    return { seen, draft: { ...seen.fields, ...change }, conflicts: [] };
  });
  const { seen, draft, conflicts } = edited;
  return {
    draft,
    changed: changedIn(seen.fields, draft),
    before: seen.fields,
    conflicts,
    type: (field, text) => setEdited((known) => ({ ...known, draft: { ...known.draft, [field]: text } })),
    choose: (conflict, whose) => setEdited((known) => settled(known, conflict, whose)),
    save: async () => {
      const saved = await saveSeen(place, edited);
      setEdited(saved.edited);
      return saved.isSaved;
    },
  };
};

interface MeanwhileProps<C extends { readonly theirs: string }> {
  readonly conflicts: readonly C[];
  /** The name of its field, as the form shows it. */
  readonly nameOf: (conflict: C) => string;
  /** Their value as a person reads it; the text itself without it. */
  readonly textOf?: (conflict: C) => string;
  readonly onChoose: (conflict: C, whose: 'mine' | 'theirs') => void;
}

/** What somebody else has saved in fields that were typed into, and the choice between both. */
export const Meanwhile = <C extends { readonly theirs: string }>({
  conflicts,
  nameOf,
  textOf = ({ theirs }) => theirs,
  onChoose,
}: MeanwhileProps<C>) => {
  const { meanwhile, takeTheirs, keepMine } = t().products;
  return (
    <>
      {conflicts.map((conflict) => (
        <div key={nameOf(conflict)} class="conflict" role="alert">
          <p>
            {nameOf(conflict)}: {meanwhile(textOf(conflict) || t().changes.empty)}
          </p>
          <div class="button-row">
            <button type="button" onClick={() => onChoose(conflict, 'theirs')}>
              {takeTheirs}
            </button>
            <button type="button" onClick={() => onChoose(conflict, 'mine')}>
              {keepMine}
            </button>
          </div>
        </div>
      ))}
    </>
  );
};

interface Look {
  /** What others have changed since it was read; the next `send` overwrites it. */
  readonly changed: readonly ChangedMember[];
  /** Throws Refused. */
  send<T>(change: (seen: { readonly if_seq?: number }) => Promise<T>): Promise<T>;
}

/** A dialog that has nothing to choose between: what others have changed is shown before it is done. */
export const useLook = (first: number | undefined): Look => {
  const [{ seq, changed }, setLook] = useState<{ seq: number | undefined; changed: readonly ChangedMember[] }>({
    seq: first,
    changed: [],
  });
  return {
    changed,
    send: (change) =>
      sendSeen(seq, change, (meanwhile) => {
        setLook({ seq: meanwhile.seq ?? seq, changed: meanwhile.changed ?? [] });
        // The page below shows it as it is now.
        refreshAll();
      }),
  };
};

const textOf = (value: unknown): string =>
  value === undefined || value === '' ? t().changes.empty : typeof value === 'string' ? value : JSON.stringify(value);

const isNamed = (one: unknown): one is { readonly name: string } =>
  typeof one === 'object' && one !== null && typeof (one as { name?: unknown }).name === 'string';

/** Names of what is not the same in two lists; undefined: it is no list of what has names. */
const namesIn = ({ seen, current }: ChangedMember): string | undefined => {
  const both = [seen ?? [], current ?? []];
  if (!both.every((list) => Array.isArray(list) && list.every(isNamed))) return undefined;
  const [before = [], now = []] = (both as { name: string }[][]).map((list) => list.map((one) => JSON.stringify(one)));
  const others = [...before.filter((one) => !now.includes(one)), ...now.filter((one) => !before.includes(one))];
  return [...new Set(others.map((one) => (JSON.parse(one) as { name: string }).name))].join(', ');
};

/** What somebody else has changed, as the refusal says it: from what it was when it was read to what it is. */
export const ChangedSince = ({ changed }: { readonly changed: readonly ChangedMember[] }) =>
  changed.length === 0 ? null : (
    <ul class="hint">
      {changed.map((one) => (
        <li key={one.name}>
          <code>{one.name}</code>
          {one.cut === undefined && `: ${namesIn(one) ?? `${textOf(one.seen)} → ${textOf(one.current)}`}`}
        </li>
      ))}
    </ul>
  );
