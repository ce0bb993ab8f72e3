// Which columns does a long list show in a wide window? Chosen by the person, and kept with the account.
import { keepPreference, mayKeep, preference } from '../api/preferences.ts';
import type { ChosenList } from '../api/preferences.ts';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { keyOf } from './record-list.tsx';
import { orWarn } from './toast.tsx';

type Kept = `columns.${ChosenList}`;

const namesIn = (text: string): readonly string[] => text.split(',').filter((name) => name !== '');

/** Columns that the person has taken away. */
export const hiddenColumns = (kept: Kept): ReadonlySet<string> => new Set(namesIn(preference(kept)));

interface Choosable {
  readonly name: string;
  readonly title: ComponentChildren;
  readonly isFixed?: true;
}

export const ColumnChoice = ({ kept, columns }: { readonly kept: Kept; readonly columns: readonly Choosable[] }) => {
  const texts = t().lists;
  const [isOpen, setOpen] = useState(false);
  const hidden = hiddenColumns(kept);
  if (!mayKeep()) return null;
  const choose = (of: (hidden: readonly string[]) => readonly string[]): void =>
    void orWarn(() => keepPreference(kept, (text) => of(namesIn(text)).join(',')));
  const show = (name: string, isShown: boolean): void =>
    choose((before) => {
      const others = before.filter((other) => other !== name);
      return isShown ? others : [...others, name];
    });
  return (
    <>
      <button type="button" class="wide-only" onClick={() => setOpen(true)}>
        <Icon name="settings" size={16} />
        {texts.columns}
      </button>
      {isOpen && (
        <Dialog title={texts.columns} onClose={() => setOpen(false)}>
          <div class="ask">
            <p class="hint">{texts.columnsHint}</p>
            {columns
              .filter(({ isFixed }) => isFixed !== true)
              .map((column) => (
                <label class="check" key={column.name}>
                  <input
                    type="checkbox"
                    checked={!hidden.has(keyOf(column))}
                    onInput={(event) => show(keyOf(column), event.currentTarget.checked)}
                  />
                  {column.title}
                </label>
              ))}
            <div class="dialog-end">
              <button type="button" disabled={hidden.size === 0} onClick={() => choose(() => [])}>
                {texts.allColumns}
              </button>
              <button type="button" class="primary" onClick={() => setOpen(false)}>
                {t().shell.close}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
};
