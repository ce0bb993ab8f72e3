// Makes categories, renames, moves, sorts and deletes them: the tools above the tree of categories.
import { languageName } from '../countries.ts';
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Meanwhile } from '../parts/meanwhile.tsx';
import { Loaded } from '../parts/page.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { slugOf } from '../slug.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { NEW, changesOf, draftOf, merged, withText } from './category-draft.ts';
import type { CategoryConflict, CategoryDraft } from './category-draft.ts';
import { moveCategory, sayMoved, sortChildren } from './category-moves.ts';
import type { Side } from './category-moves.ts';
import { labelOf } from './category-tree.tsx';

interface FieldsProps {
  readonly draft: CategoryDraft;
  readonly languages: readonly string[];
  /** Whether names and addresses that are left empty are made from the labels. */
  readonly isNew: boolean;
  readonly onChange: (draft: CategoryDraft) => void;
}

/** Its code is loaded with the dialog, in that of another screen. */
const Filling = (props: { readonly value: string; readonly onType: (value: string) => void }) => {
  const data = useData('code-of-filling', () => import('./delivery.tsx'));
  return <Loaded data={data}>{({ CategoryFilling }) => <CategoryFilling {...props} />}</Loaded>;
};

const constraintIn = (filling: string) =>
  filling === '' ? null : (JSON.parse(filling) as { readonly [field: string]: unknown });

const CategoryFields = ({ draft, languages, isNew, onChange }: FieldsProps) => {
  const texts = t().products.tree;
  const { name, labels, permalinks } = draft;
  return (
    <>
      {languages.map((code, at) => (
        <div key={code} class="two">
          <TextField
            label={texts.label(languageName(code))}
            value={labels[code] ?? ''}
            autoFocus={at === 0}
            onInput={(label) => onChange({ ...draft, labels: { ...labels, [code]: label } })}
          />
          <TextField
            label={texts.permalink(languageName(code))}
            hint={isNew && (permalinks[code] ?? '') === '' ? slugOf(labels[code] ?? '') : undefined}
            value={permalinks[code] ?? ''}
            onInput={(link) => onChange({ ...draft, permalinks: { ...permalinks, [code]: link.trim() } })}
          />
        </div>
      ))}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onInput={(typed) => onChange({ ...draft, name: typed })}
      />
      {may('search_products') && (
        <Filling value={draft.filling} onType={(filling) => onChange({ ...draft, filling })} />
      )}
    </>
  );
};

const firstLabel = ({ labels }: CategoryDraft, languages: readonly string[]): string =>
  languages.map((code) => (labels[code] ?? '').trim()).find((label) => label !== '') ?? '';

const useLanguages = () =>
  useData('languages', (signal) => call('get_shop', {}, signal).then((shop) => shop.languages));

interface MakeProps {
  /** 0: it becomes a root. */
  readonly parent: { readonly id: number; readonly label: string };
  readonly onMade: (id: number) => void;
  readonly onClose: () => void;
}

const MakeCategory = ({ parent, onMade, onClose }: MakeProps) => {
  const texts = t().products.tree;
  const languages = useLanguages();
  const [draft, setDraft] = useState(NEW);
  const codes = languages.value ?? [];
  const name = draft.name.trim() === '' ? firstLabel(draft, codes) : draft.name.trim();
  const act = async (): Promise<string> => {
    const trimmed = Object.entries(draft.labels).map(([code, label]) => [code, label.trim()] as const);
    const labels = trimmed.filter(([, label]) => label !== '');
    const links = labels.map(([code, label]) => [code, draft.permalinks[code] || slugOf(label)] as const);
    const { id } = await call('create_category', {
      id_parent: parent.id,
      name,
      labels: Object.fromEntries(labels),
      seo: Object.fromEntries(links.flatMap(([code, permalink]) => (permalink === '' ? [] : [[code, { permalink }]]))),
      constraint: constraintIn(draft.filling) ?? undefined,
    });
    onMade(idIn(id) ?? 0);
    return texts.made(name);
  };
  return (
    <ConfirmDialog
      title={parent.id === 0 ? texts.make : texts.makeBelow(parent.label)}
      label={texts.makeGo}
      isReady={name !== ''}
      act={act}
      onClose={onClose}
    >
      <Loaded data={languages}>
        {(known) => <CategoryFields draft={draft} languages={known} isNew onChange={setDraft} />}
      </Loaded>
    </ConfirmDialog>
  );
};

interface OneProps {
  readonly id: number;
  readonly onClose: () => void;
}

