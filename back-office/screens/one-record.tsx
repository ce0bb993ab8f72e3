// What does this store, company or review have? A form made of its class: texts in every language, all else once.
import { languageName } from '../countries.ts';
import type { Class } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { Refused, found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { DayField } from '../parts/day-field.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import type { Fields, Seen, SeenPlace } from '../seen.ts';
import { recordsTexts } from '../texts/records-texts.ts';
import { refusalText, t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { labelOf, recordClasses } from './records.tsx';

type Own = Reply<'get_record_languages'>;
type Attribute = Class['attributes'][string];

interface Shown {
  readonly own: Own;
  readonly of: Class;
  /** The shop's own first. */
  readonly languages: readonly string[];
  /** What is referred to, of each attribute: ids with names. */
  readonly named: { readonly [attribute: string]: string };
}

const TEXTS: readonly Attribute['type'][] = ['CHAR', 'TXT', 'HTML'];
const LONG: readonly Attribute['type'][] = ['TXT', 'HTML'];
const IDS: readonly Attribute['type'][] = ['PRODUCTS', 'RECORDS'];

/** Names a value in a language: the names of attributes have no slash. */
const fieldOf = (language: string, name: string): string => `${language}/${name}`;

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) return String((value as { readonly value?: unknown }).value ?? '');
  return value === undefined ? '' : String(value);
};

/** null takes the value away; a number that is none is refused by the shop, which says so. */
const valueOf = (type: Attribute['type'], text: string): unknown => {
  const typed = text.trim();
  if (typed === '') return null;
  return IDS.includes(type) ? typed.split(/[\s,;]+/).map((one) => idIn(one) ?? one) : text;
};

const seenOf = ({ own, of, languages }: Shown): Seen => {
  const values = own.values as { readonly [language: string]: { readonly [name: string]: unknown } | undefined };
  const fields = languages.flatMap((language) =>
    Object.keys(of.attributes).map((name) => [fieldOf(language, name), textOf(values[language]?.[name])] as const),
  );
  return { fields: { name: own.name, shown: String(own.shop_active), ...Object.fromEntries(fields) }, seq: own.seq };
};

/** The products and records that a value names, as far as they are there. */
const namesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(({ id, name }: { id: number; name: string }) => `${id} ${name}`).join(', ') : '';

const readRecord = async (id: number, signal?: AbortSignal): Promise<Shown> => {
  const [own, details, classes, shop] = await Promise.all([
    call('get_record_languages', { id_record: id }, signal),
    call('get_record_details', { id_record: id, language: wireLanguage() }, signal),
    recordClasses(signal),
    call('get_shop', {}, signal),
  ]);
  const of = found(classes.find(({ name }) => name === own.class));
  const named = Object.entries(details.attributes).map(([name, { value }]) => [name, namesOf(value)] as const);
  return { own, of, languages: [...new Set([shop.language, ...shop.languages])], named: Object.fromEntries(named) };
};

/** The field that a refusal is about: its sentence begins with the language of a value that does not fit. */
const fieldRefused = ({ code, param, message }: Refused, changed: Fields): string | undefined => {
  if (code === 'RECORD_NAME_ALREADY_IN_USE') return 'name';
  const fields = Object.keys(changed).filter((field) => field.endsWith(`/${param}`));
  return fields.find((field) => message.includes(field.replace('/', '.'))) ?? fields[0];
};

/** The attributes that a change sets, by language. */
const changesOf = ({ of, languages }: Shown, changed: Fields) =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        Object.values(of.attributes).flatMap(({ name, type }) => {
          const text = changed[fieldOf(language, name)];
          return text === undefined ? [] : [[name, valueOf(type, text)] as const];
        }),
      ),
    ]),
  );

const placeOf = (one: Shown): SeenPlace => ({
  read: async () => seenOf(await readRecord(one.own.id)),
  send: async (draft, changed, seenAs) => {
    await call('update_record', {
      id_record: one.own.id,
      ...(changed['name'] !== undefined && { name: changed['name'].trim() || null }),
      ...(changed['shown'] !== undefined && { shop_active: draft['shown'] === '1' ? 1 : 0 }),
      attributes: changesOf(one, changed),
      ...seenAs,
    } as Parameters<typeof call<'update_record'>>[1]);
  },
});

interface OneFieldProps {
  readonly attribute: Attribute;
  readonly value: string;
  /** The products or records that it names. */
  readonly named: string | undefined;
  readonly error: string | undefined;
  readonly onInput: (text: string) => void;
}

/** A day, or a day with its time, as the shop keeps them. */
const DAY = /^$|^\d{4}-\d\d-\d\d$/;
const FORMAT = 'YYYY-MM-DD HH:MM:SS';

