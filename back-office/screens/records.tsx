// Which stores, companies, reviews does the shop keep? The records of a class of its own, and a new one.
import type { Class, Record as TypedRecord } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { eachWord, within } from '../api/words.ts';
import { ago, count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import type { Column } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf, route } from '../routes.ts';
import { recordsTexts } from '../texts/records-texts.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';

/** Records of a page, the newest first; words find the others. */
const SHOWN_MAX = 200;
/** Attributes that have a column. */
const COLUMNS_MAX = 3;
/** Characters of a value in its column. */
const CELL_MAX = 120;

type Attribute = Class['attributes'][string];

const IN_LIST: readonly Attribute['type'][] = ['CHAR', 'TXT', 'FLOAT', 'INT', 'BOOL', 'DATE'];

export const recordClasses = async (signal?: AbortSignal): Promise<readonly Class[]> =>
  (
    await call(
      'search_classes',
      { constraint: { 'main.type': 'record' }, language: wireLanguage(), left_limit: 0, right_limit: 0 },
      signal,
    )
  ).result;

export const labelOf = ({ label, name }: Pick<Attribute, 'label' | 'name'>): string => label || name;

const MakeDialog = ({ of, onClose }: { readonly of: string; readonly onClose: () => void }) => {
  const texts = recordsTexts();
  const [name, setName] = useState('');
  const act = async (): Promise<string> => {
    const { id } = await call('create_record', { class: of, name: name.trim(), shop_active: 0 });
    goTo(hrefOf('records', idIn(id) ?? 0));
    return texts.madeSaid;
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} act={act} onClose={onClose}>
      <TextField label={texts.name} hint={texts.nameHint} value={name} onInput={setName} autoFocus />
    </ConfirmDialog>
  );
};

const cut = (text: string): string => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX)} …` : text);

const columnsOf = (of: Class): readonly Column<TypedRecord>[] => {
  const texts = recordsTexts();
  const shown = Object.values(of.attributes).filter(({ type }) => IN_LIST.includes(type));
  return [
    { title: texts.name, cell: ({ id, name }) => name || texts.noName(id) },
    ...shown.slice(0, COLUMNS_MAX).map((attribute): Column<TypedRecord> => ({
      title: labelOf(attribute),
      cell: ({ attributes }) => <span class="address">{cut(String(attributes[attribute.name]?.value ?? ''))}</span>,
      isMinor: true,
    })),
    { title: texts.shoppers, cell: ({ shop_active: active }) => (active === 1 ? texts.isShown : texts.hidden) },
    { title: texts.made, cell: ({ creation_date: date }) => ago(date), isMinor: true },
  ];
};

/** Words in the name and in each text. */
const conditionsOf = (of: Class, words: string) => {
  const texts = Object.values(of.attributes).filter(({ type }) => ['CHAR', 'TXT', 'HTML'].includes(type));
  return { AND: eachWord(words, (word) => within(['main.name', ...texts.map(({ name }) => name)], word)) };
};

const List = ({ of, words }: { readonly of: Class; readonly words: string }) => {
  const texts = recordsTexts();
  const code = wireLanguage();
  const data = useData(
    `records-${of.id}-${code}-${words}`,
    (signal) =>
      call(
        'search_records',
        {
          class: of.name,
          constraint: words.trim() === '' ? {} : conditionsOf(of, words),
          language: code,
          order_columns: ['main.creation_date'],
          order: 'DESC',
          left_limit: 0,
          right_limit: SHOWN_MAX,
        },
        signal,
      ),
    { topics: ['record', 'class'] },
  );
  return (
    <Loaded data={data}>
      {({ result, count: all }) =>
        result.length === 0 ? (
          <Empty>{texts.nothing}</Empty>
        ) : (
          <>
            <p class="card-body hint">{texts.of(count(result.length), count(all))}</p>
            <Table
              caption={of.name}
              rows={result}
              keyOf={({ id }) => id}
              hrefOf={({ id }) => hrefOf('records', id)}
              columns={columnsOf(of)}
            />
          </>
        )
      }
    </Loaded>
  );
};

const OfClasses = ({ classes }: { readonly classes: readonly Class[] }) => {
  const texts = recordsTexts();
  const [words, setWords] = useState('');
  const [isMaking, setMaking] = useState(false);
  const chosen = route.value.query.get('class');
  const of = classes.find(({ name }) => name === chosen) ?? classes[0];
  if (of === undefined) return <Empty>{texts.none}</Empty>;
  return (
    <Card
      title={of.name}
      beside={
        may('create_record') && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={16} />
            {texts.make}
          </button>
        )
      }
    >
      <div class="card-body two">
        <Field label={texts.class}>
          {(described) => (
            <select
              {...described}
              value={of.name}
              onInput={(event) => goTo(hrefOf('records', '', { class: event.currentTarget.value }))}
            >
              {classes.map(({ id, name }) => (
                <option key={id} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField label={texts.find} value={words} onInput={setWords} />
      </div>
      <List key={of.id} of={of} words={words} />
      {isMaking && <MakeDialog of={of.name} onClose={() => setMaking(false)} />}
    </Card>
  );
};

export const Records = () => {
  const data = useData(`record-classes-${wireLanguage()}`, recordClasses, { topics: ['class'] });
  return (
    <Page title={t().screens.records}>
      <Loaded data={data}>{(classes) => <OfClasses classes={classes} />}</Loaded>
    </Page>
  );
};