interface EditProps extends OneProps {
  readonly before: CategoryDraft;
  /** Record that it is of. */
  readonly seq: number;
  readonly languages: readonly string[];
}

/** How often a change is sent as of a newer record, where others change other fields at the same time. */
const TRIES = 5;

interface ConflictsProps {
  readonly conflicts: readonly CategoryConflict[];
  readonly onChoose: (conflict: CategoryConflict, whose: 'mine' | 'theirs') => void;
}

const Conflicts = ({ conflicts, onChoose }: ConflictsProps) => {
  const { tree } = t().products;
  const nameOf = ({ group, language }: CategoryConflict): string => {
    if (group === 'name') return tree.name;
    if (group === 'filling') return tree.filling;
    return (group === 'labels' ? tree.label : tree.permalink)(languageName(language));
  };
  return <Meanwhile conflicts={conflicts} nameOf={nameOf} onChoose={onChoose} />;
};

const EditForm = ({ id, before: first, seq, languages, onClose }: EditProps) => {
  const texts = t().products.tree;
  const [seen, setSeen] = useState({ before: first, seq });
  const [draft, setDraft] = useState(first);
  const [conflicts, setConflicts] = useState<readonly CategoryConflict[]>([]);
  const send = ({ before, seq: ifSeq }: typeof seen, now: CategoryDraft) =>
    call('update_category', {
      id_category: id,
      name: now.name.trim(),
      labels: Object.fromEntries(changesOf(before.labels, now.labels)),
      seo: Object.fromEntries(
        changesOf(before.permalinks, now.permalinks).map(([code, permalink]) => [code, { permalink }]),
      ),
      ...(now.filling !== before.filling && { constraint: constraintIn(now.filling) }),
      if_seq: ifSeq,
    });
  /** Where somebody else was faster, both changes go together, or the person chooses. */
  const act = async (): Promise<string | undefined> => {
    let [known, now] = [seen, draft];
    for (let turn = 1; ; turn += 1) {
      try {
        await send(known, now);
        return texts.saved(firstLabel(now, languages) || now.name);
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'CHANGED_MEANWHILE' || turn === TRIES) throw error;
      }
      const own = await call('get_category_languages', { id_category: id });
      const both = merged(known.before, now, draftOf(own));
      [known, now] = [{ before: draftOf(own), seq: own.seq }, both.draft];
      setSeen(known);
      setDraft(now);
      if (both.conflicts.length === 0) continue;
      setConflicts(both.conflicts);
      return undefined;
    }
  };
  const choose: ConflictsProps['onChoose'] = (conflict, whose) => {
    setConflicts(conflicts.filter((one) => one !== conflict));
    if (whose === 'theirs') setDraft(withText(draft, conflict, conflict.theirs));
  };
  return (
    <ConfirmDialog
      title={texts.editTitle(firstLabel(first, languages) || first.name)}
      label={t().products.save}
      isReady={draft.name.trim() !== '' && conflicts.length === 0}
      act={act}
      onClose={onClose}
    >
      <CategoryFields draft={draft} languages={languages} isNew={false} onChange={setDraft} />
      <Conflicts conflicts={conflicts} onChoose={choose} />
    </ConfirmDialog>
  );
};

const EditCategory = ({ id, onClose }: OneProps) => {
  const data = useData(`category-languages-${id}`, (signal) =>
    Promise.all([call('get_category_languages', { id_category: id }, signal), call('get_shop', {}, signal)]),
  );
  if (data.value === undefined) {
    return (
      <Dialog title={t().products.tree.edit} onClose={onClose}>
        <div class="ask">
          <Loaded data={data}>{() => null}</Loaded>
        </div>
      </Dialog>
    );
  }
  const [own, { languages }] = data.value;
  const codes = [...new Set([...languages, ...Object.keys(own.labels), ...Object.keys(own.seo)])];
  return <EditForm id={id} before={draftOf(own)} seq={own.seq} languages={codes} onClose={onClose} />;
};

interface DeleteProps extends OneProps {
  readonly label: string;
  readonly onDeleted: () => void;
}

