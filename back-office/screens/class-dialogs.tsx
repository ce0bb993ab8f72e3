// The dialogs of a class: an attribute that is new, or the labels and defaults of one that is there, and the steps in
// which its products are sold.
import { languageName } from '../countries.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { useState } from '../preact.ts';
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

/** Only what differs is sent; an emptied label is taken away. */
const labelChanges = (before: Labels, after: Labels): { readonly [language: string]: string | null } =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([code, label]) => label.trim() !== (before[code] ?? ''))
      .map(([code, label]) => [code, label.trim() === '' ? null : label.trim()]),
  );

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

/** `attribute`: one that is there; undefined: a new one. */
export const AttributeDialog = ({
  one,
  languages,
  attribute,
  onClose,
}: DialogProps & { readonly attribute?: ClassAttribute }) => {
  const texts = t().classes;
  const [labels, setLabels] = useState<Labels>(attribute?.labels ?? {});
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<ClassAttribute['type']>('CHAR');
  const first = languages.map((code) => (labels[code] ?? '').trim()).find((label) => label !== '') ?? '';
  const made = attributeNameOf(first);
  const name = attribute?.name ?? (typed.trim() === '' ? made : typed.trim());
  const changes = labelChanges(attribute?.labels ?? {}, labels);
  const act = async (): Promise<string> => {
    if (attribute === undefined) {
      const attributes = [{ name, type: kind, labels: changes }] as Params<'create_class_attributes'>['attributes'];
      await call('create_class_attributes', { id_class: one.id, attributes });
      return texts.added(name);
    }
    await call('update_class_attributes', { id_class: one.id, attributes: [{ name, labels: changes }] });
    return texts.saved(name);
  };
  return (
    <ConfirmDialog
      title={attribute === undefined ? texts.addTitle(one.name) : texts.editOf(name)}
      label={attribute === undefined ? texts.addGo : t().products.save}
      isReady={name !== '' && (attribute === undefined || Object.keys(changes).length > 0)}
      act={act}
      onClose={onClose}
    >
      {languages.map((code, at) => (
        <TextField
          key={code}
          label={texts.label(languageName(code))}
          value={labels[code] ?? ''}
          autoFocus={at === 0}
          onInput={(label) => setLabels({ ...labels, [code]: label })}
        />
      ))}
      {attribute === undefined ? (
        <>
          <TextField
            label={texts.attributeName}
            hint={typed === '' && made !== '' ? made : texts.attributeNameHint}
            value={typed}
            onInput={setTyped}
          />
          <KindField kind={kind} onKind={setKind} />
        </>
      ) : (
        <p class="hint">{texts.neverAttribute(attribute.name, texts.kinds[attribute.type])}</p>
      )}
    </ConfirmDialog>
  );
};

const STEP = quantity(0.001, 1_000_000);

export const StepDialog = ({ one, onClose }: DialogProps) => {
  const texts = t().classes;
  const [typed, setTyped] = useState(one.quantity_step === undefined ? '' : writeNumber(one.quantity_step, STEP));
  const step = numberIn(typed, STEP);
  const act = async (): Promise<string> => {
    await call('update_class_attributes', {
      id_class: one.id,
      attributes: [],
      quantity_step: String(typed === '' ? 0 : step),
    });
    return texts.stepSaved;
  };
  return (
    <ConfirmDialog
      title={texts.changeStep}
      label={t().products.save}
      isReady={typed === '' || step !== undefined}
      act={act}
      onClose={onClose}
    >
      <NumberField label={texts.step} hint={texts.stepHint} value={typed} rule={STEP} onInput={setTyped} />
    </ConfirmDialog>
  );
};
