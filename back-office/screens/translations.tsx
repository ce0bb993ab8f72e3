// What is not translated yet: texts that another language of the shop has, by language.
import { languageName } from '../countries.ts';
import { Card } from '../parts/page.tsx';
import { t } from '../texts/texts.ts';
import { savedText } from './product-draft.ts';
import type { FieldId } from './product-draft.ts';
import { TEXT_KINDS, kindOf } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';

interface Missing {
  readonly language: string;
  readonly labels: readonly string[];
  /** Number of texts that some language has. */
  readonly all: number;
}

/** By language, in the order of the shop; what is typed counts. */
const missingIn = ({ product, draft }: Pick<Editing, 'product' | 'draft'>): readonly Missing[] => {
  const { languages, definition } = product;
  const textIn = (id: FieldId): string => draft[id] ?? savedText(product, id);
  const attributes = Object.values(definition?.attributes ?? {})
    .filter(({ type }) => TEXT_KINDS.has(kindOf(type) ?? 'number'))
    .map(({ name, label }) => ({ name, label: label === '' ? name : label }))
    .filter(({ name }) => languages.some((code) => textIn(`attributes/${code}/${name}`) !== ''));
  return languages.map((language) => ({
    language,
    labels: attributes.filter(({ name }) => textIn(`attributes/${language}/${name}`) === '').map(({ label }) => label),
    all: attributes.length,
  }));
};

export const Translations = ({ editing }: { readonly editing: Editing }) => {
  const texts = t().contents.translations;
  const missing = missingIn(editing);
  if (missing.length < 2 || missing[0]!.all === 0) return null;
  return (
    <Card title={texts.title}>
      <ul class="list">
        {missing.map(({ language, labels, all }) => (
          <li key={language}>
            <span class="grow">{languageName(language)}</span>
            <span class={labels.length === 0 ? 'quiet-text' : 'warn-text'}>
              {labels.length === 0 ? texts.whole(all) : texts.missing(labels.join(', '))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
