// The pictures of a product or a content: their order, what each shows, by language, and the point that stays in sight.
import { languageName } from '../countries.ts';
import { Icon } from '../parts/icon.tsx';
import { carry } from '../parts/dragging.ts';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { PictureFocus } from './picture-focus.tsx';
import { withItsPoint } from './picture-point.ts';
import { PICTURE_PARTS, inheritedText, savedText } from './product-draft.ts';
import type { FieldId, Product } from './product-draft.ts';
import { ByLanguage, OneField, mayType } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';

interface Picture {
  readonly name: string;
  readonly label: string;
}

const picturesOf = ({ definition }: Pick<Product, 'definition'>): readonly Picture[] =>
  Object.values(definition?.attributes ?? {})
    .filter(({ type }) => type === 'IMG')
    .map(({ name, label }) => ({ name, label: label === '' ? name : label }));

type Group = (typeof PICTURE_PARTS)[number];

/** What a field holds; a picture with words or a point in a language is that language's, although another gave it. */
const heldIn = ({ product, draft }: Editing, group: Group, place: string): string => {
  const textIn = (of: Group): string =>
    draft[`${of}/${place}` as FieldId] ?? savedText(product, `${of}/${place}` as FieldId);
  const own = textIn(group);
  return own === '' && group === 'attributes' && textIn('alt') + textIn('focus') !== ''
    ? inheritedText(product, `attributes/${place}` as FieldId)
    : own;
};

/** Two pictures change places, in every language, with what they show. */
const swap = (editing: Editing, one: string, other: string): void => {
  const moves = editing.product.languages.flatMap((code) =>
    PICTURE_PARTS.flatMap((group) => {
      const places = [`${code}/${one}`, `${code}/${other}`] as const;
      const [before, after] = [heldIn(editing, group, places[0]), heldIn(editing, group, places[1])];
      if (before === after) return [];
      return [
        [`${group}/${places[0]}`, after],
        [`${group}/${places[1]}`, before],
      ] as [FieldId, string][];
    }),
  );
  for (const [id, text] of moves) editing.type(id, text);
};

/** What a picture shows is asked for where there is one. */
const Words = ({ editing, picture: { name, label } }: { readonly editing: Editing; readonly picture: Picture }) => {
  const { product, draft } = editing;
  const texts = t().products.pictures;
  const isThere = product.languages.some((code) => {
    const id: FieldId = `attributes/${code}/${name}`;
    return (draft[id] ?? (savedText(product, id) || inheritedText(product, id))) !== '';
  });
  if (!isThere) return null;
  return (
    <div class="two">
      {product.languages.map((code, at) => (
        <OneField
          key={code}
          editing={editing}
          id={`alt/${code}/${name}`}
          label={texts.alt(label, languageName(code))}
          hint={at === 0 ? texts.altHint : undefined}
          kind="line"
        />
      ))}
    </div>
  );
};

/** The picture that is dragged; browsers show it only when it is dropped. */
let dragged = '';

export const PictureCard = ({ editing, none }: { readonly editing: Editing; readonly none: string | undefined }) => {
  const texts = t().products.pictures;
  const [over, setOver] = useState('');
  const pictures = picturesOf(editing.product);
  if (pictures.length === 0)
    return none === undefined ? null : (
      <Card title={t().products.images}>
        <Empty>{none}</Empty>
      </Card>
    );
  const mover = (picture: Picture, target: Picture | undefined, icon: 'up' | 'down', label: string) => (
    <button
      type="button"
      class="plain"
      aria-label={label}
      title={label}
      // It stays in the order of the Tab key, so that the focus is not lost by using it.
      aria-disabled={target === undefined}
      onClick={() => {
        if (target !== undefined) swap(editing, picture.name, target.name);
      }}
    >
      <Icon name={icon} size={16} />
    </button>
  );
  return (
    <Card title={t().products.images}>
      <div class="card-body fields">
        {pictures.map((picture, at) => (
          <div
            key={picture.name}
            class={over === picture.name ? 'picture-field over' : 'picture-field'}
            onDragOver={(event) => {
              if (dragged === '' || dragged === picture.name) return;
              event.preventDefault();
              setOver(picture.name);
            }}
            onDragLeave={() => setOver('')}
            onDrop={(event) => {
              setOver('');
              if (dragged === '' || dragged === picture.name) return;
              event.preventDefault();
              event.stopPropagation();
              swap(editing, dragged, picture.name);
            }}
          >
            {pictures.length > 1 && mayType(editing) && (
              <div class="picture-tools">
                <span
                  class="handle"
                  draggable
                  title={texts.drag}
                  onDragStart={(event) => {
                    carry(event, picture.name);
                    dragged = picture.name;
                  }}
                  onDragEnd={() => (dragged = '')}
                >
                  <Icon name="menu" size={16} />
                </span>
                {mover(picture, pictures[at - 1], 'up', texts.earlier(picture.label))}
                {mover(picture, pictures[at + 1], 'down', texts.later(picture.label))}
              </div>
            )}
            <ByLanguage
              editing={withItsPoint(editing)}
              group="attributes"
              name={picture.name}
              label={picture.label}
              kind="image"
            />
            <Words editing={editing} picture={picture} />
            <PictureFocus editing={editing} picture={picture} />
          </div>
        ))}
      </div>
    </Card>
  );
};
