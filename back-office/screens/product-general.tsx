// What a product has besides texts, prices and pictures: its numbers, measures, tax class and how its stock is kept.
import { Card } from '../parts/page.tsx';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { OneField } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';

interface GeneralProps {
  readonly editing: Editing;
  /** Further fields. */
  readonly more?: ComponentChildren;
}

export const RecordName = ({ editing }: { readonly editing: Editing }) => (
  <Card title={t().contents.record}>
    <div class="card-body fields">
      <OneField editing={editing} id="name" label={t().products.ownName} hint={t().contents.nameHint} kind="line" />
    </div>
  </Card>
);

export const General = ({ editing, more }: GeneralProps) => {
  const texts = t().products;
  const measures = ['weight', 'length', 'width', 'height'] as const;
  const bits = [
    ['1', texts.yes],
    ['0', texts.no],
  ] as const;
  const taxClasses = editing.product.taxClasses.map((name) => [name, name] as const);
  const metadata = texts.metadata;
  return (
    <Card title={texts.general}>
      <div class="card-body fields">
        <div class="two">
          <OneField editing={editing} id="name" label={texts.ownName} hint={texts.ownNameHint} kind="line" />
          <OneField editing={editing} id="metadata/element_number" label={metadata.element_number} kind="line" />
          <OneField editing={editing} id="metadata/ean" label={metadata.ean} kind="line" />
          <OneField
            editing={editing}
            id="metadata/taxclass"
            label={metadata.taxclass}
            kind="line"
            choices={taxClasses}
          />
          {measures.map((name) => (
            <OneField key={name} editing={editing} id={`metadata/${name}`} label={metadata[name]} kind="number" />
          ))}
          <OneField
            editing={editing}
            id="metadata/quantity_step"
            label={metadata.quantity_step}
            hint={texts.quantityStepHint}
            kind="number"
          />
          <OneField
            editing={editing}
            id="availability/active"
            label={texts.availability.active}
            kind="flag"
            choices={bits}
          />
          <OneField
            editing={editing}
            id="availability/quantity_warning"
            label={texts.availability.quantity_warning}
            kind="number"
          />
          <OneField
            editing={editing}
            id="availability/allow_override"
            label={texts.availability.allow_override}
            kind="flag"
            choices={bits}
          />
        </div>
        {more}
        <OneField editing={editing} id="metadata/notes" label={metadata.notes} kind="text" />
      </div>
    </Card>
  );
};
