// What does everything of this class have? Its attributes with their labels by language; what never changes says so.
import { languageName } from '../countries.ts';
import { call } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, pieces } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Icon } from '../parts/icon.tsx';
import { ChangedSince, useLook } from '../parts/meanwhile.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import type { Column } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { recordsTexts } from '../texts/records-texts.ts';
import { t } from '../texts/texts.ts';
import { AddAttribute, EditAttribute, StepDialog } from './class-dialogs.tsx';
import type { ClassAttribute, ShopClass } from './class-dialogs.tsx';

/** What is asked; an attribute, or none for a new one. */
type Asked =
  | 'new'
  | 'step'
  | 'public'
  | 'delete'
  | { readonly edit: ClassAttribute }
  | { readonly remove: ClassAttribute };

interface ClassProps {
  readonly one: ShopClass;
  readonly onClose: () => void;
}

const DeleteClass = ({ one, onClose }: ClassProps) => {
  const texts = t().classes;
  const look = useLook(one.seq);
  const act = async (): Promise<string> => {
    await look.send((seen) => call('delete_class', { id_class: one.id, ...seen }));
    goTo(hrefOf('classes'));
    return texts.deleted(one.name);
  };
  return (
    <ConfirmDialog title={texts.deleteTitle(one.name)} label={texts.delete} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={[texts.goes(one.name)]} />
      <ChangedSince changed={look.changed} />
    </ConfirmDialog>
  );
};

/** Shows the records of the class to shoppers, or hides them. */
const PublicDialog = ({ one, onClose }: ClassProps) => {
  const texts = recordsTexts();
  // As it was when the dialog opened: the page may read it again.
  const [isPublic] = useState(one.public === 1);
  const look = useLook(one.seq);
  const act = async (): Promise<string> => {
    const change = { id_class: one.id, attributes: [], public: isPublic ? 0 : 1 } as const;
    await look.send((seen) => call('update_class_attributes', { ...change, ...seen }));
    return isPublic ? texts.closed : texts.opened;
  };
  return (
    <ConfirmDialog
      title={(isPublic ? texts.closeTitle : texts.openTitle)(one.name)}
      label={isPublic ? texts.close : texts.open}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={[isPublic ? texts.closes : texts.opens]} />
      <ChangedSince changed={look.changed} />
    </ConfirmDialog>
  );
};

const RemoveAttribute = ({ one, attribute, onClose }: ClassProps & { readonly attribute: ClassAttribute }) => {
  const texts = t().classes;
  const look = useLook(one.seq);
  const act = async (): Promise<string> => {
    const attributes = [attribute.name];
    await look.send((seen) => call('delete_class_attributes', { id_class: one.id, attributes, ...seen }));
    return texts.removed(attribute.name);
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(attribute.name)}
      label={texts.remove}
      isDangerous
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={[texts.valuesGo(attribute.name, one.objects, count(one.objects)), texts.forGood]} />
      <ChangedSince changed={look.changed} />
    </ConfirmDialog>
  );
};

interface TableProps {
  readonly one: ShopClass;
  readonly languages: readonly string[];
  readonly onAsk: (asked: Asked) => void;
}

const Attributes = ({ one, languages, onAsk }: TableProps) => {
  const texts = t().classes;
  const labels = languages.map((code): Column<ClassAttribute> => ({
    title: languageName(code),
    cell: ({ labels: known }) => known[code] ?? <span class="warn-text">{texts.noLabel}</span>,
    isMinor: true,
  }));
  const change: Column<ClassAttribute> = {
    title: texts.change,
    cell: (attribute) => (
      <span class="row-tools">
        {may('update_class_attributes') && (
          <button
            type="button"
            class="plain"
            aria-label={texts.editOf(attribute.name)}
            onClick={() => onAsk({ edit: attribute })}
          >
            <Icon name="edit" size={16} />
          </button>
        )}
        {may('delete_class_attributes') && (
          <button
            type="button"
            class="plain"
            aria-label={texts.removeOf(attribute.name)}
            onClick={() => onAsk({ remove: attribute })}
          >
            <Icon name="remove" size={16} />
          </button>
        )}
      </span>
    ),
  };
  return (
    <Table
      caption={texts.attributes}
      rows={one.attributes}
      keyOf={({ name }) => name}
      columns={[
        { title: texts.attribute, cell: ({ name }) => <code>{name}</code> },
        { title: texts.kind, cell: ({ type }) => texts.kinds[type] },
        ...labels,
        change,
      ]}
    />
  );
};

