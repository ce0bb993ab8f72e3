// What do products, pages, parts and customers have? The classes of the shop, and the dialog that makes another one.
import type { Class } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { recordsTexts } from '../texts/records-texts.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';

const TYPES = [
  'product',
  'content',
  'warehouse_entity',
  'user',
  'record',
  'order',
  'line',
  'category',
] as const satisfies readonly Class['type'][];

const MakeClass = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().classes;
  const [name, setName] = useState('');
  const [type, setType] = useState<Class['type']>('product');
  const [isPublic, setPublic] = useState(false);
  const act = async (): Promise<string> => {
    const seen = type === 'record' && isPublic ? { public: 1 as const } : {};
    const { id } = await call('create_class', { name: name.trim(), type, ...seen });
    goTo(hrefOf('classes', idIn(id) ?? 0));
    return texts.made(name.trim());
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={name.trim() !== ''} act={act} onClose={onClose}>
      <TextField label={texts.name} hint={texts.nameHint} value={name} onInput={setName} autoFocus required />
      <Field label={texts.type} hint={texts.typeHint}>
        {(described) => (
          <select {...described} value={type} onInput={(event) => setType(event.currentTarget.value as Class['type'])}>
            {TYPES.map((value) => (
              <option key={value} value={value}>
                {texts.types[value]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {type === 'record' && (
        <div>
          <label class="check">
            <input
              type="checkbox"
              checked={isPublic}
              onInput={({ currentTarget }) => setPublic(currentTarget.checked)}
            />
            {recordsTexts().open}
          </label>
          <p class="hint">{recordsTexts().opens}</p>
        </div>
      )}
    </ConfirmDialog>
  );
};

const shownTo = (isPublic: Class['public']): string =>
  isPublic === 1 ? recordsTexts().isShown : recordsTexts().hidden;

export const Classes = () => {
  const texts = t().classes;
  const code = wireLanguage();
  const [isMaking, setMaking] = useState(false);
  const data = useData(
    `classes-${code}`,
    (signal) => call('search_classes', { constraint: {}, language: code, left_limit: 0, right_limit: 0 }, signal),
    { topics: ['class'] },
  );
  const makeButton = may('create_class') && (
    <button type="button" class="primary" onClick={() => setMaking(true)}>
      <Icon name="plus" size={16} />
      {texts.make}
    </button>
  );
  return (
    <Page title={t().screens.classes} actions={makeButton}>
      <Loaded data={data}>
        {({ result }) => (
          <Card>
            <p class="card-body hint">{texts.about}</p>
            {result.length === 0 ? (
              <Empty>{texts.none}</Empty>
            ) : (
              <Table
                caption={t().screens.classes}
                rows={result}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => hrefOf('classes', id)}
                columns={[
                  { title: texts.name, cell: ({ name }) => name },
                  { title: texts.type, cell: ({ type }) => texts.types[type] },
                  {
                    title: recordsTexts().shoppers,
                    cell: ({ type, public: isPublic }) => (type === 'record' ? shownTo(isPublic) : ''),
                  },
                  {
                    title: texts.attributes,
                    cell: ({ attributes }) => count(Object.keys(attributes).length),
                    isFigure: true,
                  },
                  {
                    title: texts.fields,
                    cell: ({ attributes }) =>
                      Object.values(attributes)
                        .map(({ name, label }) => (label === '' ? name : label))
                        .join(', '),
                    isMinor: true,
                  },
                ]}
              />
            )}
          </Card>
        )}
      </Loaded>
      {isMaking && <MakeClass onClose={() => setMaking(false)} />}
    </Page>
  );
};
