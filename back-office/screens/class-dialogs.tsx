// The dialogs of a class: an attribute that is new, or the labels and defaults of one that is there, and the steps in
// which its products are sold.
import { languageName } from '../countries.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { found } from '../api/refused.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { useState } from '../preact.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { slugOf } from '../slug.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity, writeNumber } from '../typed.ts';

export type ShopClass = Reply<'get_class_languages'>;
export type ClassAttribute = ShopClass['attributes'][number];

const KINDS = ['CHAR', 'TXT', 'HTML', 'FLOAT', 'INT', 'BOOL', 'DATE', 'IMG', 'PRODUCTS', 'RECORDS'] as const;

interface DialogProps {
  readonly one: ShopClass;
  readonly languages: readonly string[];
  readonly onClose: () => void;
}

/** A name that programs use, made of a label that a person typed: `Feine Größe` becomes `feine_groesse`. */
const attributeNameOf = (label: string): string => {
  const name = slugOf(label).replaceAll('-', '_').slice(0, 64);
  return /^[0-9]/.test(name) ? `_${name}`.slice(0, 64) : name;
};

type Labels = { readonly [language: string]: string };

/** An emptied label is taken away. */
const labelsOf = (typed: Labels): { readonly [language: string]: string | null } =>
  Object.fromEntries(Object.entries(typed).map(([code, label]) => [code, label.trim() === '' ? null : label.trim()]));

const KindField = ({
  kind,
  onKind,
}: {
  readonly kind: ClassAttribute['type'];
  readonly onKind: (kind: ClassAttribute['type']) => void;
}) => {
  const texts = t().classes;
  return (
    <Field label={texts.kind} hint={texts.kindHint}>
      {(described) => (
        <select {...described} value={kind} onInput={(event) => onKind(event.currentTarget.value as typeof kind)}>
          {KINDS.map((value) => (
            <option key={value} value={value}>
              {texts.kinds[value]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

interface LabelFieldsProps {
  readonly languages: readonly string[];
  readonly labels: Labels;
  readonly onInput: (language: string, label: string) => void;
}

const LabelFields = ({ languages, labels, onInput }: LabelFieldsProps) => (
  <>
    {languages.map((code, at) => (
      <TextField
        key={code}
        label={t().classes.label(languageName(code))}
        value={labels[code] ?? ''}
        autoFocus={at === 0}
        onInput={(label) => onInput(code, label)}
      />
    ))}
  </>
);

/** An addition overwrites nothing that others have saved, so it is sent whatever the class is by now. */
export const AddAttribute = ({ one, languages, onClose }: DialogProps) => {
  const texts = t().classes;
  const [labels, setLabels] = useState<Labels>({});
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<ClassAttribute['type']>('CHAR');
  const first = languages.map((code) => (labels[code] ?? '').trim()).find((label) => label !== '') ?? '';
  const made = attributeNameOf(first);
  const name = typed.trim() === '' ? made : typed.trim();
  const act = async (): Promise<string> => {
    const filled = Object.entries(labelsOf(labels)).filter(([, label]) => label !== null);
    const given = [{ name, type: kind, labels: Object.fromEntries(filled) }];
    const attributes = given as Params<'create_class_attributes'>['attributes'];
    await call('create_class_attributes', { id_class: one.id, attributes });
    return texts.added(name);
  };
  return (
    <ConfirmDialog
      title={texts.addTitle(one.name)}
      label={texts.addGo}
      isReady={name !== ''}
      act={act}
      onClose={onClose}
    >
      <LabelFields
        languages={languages}
        labels={labels}
        onInput={(code, label) => setLabels({ ...labels, [code]: label })}
      />
      <TextField
        label={texts.attributeName}
        hint={typed === '' && made !== '' ? made : texts.attributeNameHint}
        value={typed}
        onInput={setTyped}
      />
      <KindField kind={kind} onKind={setKind} />
    </ConfirmDialog>
  );
};

const readClass = (id: number): Promise<ShopClass> => call('get_class_languages', { id_class: id });

interface EditProps extends DialogProps {
  readonly attribute: ClassAttribute;
}

/** Its labels, which alone change of it. */
export const EditAttribute = ({ one, languages, attribute: { name, type, labels }, onClose }: EditProps) => {
  const texts = t().classes;
  const place: SeenPlace = {
    read: async () => {
      const { attributes, seq } = await readClass(one.id);
      return { fields: found(attributes.find((other) => other.name === name)).labels, seq };
    },
    send: async (_draft, changed, seen) => {
      const attributes = [{ name, labels: labelsOf(changed) }];
      await call('update_class_attributes', { id_class: one.id, attributes, ...seen });
    },
  };
  const form = useSeen(place, () => ({ fields: labels, seq: one.seq }));
  return (
    <ConfirmDialog
      title={texts.editOf(name)}
      label={t().products.save}
      isReady={Object.keys(form.changed).length > 0 && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved(name) : undefined)}
      onClose={onClose}
    >
      <LabelFields languages={languages} labels={form.draft} onInput={form.type} />
      <p class="hint">{texts.neverAttribute(name, texts.kinds[type])}</p>
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => texts.label(languageName(field))}
        onChoose={form.choose}
      />
    </ConfirmDialog>
  );
};

const STEP = quantity(0.001, 1_000_000);

const stepOf = ({ quantity_step: step, seq }: ShopClass): Seen => ({
  fields: { step: step === undefined ? '' : writeNumber(step, STEP) },
  seq,
});

export const StepDialog = ({ one, onClose }: DialogProps) => {
  const texts = t().classes;
  const place: SeenPlace = {
    read: async () => stepOf(await readClass(one.id)),
    send: async ({ step: now = '' }, _changed, seen) => {
      const step = String(now === '' ? 0 : numberIn(now, STEP));
      await call('update_class_attributes', { id_class: one.id, attributes: [], quantity_step: step, ...seen });
    },
  };
  const form = useSeen(place, () => stepOf(one));
  const typed = form.draft['step'] ?? '';
  return (
    <ConfirmDialog
      title={texts.changeStep}
      label={t().products.save}
      isReady={(typed === '' || numberIn(typed, STEP) !== undefined) && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.stepSaved : undefined)}
      onClose={onClose}
    >
      <NumberField
        label={texts.step}
        hint={texts.stepHint}
        value={typed}
        rule={STEP}
        onInput={(text) => form.type('step', text)}
      />
      <Meanwhile conflicts={form.conflicts} nameOf={() => texts.step} onChoose={form.choose} />
    </ConfirmDialog>
  );
};