const Dialogs = ({
  asked,
  ...props
}: ClassProps & { readonly asked: Asked; readonly languages: readonly string[] }) => {
  if (asked === 'step') return <StepDialog {...props} />;
  if (asked === 'public') return <PublicDialog {...props} />;
  if (asked === 'delete') return <DeleteClass {...props} />;
  if (asked === 'new') return <AddAttribute {...props} />;
  if ('edit' in asked) return <EditAttribute {...props} attribute={asked.edit} />;
  return <RemoveAttribute {...props} attribute={asked.remove} />;
};

const Details = ({ one, languages }: Omit<TableProps, 'onAsk'>) => {
  const texts = t().classes;
  const records = recordsTexts();
  const [asked, setAsked] = useState<Asked | undefined>();
  return (
    <div class="order-columns">
      <div class="main-column">
        <Card
          title={texts.attributes}
          beside={
            may('create_class_attributes') && (
              <button type="button" onClick={() => setAsked('new')}>
                <Icon name="plus" size={16} />
                {texts.add}
              </button>
            )
          }
        >
          {one.attributes.length === 0 ? (
            <Empty>{texts.noAttributes}</Empty>
          ) : (
            <Attributes one={one} languages={languages} onAsk={setAsked} />
          )}
        </Card>
      </div>
      <div class="side-column">
        <Card title={texts.itself}>
          <Pairs
            pairs={[
              [texts.type, texts.types[one.type]],
              [texts.objects, count(one.objects)],
              ...(one.type === 'product'
                ? ([
                    [texts.step, one.quantity_step === undefined ? texts.stepOfShop : pieces(one.quantity_step)],
                  ] as const)
                : []),
              ...(one.type === 'record'
                ? ([[records.shoppers, one.public === 1 ? records.isShown : records.hidden]] as const)
                : []),
            ]}
          />
          <div class="card-body">
            <p class="hint">{texts.never}</p>
            {one.objects > 0 && <p class="hint">{texts.inUse(one.objects, count(one.objects))}</p>}
            <span class="button-row">
              {one.type === 'product' && may('update_class_attributes') && (
                <button type="button" onClick={() => setAsked('step')}>
                  {texts.changeStep}
                </button>
              )}
              {one.type === 'record' && may('update_class_attributes') && (
                <button type="button" onClick={() => setAsked('public')}>
                  {one.public === 1 ? records.close : records.open}
                </button>
              )}
              {one.objects === 0 && may('delete_class') && (
                <button type="button" class="danger" onClick={() => setAsked('delete')}>
                  {texts.delete}
                </button>
              )}
            </span>
          </div>
        </Card>
      </div>
      {asked !== undefined && (
        <Dialogs one={one} languages={languages} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
};

export const OneClass = ({ id }: { readonly id: number }) => {
  const data = useData(
    `class-${id}`,
    (signal) => Promise.all([call('get_class_languages', { id_class: id }, signal), call('get_shop', {}, signal)]),
    { topics: ['class', 'product', 'content'] },
  );
  if (isGone(data.refused)) return <NotFound screen="classes" />;
  return (
    <Page
      title={data.value?.[0].name ?? t().screens.classes}
      actions={
        <a class="button" href={hrefOf('classes')}>
          <Icon name="left" size={16} />
          {t().classes.back}
        </a>
      }
    >
      <Loaded data={data} lines={8}>
        {([one, shop]) => {
          const languages = [
            ...new Set([...shop.languages, ...one.attributes.flatMap(({ labels }) => Object.keys(labels))]),
          ];
          return <Details one={one} languages={languages} />;
        }}
      </Loaded>
    </Page>
  );
};
