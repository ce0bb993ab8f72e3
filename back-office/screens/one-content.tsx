// What is with this page of the shop? Its texts by language, its categories and history.
import { isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { objectLabel } from './field-labels.ts';
import { DeleteButton, PublishButton } from './object-actions.tsx';
import { readObject } from './object-calls.ts';
import { useEditing } from './object-editing.ts';
import type { Reading } from './object-editing.ts';
import { ObjectForm } from './object-form.tsx';
import { titleOf } from './object-title.ts';
import { ObjectCategories } from './product-categories.tsx';
import type { Product } from './product-draft.ts';
import { VisibleChip } from './object-list.tsx';
import { SaveBar } from './save-bar.tsx';

const Editor = ({ content, reading }: { readonly content: Product; readonly reading: Reading }) => {
  const { editing, save, drop, bar } = useEditing(content, reading);
  return (
    <ObjectForm
      editing={editing}
      onSubmit={bar.changes > 0 && !bar.isRunning ? () => void save() : undefined}
      side={
        <>
          <ObjectCategories product={content} />
          <History object={`content/${content.own.id}`} topics={['content']} labelOf={objectLabel(t(), content)} />
        </>
      }
      bar={<SaveBar {...bar} onDrop={drop} />}
    />
  );
};

export const OneContent = ({ id }: { readonly id: number }) => {
  const code = wireLanguage();
  const data = useData(`content-${id}-${code}`, (signal) => readObject(id, code, signal), {
    topics: ['content', 'class', 'deleted', 'category'],
  });
  const content = data.value;
  if (isGone(data.refused) || content?.own.type === 'product') return <NotFound screen="contents" />;
  return (
    <Page
      title={content === undefined ? t().screens.contents : titleOf(content.shown[code] ?? content.details)}
      beside={content !== undefined && <VisibleChip isVisible={content.own.shop_active === 1} />}
      actions={
        <>
          <a class="button" href={hrefOf('contents')}>
            <Icon name="left" size={16} />
            {t().contents.back}
          </a>
          {content !== undefined && may('create_content') && (
            <a class="button" href={hrefOf('contents', 'new', { like: String(id) })}>
              {t().products.duplicate}
            </a>
          )}
          {content !== undefined && may('delete_content') && <DeleteButton object={content} />}
          {content !== undefined && may('update_content') && <PublishButton object={content} />}
        </>
      }
    >
      <Loaded data={data} lines={10}>
        {(one) => <Editor content={one} reading={data} />}
      </Loaded>
    </Page>
  );
};
