// The fields of a product: one that fits its type, and for what differs by language one per language side by side.
import { may } from '../api/rights.ts';
import { languageName } from '../countries.ts';
import { Field } from '../parts/field.tsx';
import type { Described } from '../parts/field.tsx';
import { Readings, numberFault } from '../parts/number-field.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import type { JSX } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { RichText, plainText } from '../parts/rich-text.tsx';
import { Picture, UploadButton } from './picture-upload.tsx';
import { priceWarning } from './price-jump.ts';
import { conflictAt, inheritedText, ruleOf, savedText } from './product-draft.ts';
import type { AttributeType, Draft, FieldId, Product } from './product-draft.ts';

export interface Editing {
  readonly product: Product;
  readonly draft: Draft;
  /** Fields whose text is not what is saved. */
  readonly changed: ReadonlySet<FieldId>;
  readonly errors: { readonly [id in FieldId]?: string };
  readonly type: (id: FieldId, text: string) => void;
  /** Fields that somebody else has saved meanwhile: nothing is sent before the person has chosen. */
  readonly conflicts?: ReadonlySet<FieldId>;
  /** Names of these others, as far as they are known. */
  readonly who?: { readonly [id in FieldId]?: string };
  /** Keeps what the person has typed, or what the other one has saved. */
  readonly choose?: (id: FieldId, whose: 'mine' | 'theirs') => void;
}

/** How to fill in a field. */
type FieldKind = 'line' | 'text' | 'html' | 'number' | 'flag' | 'date' | 'image';

const KINDS: { readonly [T in AttributeType]: FieldKind | undefined } = {
  CHAR: 'line',
  TXT: 'text',
  HTML: 'html',
  FLOAT: 'number',
  INT: 'number',
  BOOL: 'flag',
  DATE: 'date',
  IMG: 'image',
  PRODUCTS: undefined,
  RECORDS: undefined,
};

/** Undefined: it is not edited here. */
export const kindOf = (type: AttributeType): FieldKind | undefined => KINDS[type];
/** What is translated. */
export const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(['line', 'text', 'html']);

/** Whether the person may save what is typed here: who may not reads the fields. */
export const mayType = ({ product: { own } }: Pick<Editing, 'product'>): boolean =>
  may(`${own.id > 0 ? 'update' : 'create'}_${own.type === 'content' ? 'content' : 'product'}`);

