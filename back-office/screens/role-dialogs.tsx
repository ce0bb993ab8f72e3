// Dialogs that make, change and delete a role of the shop's own.
import type { Role } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { readOperations } from '../api/operations.ts';
import { found } from '../api/refused.ts';
import type { FieldGroup } from '../api/session.ts';
import { mayCall, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import type { Fields as FieldTexts, Seen, SeenPlace } from '../seen.ts';
import { nameOfRole, t } from '../texts/texts.ts';

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly operations: ReadonlySet<string>;
  readonly needsFactor: boolean;
  readonly hidden: ReadonlySet<FieldGroup>;
}

interface FieldsProps {
  readonly draft: Draft;
  readonly roles: readonly Role[];
  readonly onChange: (draft: Draft) => void;
}

interface ChoiceProps {
  readonly label: string;
  /** Name of a role; '': none. */
  readonly value: string;
  /** What stands for none. */
  readonly none: string;
  readonly roles: readonly Role[];
  readonly onChoose: (name: string) => void;
}

export const RoleChoice = ({ label, value, none, roles, onChoose }: ChoiceProps) => (
  <Field label={label}>
    {(described) => (
      <select {...described} value={value} onInput={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{none}</option>
        {roles.map(({ name }) => (
          <option key={name} value={name}>
            {nameOfRole(name)}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const FIELD_GROUPS = ['addresses', 'contacts', 'amounts'] as const;

/** Nobody gives what they do not see: what is hidden from the person stays hidden. */
const HiddenFields = ({ draft, onChange }: Omit<FieldsProps, 'roles'>) => {
  const texts = t().people;
  const turn = (group: FieldGroup): void => {
    const hidden = new Set(draft.hidden);
    if (!hidden.delete(group)) hidden.add(group);
    onChange({ ...draft, hidden });
  };
  return (
    <fieldset>
      <legend>{texts.hides}</legend>
      <p class="hint">{texts.hidesHint}</p>
      {FIELD_GROUPS.map((group) => (
        <label key={group} class="check">
          <input
            type="checkbox"
            checked={draft.hidden.has(group)}
            disabled={!sees(group)}
            onInput={() => turn(group)}
          />
          {texts.fields[group]}
        </label>
      ))}
    </fieldset>
  );
};

/** As create_role and update_role take it. */
const paramsOf = ({ name, description, operations, needsFactor, hidden }: Draft) => ({
  role: name,
  description,
  operations: [...operations],
  second_factor: needsFactor ? (1 as const) : (0 as const),
  hidden: [...hidden],
});

const OTHER_WAYS = ['change_feed', 'upload_image', 'import', 'engine_room'];

/** What may be held, by part of the API; only what the person holds, since nobody gives what they lack. */
const useGroups = () =>
  useData('operations', async () => {
    const { operations } = await readOperations();
    const groups = new Map<string, string[]>();
    for (const { name, area } of operations) groups.set(area, [...(groups.get(area) ?? []), name]);
    return [...groups, [t().people.otherWays, OTHER_WAYS] as const].map(
      ([area, names]) => [area, names.filter(mayCall)] as const,
    );
  });

const RoleFields = ({ draft, roles, onChange }: FieldsProps) => {
  const texts = t().people;
  const groups = useGroups();
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change });
  const turn = (name: string): void => {
    const operations = new Set(draft.operations);
    if (!operations.delete(name)) operations.add(name);
    set({ operations });
  };
  const begin = (name: string): void => {
    const like = roles.find((role) => role.name === name);
    set({ operations: new Set(like?.operations.filter(mayCall)) });
  };
  return (
    <>
      <TextField label={texts.description} value={draft.description} onInput={(description) => set({ description })} />
      <label class="check">
        <input
          type="checkbox"
          checked={draft.needsFactor}
          onInput={({ currentTarget }) => set({ needsFactor: currentTarget.checked })}
        />
        {t().secondFactor.wanted}
      </label>
      <HiddenFields draft={draft} onChange={onChange} />
      <RoleChoice label={texts.like} value="" none={texts.likeNothing} roles={roles} onChoose={begin} />
      <Loaded data={groups}>
        {(known) => (
          <>
            {known.map(([area, names]) => (
              <fieldset key={area}>
                <legend>{area}</legend>
                {names.map((name) => (
                  <label key={name} class="check">
                    <input type="checkbox" checked={draft.operations.has(name)} onInput={() => turn(name)} />
                    <code>{name}</code>
                  </label>
                ))}
              </fieldset>
            ))}
          </>
        )}
      </Loaded>
    </>
  );
};

interface MakeProps {
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

export const MakeRole = ({ roles, onClose }: MakeProps) => {
  const texts = t().people;
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    description: '',
    operations: new Set(),
    needsFactor: false,
    hidden: new Set(FIELD_GROUPS.filter((group) => !sees(group))),
  }));
  const { name } = draft;
  const act = async (): Promise<string> => {
    await call('create_role', paramsOf(draft));
    return texts.made(name);
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={name.trim() !== ''} act={act} onClose={onClose}>
      <TextField
        label={texts.role}
        value={name}
        onInput={(given) => setDraft({ ...draft, name: given })}
        autoFocus
        required
      />
      <RoleFields draft={draft} roles={roles} onChange={setDraft} />
    </ConfirmDialog>
  );
};

interface OneProps {
  readonly role: Role;
  readonly onClose: () => void;
}

/** Field of a member of one of the two lists: '1' where it is in it. */
const MEMBER = { operations: 'operation ', hidden: 'hidden ' } as const;
const ON = '1';

const fieldsOf = ({ description, operations, needsFactor, hidden }: Draft): FieldTexts => ({
  description,
  factor: needsFactor ? ON : '',
  ...Object.fromEntries([...operations].map((name) => [MEMBER.operations + name, ON])),
  ...Object.fromEntries([...hidden].map((group) => [MEMBER.hidden + group, ON])),
});

const membersOf = <T extends string>(fields: FieldTexts, before: string): ReadonlySet<T> =>
  new Set(
    Object.entries(fields)
      .filter(([field, text]) => field.startsWith(before) && text === ON)
      .map(([field]) => field.slice(before.length) as T),
  );

const draftIn = (name: string, fields: FieldTexts): Draft => ({
  name,
  description: fields['description'] ?? '',
  needsFactor: fields['factor'] === ON,
  operations: membersOf(fields, MEMBER.operations),
  hidden: membersOf<FieldGroup>(fields, MEMBER.hidden),
});

const seenOf = (role: Role): Seen => ({
  fields: fieldsOf({
    ...role,
    operations: new Set(role.operations),
    needsFactor: role.second_factor === 1,
    hidden: new Set(role.hidden),
  }),
  seq: role.seq,
});

const placeOf = (name: string): SeenPlace => ({
  read: async () => {
    const { roles } = await call('get_roles', {});
    return seenOf(found(roles.find((role) => role.name === name)));
  },
  send: async (fields, _changed, seen) => {
    await call('update_role', { ...paramsOf(draftIn(name, fields)), ...seen });
  },
});

export const EditRole = ({ role, roles, onClose }: OneProps & MakeProps) => {
  const texts = t().people;
  const { name } = role;
  const form = useSeen(placeOf(name), () => seenOf(role));
  const change = (draft: Draft): void => {
    // What is no longer in a list is typed as not in it, so that it goes together with what others add.
    const now = { ...Object.fromEntries(Object.keys(form.draft).map((field) => [field, ''])), ...fieldsOf(draft) };
    for (const [field, text] of Object.entries(now)) form.type(field, text);
  };
  return (
    <ConfirmDialog
      title={texts.editTitle(name)}
      label={texts.save}
      isReady={form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved(name) : undefined)}
      onClose={onClose}
    >
      <RoleFields draft={draftIn(name, form.draft)} roles={roles} onChange={change} />
      <Meanwhile conflicts={form.conflicts} nameOf={() => texts.description} onChoose={form.choose} />
    </ConfirmDialog>
  );
};

export const RemoveRole = ({ role: { name }, onClose }: OneProps) => {
  const texts = t().people;
  const act = async (): Promise<string> => {
    await call('delete_role', { role: name });
    return texts.removed(name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeWill} />
    </ConfirmDialog>
  );
};
