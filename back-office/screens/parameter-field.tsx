// A control for one parameter of an operation, made from its schema. What has parts is typed as JSON.
import { choicesOf, typeName } from '../api/operations.ts';
import type { Schema } from '../api/operations.ts';
import { Field } from '../parts/field.tsx';
import { t } from '../texts/texts.ts';
import { jsonNumber } from '../typed.ts';

const typesOf = (schema: Schema): readonly string[] => {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf);
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
};

type Kind = 'choice' | 'flag' | 'number' | 'text' | 'json';

const kindOf = (schema: Schema): Kind => {
  const types = typesOf(schema);
  if (choicesOf(schema) !== undefined) return 'choice';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('string')) return types.some((one) => one === 'array' || one === 'object') ? 'json' : 'text';
  return types.length > 0 && types.every((one) => one === 'integer' || one === 'number') ? 'number' : 'json';
};

/** Returns the typed value; undefined if it does not fit the schema. Text that is no JSON stays text if allowed. */
export const valueOf = (schema: Schema, text: string): unknown => {
  const kind = kindOf(schema);
  if (kind === 'choice' || kind === 'text') return text;
  if (kind === 'flag') return text === '1' ? 1 : 0;
  if (kind === 'number') return jsonNumber(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const types = typesOf(schema);
    return types.length === 0 || types.includes('string') ? text : undefined;
  }
};

interface ParameterFieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly text: string;
  readonly isWrong: boolean;
  readonly onInput: (text: string) => void;
}

export const ParameterField = ({ name, schema, text, isWrong, onInput }: ParameterFieldProps) => {
  const texts = t().explorer;
  const kind = kindOf(schema);
  const choices = kind === 'flag' ? (['1', '0'] as const) : choicesOf(schema);
  const label = (choice: string): string => (kind === 'flag' ? (choice === '1' ? texts.yes : texts.no) : choice);
  return (
    <Field
      label={name}
      hint={[schema.description ?? '', choices === undefined ? typeName(schema) : '']
        .filter((part) => part !== '')
        .join(' · ')}
      error={isWrong ? texts.invalidJson : undefined}
    >
      {(described) => {
        if (choices !== undefined)
          return (
            <select {...described} value={text} onInput={(event) => onInput(event.currentTarget.value)}>
              <option value="">{texts.unset}</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {label(choice)}
                </option>
              ))}
            </select>
          );
        if (kind === 'json')
          return (
            <textarea
              {...described}
              class="json-input"
              rows={Math.min(8, Math.max(2, text.split('\n').length))}
              spellcheck={false}
              value={text}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
          );
        return (
          <input
            {...described}
            type="text"
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        );
      }}
    </Field>
  );
};