interface OneFieldProps {
  readonly editing: Editing;
  readonly id: FieldId;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string | undefined;
  /** Values to choose from. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

/** What somebody else has saved in a field, and who. */
const meanwhile = ({ product, who }: Editing, id: FieldId, kind: FieldKind): string => {
  const saved = savedText(product, conflictAt(product, id) ?? id);
  const text = kind === 'html' ? plainText(saved) : saved;
  const name = who?.[id];
  return name === undefined ? t().products.meanwhile(text) : t().products.meanwhileBy(name, text);
};

export const OneField = ({ editing, id, label, kind, hint, choices }: OneFieldProps) => {
  const { product, draft, changed, errors, type } = editing;
  const texts = t().products;
  const value = draft[id] ?? savedText(product, id);
  const isChanged = changed.has(id);
  const isRead = !mayType(editing);
  const rule = isChanged ? ruleOf(product, id) : undefined;
  const warning = isChanged ? priceWarning(product, id, value) : undefined;
  const inherited = inheritedText(product, id);
  const flags = [
    ['', texts.inherits],
    ['1', texts.yes],
    ['0', texts.no],
  ] as const;
  const options = kind === 'flag' && choices === undefined ? flags : choices;
  const draw = (described: Described): JSX.Element => {
    const control = {
      ...described,
      value,
      class: isChanged ? 'typed' : '',
      placeholder: inherited,
      onInput: (event: Event) => type(id, (event.currentTarget as HTMLInputElement).value),
    };
    if (options !== undefined) {
      return (
        <select {...control} disabled={isRead}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      );
    }
    if (kind === 'text') return <textarea {...control} readOnly={isRead} rows={4} />;
    if (kind === 'html') {
      const { placeholder: _placeholder, onInput: _onInput, ...rest } = control;
      const text = { label, inherited, isRead, onHtml: (html: string) => type(id, html) };
      return <RichText {...rest} {...text} />;
    }
    const mode = kind === 'number' ? 'decimal' : 'text';
    return <input {...control} readOnly={isRead} autocomplete="off" inputMode={mode} />;
  };
  return (
    <div class="one-field">
      <Field label={label} hint={hint} error={errors[id] ?? (rule && numberFault(value, rule))}>
        {draw}
      </Field>
      {editing.conflicts?.has(id) === true && (
        <div class="conflict" role="alert">
          <p>{meanwhile(editing, id, kind)}</p>
          <div class="button-row">
            <button type="button" onClick={() => editing.choose?.(id, 'theirs')}>
              {texts.takeTheirs}
            </button>
            <button type="button" onClick={() => editing.choose?.(id, 'mine')}>
              {texts.keepMine}
            </button>
          </div>
        </div>
      )}
      {warning !== undefined && (
        <p class="note-text" role="status">
          {warning}
        </p>
      )}
      {rule !== undefined && <Readings typed={value} rule={rule} onChoose={(text) => type(id, text)} />}
      {kind === 'image' && (
        <>
          <Picture url={value === '' ? inherited : value} />
          {!isRead && may('upload_image') && <UploadButton label={label} onUrl={(url) => type(id, url)} />}
        </>
      )}
    </div>
  );
};

interface ByLanguageProps {
  readonly editing: Editing;
  readonly group: 'attributes' | 'seo';
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
}

/** Kinds that are rarely different by language: they are one field unless they are. */
const ONE_FOR_ALL: ReadonlySet<FieldKind> = new Set(['number', 'flag', 'date', 'image']);

/** Whether somebody else has saved this in one language only, or not the same in each. */
const isTold = ({ product, conflicts }: Editing, ids: readonly FieldId[]): boolean => {
  const number = ids.filter((id) => conflicts?.has(id) === true).length;
  if (number === 0) return false;
  return number < ids.length || new Set(ids.map((id) => savedText(product, id))).size > 1;
};

export const ByLanguage = ({ editing, group, name, label, kind }: ByLanguageProps) => {
  const texts = t().products;
  const { product, draft, errors, type } = editing;
  const ids = product.languages.map((code): FieldId => `${group}/${code}/${name}`);
  const textIn = (id: FieldId): string => draft[id] ?? savedText(product, id);
  const [isChosen, setChosen] = useState(false);
  const isSplit = isChosen || isTold(editing, ids) || new Set(ids.map(textIn)).size > 1;
  const canJoin = ONE_FOR_ALL.has(kind) && ids.length > 1 && mayType(editing);
  const [first] = ids;
  if (ONE_FOR_ALL.has(kind) && !isSplit && first !== undefined) {
    const ofAll: Editing = {
      ...editing,
      errors: { [first]: ids.map((id) => errors[id]).find((error) => error !== undefined) },
      type: (_id, text) => ids.forEach((id) => type(id, text)),
      choose: (_id, whose) => ids.forEach((id) => editing.choose?.(id, whose)),
    };
    return (
      <div class="by-language">
        <OneField editing={ofAll} id={first} label={label} kind={kind} />
        {canJoin && (
          <button type="button" class="plain small" onClick={() => setChosen(true)}>
            {texts.perLanguage(label)}
          </button>
        )}
      </div>
    );
  }
  const join = (): void => {
    const text = textIn(ids[0]!);
    for (const id of ids) type(id, text);
    setChosen(false);
  };
  // While one types, the texts may be the same for a moment.
  const ofEach: Editing = {
    ...editing,
    type: (id, text) => {
      setChosen(true);
      type(id, text);
    },
  };
  return (
    <fieldset class="by-language">
      <legend>{label}</legend>
      <div class="two">
        {product.languages.map((code) => (
          <OneField
            key={code}
            editing={ofEach}
            id={`${group}/${code}/${name}`}
            label={`${label}, ${languageName(code)}`}
            kind={kind}
          />
        ))}
      </div>
      {canJoin && (
        <button type="button" class="plain small" onClick={join}>
          {texts.oneForAll(label)}
        </button>
      )}
    </fieldset>
  );
};

interface FieldGroupProps {
  readonly editing: Editing;
  readonly title: string;
  /** Kinds of attributes that stand in this card. */
  readonly kinds: readonly FieldKind[];
  /** Says that there are none; undefined: nothing stands in their place. */
  readonly none: string | undefined;
}

/** Attributes of some kinds, in the order of the class. */
export const AttributeFields = ({ editing, title, kinds, none }: FieldGroupProps) => {
  const attributes = Object.values(editing.product.definition?.attributes ?? {});
  const shown = attributes.flatMap((attribute) => {
    const kind = KINDS[attribute.type];
    return kind !== undefined && kinds.includes(kind) ? [{ attribute, kind }] : [];
  });
  if (shown.length === 0 && none === undefined) return null;
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
