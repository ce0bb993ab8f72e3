// The part of a dialog that says what the calls of a webhook carry, and of which objects.
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import type { Fields } from '../seen.ts';
import { t } from '../texts/texts.ts';

interface ContentProps {
  readonly draft: Fields;
  readonly type: (field: string, text: string) => void;
}

export const ContentFields = ({ draft: { body = 'form', filter = '', fields = '' }, type }: ContentProps) => {
  const texts = t().webhooks;
  return (
    <>
      <SelectField
        label={texts.carries}
        options={Object.entries(texts.bodies)}
        value={body}
        onInput={(text) => type('body', text)}
      />
      {body === 'view' && (
        <TextField
          label={texts.fields}
          hint={texts.fieldsHint}
          value={fields}
          onInput={(text) => type('fields', text)}
        />
      )}
      <TextField label={texts.filter} hint={texts.filterHint} value={filter} onInput={(text) => type('filter', text)} />
    </>
  );
};
