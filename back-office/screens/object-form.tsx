// The form of a product or a content, of one that is there and of a new one: its cards in one order.
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { AttributeFields, SeoFields } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';
import { General, RecordName } from './product-general.tsx';
import { PictureCard } from './product-pictures.tsx';
import { Translations } from './translations.tsx';

interface ObjectFormProps {
  readonly editing: Editing;
  /** Undefined: nothing can be sent now. */
  readonly onSubmit: (() => void) | undefined;
  /** Above the fields. */
  readonly first?: ComponentChildren;
  /** Below texts, prices and pictures. */
  readonly variations?: ComponentChildren;
  /** Further fields of the article. */
  readonly more?: ComponentChildren;
  readonly side: ComponentChildren;
  readonly bar: ComponentChildren;
}

export const ObjectForm = ({ editing, onSubmit, first, variations, more, side, bar }: ObjectFormProps) => {
  const texts = t().products;
  const isProduct = editing.product.own.type === 'product';
  // A content without prices or pictures has no card for them.
  const none = (text: string): string | undefined => (isProduct ? text : undefined);
  return (
    <form
      class="editor"
      noValidate
      onSubmit={(event) => {
        // A dialog that was opened from here has a form of its own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <div class="order-columns">
        <div class="main-column">
          {first}
          <AttributeFields
            editing={editing}
            title={texts.texts}
            kinds={['line', 'text', 'html', 'flag', 'date']}
            none={isProduct ? texts.noFields : t().contents.noFields}
          />
          <AttributeFields
            editing={editing}
            title={isProduct ? texts.prices : t().contents.figures}
            kinds={['number']}
            none={none(texts.noFields)}
          />
          <PictureCard editing={editing} none={none(texts.noImages)} />
          {variations}
          {isProduct ? <General editing={editing} more={more} /> : <RecordName editing={editing} />}
          <SeoFields editing={editing} />
        </div>
        <div class="side-column">
          {side}
          <Translations editing={editing} />
        </div>
      </div>
      {bar}
    </form>
  );
};