const OneField = ({ attribute, value, named, error, onInput }: OneFieldProps) => {
  const { type } = attribute;
  const label = labelOf(attribute);
  if (type === 'DATE' && DAY.test(value))
    return <DayField label={label} error={error} value={value} onInput={onInput} />;
  if (type === 'BOOL' || LONG.includes(type))
    return (
      <Field label={label} error={error}>
        {(described) =>
          type === 'BOOL' ? (
            <select {...described} value={value} onInput={(event) => onInput(event.currentTarget.value)}>
              <option value="" />
              <option value="1">{t().products.yes}</option>
              <option value="0">{t().products.no}</option>
            </select>
          ) : (
            <textarea {...described} rows={4} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
          )
        }
      </Field>
    );
  const hint = IDS.includes(type) ? named || recordsTexts().idsHint : type === 'DATE' ? FORMAT : undefined;
  return <TextField label={label} hint={hint} error={error} value={value} onInput={onInput} />;
};

const DeleteDialog = ({ own, onClose }: { readonly own: Own; readonly onClose: () => void }) => {
  const texts = recordsTexts();
  const name = own.name || texts.noName(own.id);
  const act = async (): Promise<string> => {
    await call('delete_record', { id_record: own.id });
    goTo(hrefOf('records', '', { class: own.class }));
    return texts.deleted(name);
  };
  return (
    <ConfirmDialog title={texts.deleteTitle(name)} label={texts.delete} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={[texts.goes]} />
    </ConfirmDialog>
  );
};

const Form = ({ one }: { readonly one: Shown }) => {
  const texts = recordsTexts();
  const form = useSeen(placeOf(one), () => seenOf(one));
  const attributes = Object.values(one.of.attributes);
  const [first = ''] = one.languages;
  const nameOf = ({ field }: { readonly field: string }): string => {
    const known = attributes.find(({ name }) => field.endsWith(`/${name}`));
    return known === undefined ? texts.name : labelOf(known);
  };
  const [errors, setErrors] = useState<Fields>({});
  const save = async (): Promise<void> => {
    setErrors({});
    try {
      if (await form.save()) say(texts.saved);
    } catch (error) {
      const field = error instanceof Refused ? fieldRefused(error, form.changed) : undefined;
      if (field === undefined) throw error;
      setErrors({ [field]: refusalText(error as Refused) });
    }
  };
  const isReady = Object.keys(form.changed).length > 0 && form.conflicts.length === 0;
  const fieldsIn = (language: string, some: readonly Attribute[]) =>
    some.map((attribute) => {
      const field = fieldOf(language, attribute.name);
      const [value = '', error, named] = [form.draft[field], errors[field], one.named[attribute.name]];
      const onInput = (text: string): void => form.type(field, text);
      return <OneField key={field} {...{ attribute, value, error, named, onInput }} />;
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void orWarn(save);
      }}
    >
      <fieldset class="cards" disabled={!may('update_record')}>
        <Card title={texts.everywhere}>
          <div class="card-body">
            <TextField
              label={texts.name}
              hint={texts.nameHint}
              error={errors['name']}
              value={form.draft['name'] ?? ''}
              onInput={(text) => form.type('name', text)}
            />
            <Field label={texts.shown}>
              {(described) => (
                <select
                  {...described}
                  value={form.draft['shown']}
                  onInput={(event) => form.type('shown', event.currentTarget.value)}
                >
                  <option value="1">{t().products.yes}</option>
                  <option value="0">{t().products.no}</option>
                </select>
              )}
            </Field>
            {fieldsIn(
              first,
              attributes.filter(({ type }) => !TEXTS.includes(type)),
            )}
          </div>
        </Card>
        {one.languages.map((language) => (
          <Card key={language} title={texts.in(languageName(language))}>
            <div class="card-body">
              {fieldsIn(
                language,
                attributes.filter(({ type }) => TEXTS.includes(type)),
              )}
            </div>
          </Card>
        ))}
        <Meanwhile conflicts={form.conflicts} nameOf={nameOf} onChoose={form.choose} />
        <button type="submit" class="primary" disabled={!isReady}>
          {t().products.save}
        </button>
      </fieldset>
    </form>
  );
};

export const OneRecord = ({ id }: { readonly id: number }) => {
  const texts = recordsTexts();
  const [isDeleting, setDeleting] = useState(false);
  const data = useData(`record-${id}`, (signal) => readRecord(id, signal), { topics: ['record', 'class'] });
  if (isGone(data.refused)) return <NotFound screen="records" />;
  const own = data.value?.own;
  return (
    <Page
      title={own === undefined ? t().screens.records : own.name || texts.noName(id)}
      actions={
        <>
          <a class="button" href={hrefOf('records', '', own === undefined ? {} : { class: own.class })}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {own !== undefined && may('delete_record') && (
            <button type="button" class="danger" onClick={() => setDeleting(true)}>
              {texts.delete}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {(one) => (
          <div class="order-columns">
            <div class="main-column">
              <Form key={one.own.seq} one={one} />
            </div>
            <div class="side-column">
              <History object={`typed_record/${id}`} topics={['record']} />
            </div>
          </div>
        )}
      </Loaded>
      {isDeleting && own !== undefined && <DeleteDialog own={own} onClose={() => setDeleting(false)} />}
    </Page>
  );
};
