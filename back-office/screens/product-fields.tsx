// The fields of a product: one that fits its type, and for what differs by language one per language side by side.
import { Refused, ask } from '../api/call.ts';
import { HEADERS } from '../api/http.ts';
import { Field } from '../parts/field.tsx';
import { Readings, numberFault } from '../parts/number-field.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import type { JSX } from '../preact.ts';
import { language } from '../preferences.ts';
import { refusalText, t } from '../texts/texts.ts';
import { inheritedText, keepSize, ruleOf, savedText } from './product-draft.ts';
import type { AttributeType, Draft, FieldId, Product } from './product-draft.ts';

export interface Editing {
  readonly product: Product;
  readonly draft: Draft;
  /** Fields whose text is not what is saved. */
  readonly changed: ReadonlySet<FieldId>;
  readonly errors: { readonly [id in FieldId]?: string };
  readonly type: (id: FieldId, text: string) => void;
}

/** How a field is filled in. */
type FieldKind = 'line' | 'text' | 'number' | 'flag' | 'date' | 'image';

const KINDS: { readonly [T in AttributeType]: FieldKind | undefined } = {
  CHAR: 'line',
  TXT: 'text',
  HTML: 'text',
  FLOAT: 'number',
  INT: 'number',
  BOOL: 'flag',
  DATE: 'date',
  IMG: 'image',
  PRODUCTS: undefined,
};

const sizeOf = async (file: File): Promise<{ readonly width: number; readonly height: number } | undefined> => {
  // A drawing has no size of its own.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap === undefined ? undefined : { width: bitmap.width, height: bitmap.height };
};

/** Keeps the picture on the server. Answers with its address; throws Refused. */
const upload = async (file: File): Promise<string> => {
  const headers = { ...HEADERS, 'content-type': file.type };
  const { url } = (await ask('/admin/images', { method: 'POST', headers, body: file })) as { readonly url: string };
  const size = await sizeOf(file);
  if (size !== undefined) keepSize(url, size.width, size.height);
  return url;
};

const Picture = ({ url }: { readonly url: string }) => {
  const [failed, setFailed] = useState('');
  if (url === '' || failed === url) return null;
  return <img class="picture" src={url} alt="" loading="lazy" onError={() => setFailed(url)} />;
};

const UploadButton = ({ label, onUrl }: { readonly label: string; readonly onUrl: (url: string) => void }) => {
  const texts = t().products;
  const [state, setState] = useState<'running' | Refused | undefined>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setState('running');
    try {
      onUrl(await upload(file));
      setState(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState(error);
    }
  };
  return (
    <Field label={texts.upload(label)} error={state instanceof Refused ? refusalText(state) : undefined}>
      {(described) => (
        <input
          {...described}
          type="file"
          accept="image/*"
          disabled={state === 'running'}
          onInput={(event) => {
            const input = event.currentTarget;
            void take(input.files?.[0]).then(() => (input.value = ''));
          }}
        />
      )}
    </Field>
  );
};

interface OneFieldProps {
  readonly editing: Editing;
  readonly id: FieldId;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  /** Values to choose from. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

export const OneField = ({ editing, id, label, kind, hint, choices }: OneFieldProps) => {
  const { product, draft, changed, errors, type } = editing;
  const texts = t().products;
  const value = draft[id] ?? savedText(product, id);
  const isChanged = changed.has(id);
  const rule = isChanged ? ruleOf(product, id) : undefined;
  const inherited = inheritedText(product, id);
  const flags = [
    ['', texts.inherits],
    ['1', texts.yes],
    ['0', texts.no],
  ] as const;
  const options = kind === 'flag' && choices === undefined ? flags : choices;
  const draw = (described: object): JSX.Element => {
    const control = {
      ...described,
      value,
      class: isChanged ? 'typed' : '',
      placeholder: inherited,
      onInput: (event: Event) => type(id, (event.currentTarget as HTMLInputElement).value),
    };
    if (options !== undefined) {
      return (
        <select {...control}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      );
    }
    if (kind === 'text') return <textarea {...control} rows={4} />;
    return <input {...control} autocomplete="off" inputMode={kind === 'number' ? 'decimal' : 'text'} />;
  };
  return (
    <div class="one-field">
      <Field label={label} hint={hint} error={errors[id] ?? (rule && numberFault(value, rule))}>
        {draw}
      </Field>
      {rule !== undefined && <Readings typed={value} rule={rule} onChoose={(text) => type(id, text)} />}
      {kind === 'image' && (
        <>
          <Picture url={value === '' ? inherited : value} />
          <UploadButton label={label} onUrl={(url) => type(id, url)} />
        </>
      )}
    </div>
  );
};

/** A language by its name, in the language of the reader: `de_DE` is German. */
const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([language.value], { type: 'language' }).of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
};

interface ByLanguageProps {
  readonly editing: Editing;
  readonly group: 'attributes' | 'seo';
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
}

const ByLanguage = ({ editing, group, name, label, kind }: ByLanguageProps) => (
  <fieldset class="by-language">
    <legend>{label}</legend>
    <div class="two">
      {editing.product.languages.map((code) => (
        <OneField
          key={code}
          editing={editing}
          id={`${group}/${code}/${name}`}
          label={`${label}, ${languageName(code)}`}
          kind={kind}
        />
      ))}
    </div>
  </fieldset>
);

interface FieldGroupProps {
  readonly editing: Editing;
  readonly title: string;
  /** Kinds of attributes that stand in this card. */
  readonly kinds: readonly FieldKind[];
  readonly none: string;
}

/** Attributes of some kinds, in the order of the class. */
export const AttributeFields = ({ editing, title, kinds, none }: FieldGroupProps) => {
  const attributes = Object.values(editing.product.definition?.attributes ?? {});
  const shown = attributes.flatMap((attribute) => {
    const kind = KINDS[attribute.type];
    return kind !== undefined && kinds.includes(kind) ? [{ attribute, kind }] : [];
  });
  return (
    <Card title={title}>
      {shown.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <div class="card-body fields">
          {shown.map(({ attribute: { name, label }, kind }) => (
            <ByLanguage
              key={name}
              editing={editing}
              group="attributes"
              name={name}
              label={label === '' ? name : label}
              kind={kind}
            />
          ))}
        </div>
      )}
    </Card>
  );
};

export const SeoFields = ({ editing }: { readonly editing: Editing }) => {
  const texts = t().products;
  const kinds = { permalink: 'line', title: 'line', description: 'text', keywords: 'line' } as const;
  return (
    <Card title={texts.seo}>
      <div class="card-body fields">
        {(['permalink', 'title', 'description', 'keywords'] as const).map((name) => (
          <ByLanguage
            key={name}
            editing={editing}
            group="seo"
            name={name}
            label={texts.seoFields[name]}
            kind={kinds[name]}
          />
        ))}
      </div>
    </Card>
  );
};