const DeleteCategory = ({ id, label, onDeleted, onClose }: DeleteProps) => {
  const texts = t().products.tree;
  const would = useData(`category-delete-${id}`, (signal) =>
    call('delete_category', { id_category: id, dry_run: 1 }, signal),
  );
  const act = async (): Promise<string> => {
    await call('delete_category', { id_category: id });
    onDeleted();
    return texts.deleted(label);
  };
  return (
    <ConfirmDialog
      title={texts.deleteTitle(label)}
      label={texts.deleteGo}
      isDangerous
      isReady={would.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={would}>
        {({ below = 0, objects = 0 }) => (
          <Consequences
            sentences={[texts.goes(label), texts.below(below, count(below)), texts.objects(objects, count(objects))]}
          />
        )}
      </Loaded>
    </ConfirmDialog>
  );
};

/** The chosen category with what is around it, in the order of the tree. */
const readPlace = async (id: number, code: string, signal: AbortSignal) => {
  const own = await call('get_categories', { id_parent: id, language: code }, signal);
  const { id_parent: parentId } = own.parent_category;
  const around = await call('get_categories', { id_parent: parentId, language: code }, signal);
  return { category: own.parent_category, children: own.categories, parent: around.parent_category, around };
};

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  /** Undefined: not possible here. It stays in the order of the Tab key, so that the focus is not lost by using it. */
  readonly onUse: (() => void) | undefined;
}

const Tool = ({ icon, label, onUse }: ToolProps) => (
  <button
    type="button"
    class="plain"
    aria-label={label}
    title={label}
    aria-disabled={onUse === undefined}
    onClick={() => onUse?.()}
  >
    <Icon name={icon} size={16} />
  </button>
);

type Asked = 'make' | 'edit' | 'delete';

interface ToolsProps {
  /** Id; 0: none. */
  readonly chosen: number;
  /** 0: none. */
  readonly onChoose: (id: number) => void;
}

const ChosenTools = ({ chosen, onAsk }: { readonly chosen: number; readonly onAsk: (asked: Asked) => void }) => {
  const texts = t().products.tree;
  const code = wireLanguage();
  const data = useData(`category-place-${chosen}-${code}`, (signal) => readPlace(chosen, code, signal), {
    topics: ['category'],
  });
  if (data.value === undefined) return null;
  const { category, children, parent, around } = data.value;
  const at = around.categories.findIndex(({ id }) => id === chosen);
  const [before, after] = [around.categories[at - 1], around.categories[at + 1]];
  const move = (side: Side, target: typeof before) =>
    target === undefined
      ? undefined
      : () =>
          void orWarn(async () => {
            const back = await moveCategory(chosen, side, target);
            if (back !== undefined) sayMoved(labelOf(category), back);
            refreshAll();
          });
  const sort = (): void =>
    void orWarn(async () => {
      const labelled = children.map((one) => ({ id: one.id, label: labelOf(one) }));
      await sortChildren(chosen, labelled);
      say(texts.sorted(labelOf(category)));
      refreshAll();
    });
  return (
    <>
      <Tool icon="edit" label={texts.edit} onUse={() => onAsk('edit')} />
      <Tool icon="up" label={texts.up} onUse={move('before', before)} />
      <Tool icon="down" label={texts.down} onUse={move('after', after)} />
      <Tool icon="left" label={texts.out} onUse={move('after', parent.id === 0 ? undefined : parent)} />
      <Tool icon="right" label={texts.in} onUse={move('into', before)} />
      <Tool icon="sort" label={texts.sort} onUse={children.length > 1 ? sort : undefined} />
      {may('delete_category') && <Tool icon="remove" label={texts.delete} onUse={() => onAsk('delete')} />}
    </>
  );
};

/** Label of the chosen category, for the dialogs. */
const useLabel = (id: number): string => {
  const code = wireLanguage();
  const { value } = useData(
    `category-${id}-${code}`,
    (signal) => call('get_categories', { id_parent: id, language: code }, signal),
    { topics: ['category'] },
  );
  return id === 0 || value === undefined ? '' : labelOf(value.parent_category);
};

export const CategoryTools = ({ chosen, onChoose }: ToolsProps) => {
  const texts = t().products.tree;
  const [asked, setAsked] = useState<Asked | undefined>();
  const label = useLabel(chosen);
  const close = (): void => setAsked(undefined);
  return (
    <div class="tree-tools" role="group" aria-label={texts.tools}>
      <button type="button" class="plain" onClick={() => setAsked('make')}>
        <Icon name="plus" size={16} />
        {texts.make}
      </button>
      {chosen > 0 && may('update_category') && may('set_positions') && may('get_category_languages') && (
        <ChosenTools chosen={chosen} onAsk={setAsked} />
      )}
      {asked === 'make' && <MakeCategory parent={{ id: chosen, label }} onMade={onChoose} onClose={close} />}
      {asked === 'edit' && <EditCategory id={chosen} onClose={close} />}
      {asked === 'delete' && <DeleteCategory id={chosen} label={label} onDeleted={() => onChoose(0)} onClose={close} />}
    </div>
  );
};
