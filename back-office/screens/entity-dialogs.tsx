// Dialogs that make a warehouse entity, change what it is called, and delete it.
import { call } from '../api/call.ts';
import { found } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { readStocked } from '../api/stock.ts';
import { objectOf } from '../api/stocked.ts';
import type { Stocked } from '../api/stocked.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';

/** The class of the first warehouse entity, while a shop has none. */
const STANDARD = 'warehouse_entity';

/** Names of classes of warehouse entities. */
const readClasses = async (language: string, signal: AbortSignal): Promise<readonly string[]> => {
  const constraint = { 'main.type': 'warehouse_entity' };
  const { result } = await call('search_classes', { constraint, language }, signal);
  return result.length > 0 || !may('create_class') ? result.map(({ name }) => name) : [STANDARD];
};

/** Another attempt finds what an earlier one has made. Throws Refused. */
const madeClass = async (name: string, language: string): Promise<string> => {
  const constraint = { 'main.type': 'warehouse_entity', 'main.name': name };
  const { count } = await call('search_classes', { constraint, language });
  if (count === 0) await call('create_class', { name, type: 'warehouse_entity' });
  return name;
};

interface FieldsProps {
  readonly name: string;
  readonly number: string;
  readonly onName: (name: string) => void;
  readonly onNumber: (number: string) => void;
}

const Fields = ({ name, number, onName, onNumber }: FieldsProps) => {
  const texts = t().warehouse;
  return (
    <>
      <TextField label={texts.name} hint={texts.nameHint} value={name} onInput={onName} autoFocus required />
      <TextField label={texts.number} hint={texts.numberHint} value={number} onInput={onNumber} required />
    </>
  );
};

export const MakeEntity = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().warehouse;
  const code = wireLanguage();
  const classes = useData(`entity-classes-${code}`, (signal) => readClasses(code, signal));
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState('');
  const named = chosen === '' ? (classes.value?.[0] ?? '') : chosen;
  const act = async (): Promise<string> => {
    const metadata = { element_number: number.trim() };
    const made = { class: await madeClass(named, code), name: name.trim(), metadata };
    const { id } = await call('create_warehouse_entity', made);
    goTo(hrefOf('stock', objectOf({ kind: 'warehouse_entity', id: idIn(id)! })));
    return texts.made(name.trim());
  };
  return (
    <ConfirmDialog
      title={texts.make}
      label={texts.makeGo}
      isReady={name.trim() !== '' && number.trim() !== '' && named !== ''}
      act={act}
      onClose={onClose}
    >
      <Fields name={name} number={number} onName={setName} onNumber={setNumber} />
      <Loaded data={classes}>
        {(names) =>
          names.length > 1 ? (
            <Field label={texts.class}>
              {(described) => (
                <select {...described} value={named} onInput={({ currentTarget }) => setChosen(currentTarget.value)}>
                  {names.map((one) => (
                    <option key={one} value={one}>
                      {one}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ) : (
            <></>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
};

interface EntityProps {
  readonly entity: Stocked;
  readonly onClose: () => void;
}

const seenOf = ({ name, elementNumber, seq }: Stocked): Seen => ({ fields: { name, number: elementNumber }, seq });

const placeOf = (entity: Stocked): SeenPlace => ({
  read: async () => seenOf(found(await readStocked(objectOf(entity), wireLanguage()))),
  send: async ({ name = '', number = '' }, _changed, seen) => {
    const sent = { name: name.trim(), metadata: { element_number: number.trim() } };
    await call('update_warehouse_entity', { id_warehouse_entity: entity.id, ...sent, ...seen });
  },
});

export const EditEntity = ({ entity, onClose }: EntityProps) => {
  const texts = t().warehouse;
  const form = useSeen(placeOf(entity), () => seenOf(entity));
  const { name = '', number = '' } = form.draft;
  const isWhole = name.trim() !== '' && number.trim() !== '';
  return (
    <ConfirmDialog
      title={texts.editTitle(entity.name)}
      label={texts.save}
      isReady={isWhole && Object.keys(form.changed).length > 0 && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved : undefined)}
      onClose={onClose}
    >
      <Fields
        name={name}
        number={number}
        onName={(text) => form.type('name', text)}
        onNumber={(text) => form.type('number', text)}
      />
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => (field === 'name' ? texts.name : texts.number)}
        onChoose={form.choose}
      />
    </ConfirmDialog>
  );
};

export const RemoveEntity = ({ entity, onClose }: EntityProps) => {
  const texts = t().warehouse;
  const act = async (): Promise<string> => {
    await call('delete_warehouse_entity', { id_warehouse_entity: entity.id });
    goTo(hrefOf('stock', '', { kind: 'warehouse_entity' }));
    return texts.removed(entity.name);
  };
  return (
    <ConfirmDialog title={texts.removeTitle(entity.name)} label={texts.remove} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.removeWill} />
    </ConfirmDialog>
  );
};
