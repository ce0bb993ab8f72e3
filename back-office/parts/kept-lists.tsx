// Lists that a person keeps by name: the filters and the order of the address, and not the words searched for, which
// may name a customer. Kept with the account.
import { keepPreference, mayKeep, preference } from '../api/preferences.ts';
import { useState } from '../preact.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { LISTS_MAX, listsIn, withList } from './kept-list.ts';
import type { KeptList } from './kept-list.ts';
import { orWarn } from './toast.tsx';

const NAME_LENGTH_MAX = 40;

interface KeptListsProps {
  readonly kept: 'lists.orders';
  /** What of the address is kept. */
  readonly params: readonly string[];
}

interface NameDialogProps {
  /** Keeps the list; false: there are too many. Throws Refused. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const NameDialog = ({ onName, onClose }: NameDialogProps) => {
  const texts = t().lists;
  const [name, setName] = useState('');
  const [isFull, setFull] = useState(false);
  const given = name.trim();
  const act = async (): Promise<string | undefined> => {
    const isKept = await onName(given);
    setFull(!isKept);
    return isKept ? texts.keptDone(given) : undefined;
  };
  return (
    <ConfirmDialog
      title={texts.keepTitle}
      label={texts.keep}
      isReady={given !== '' && given.length <= NAME_LENGTH_MAX}
      act={act}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.keepHint}
        error={isFull ? texts.full(LISTS_MAX) : undefined}
        value={name}
        onInput={setName}
        autoFocus
      />
    </ConfirmDialog>
  );
};

export const KeptLists = ({ kept, params }: KeptListsProps) => {
  const texts = t().lists;
  const [isNaming, setNaming] = useState(false);
  const lists = listsIn(preference(kept));
  const { query } = route.value;
  const entries = params.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  const now = new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
  // Other pages may have kept lists since this one was opened: only the one list is changed.
  const save = (next: (lists: readonly KeptList[]) => readonly KeptList[]): Promise<void> =>
    keepPreference(kept, (text) => JSON.stringify(next(listsIn(text))));
  const name = async (given: string): Promise<boolean> => {
    await save((before) => withList(before, { name: given, query: now }));
    return listsIn(preference(kept)).some((one) => one.name === given && one.query === now);
  };
  const open = (one: KeptList): void => {
    const wanted = new URLSearchParams(one.query);
    setQuery(Object.fromEntries(params.map((param) => [param, wanted.get(param) ?? ''])));
  };
  const isNew = now !== '' && !lists.some((one) => one.query === now);
  const mayName = isNew && lists.length < LISTS_MAX && mayKeep();
  if (lists.length === 0 && !mayName && !isNaming) return null;
  return (
    <div class="choices" role="group" aria-label={texts.kept}>
      {lists.map((one) => (
        <button key={one.name} type="button" aria-pressed={one.query === now} onClick={() => open(one)}>
          {one.name}
        </button>
      ))}
      {lists
        .filter((one) => one.query === now && mayKeep())
        .map((one) => (
          <button
            key={`drop ${one.name}`}
            type="button"
            aria-label={texts.drop(one.name)}
            title={texts.drop(one.name)}
            onClick={() => void orWarn(() => save((before) => before.filter((other) => other.name !== one.name)))}
          >
            <Icon name="close" size={16} />
          </button>
        ))}
      {mayName && (
        <button type="button" onClick={() => setNaming(true)}>
          <Icon name="plus" size={16} />
          {texts.keepThis}
        </button>
      )}
      {isNaming && <NameDialog onName={name} onClose={() => setNaming(false)} />}
    </div>
  );
};
