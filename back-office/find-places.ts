// Finds pages of the back office and settings of the shop by their names in the reader's language: those that are open
// to the person, and nothing that must be asked for.
import { may } from './api/rights.ts';
import type { Right } from './api/rights.ts';
import { hrefOf } from './routes.ts';
import { SCREENS, lackedBy } from './screens.tsx';
import { SECTION_PARAMS } from './screens/shop-sections.ts';
import type { ShopSection } from './screens/shop-sections.ts';
import { t } from './texts/texts.ts';

export interface FoundPlace {
  readonly kind: 'pages' | 'settings';
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly note: string;
}

const EACH = 4;
const isOpen = (name: string): boolean => {
  const screen = SCREENS.find((one) => one.name === name);
  return screen !== undefined && lackedBy(screen).length === 0;
};

/** Pages below a screen that have an address of their own. */
const below = (): readonly (readonly [screen: string, id: string, title: string, needs: readonly Right[]])[] => [
  ['orders', 'drafts', t().drafts.list, ['get_drafts']],
  ['orders', 'new', t().drafts.make, ['create_draft', 'continue_draft']],
  ['orders', 'past', t().find.kinds.pastOrders, ['search_past_orders']],
  ['customers', 'groups', t().customerGroups.list, ['get_groups']],
  ['products', 'new', t().products.make, ['create_product']],
  ['stock', 'count', t().lists.stockCount, ['inventory_place']],
];

const pages = (): readonly FoundPlace[] => [
  ...SCREENS.filter(({ name }) => isOpen(name)).map(({ name, key }) => ({
    kind: 'pages' as const,
    id: name,
    href: hrefOf(name),
    title: t().screens[name],
    note: `g ${key}`,
  })),
  ...below()
    .filter(([screen, , , needs]) => isOpen(screen) && needs.every((right) => may(right)))
    .map(([screen, id, title]) => ({
      kind: 'pages' as const,
      id: `${screen}/${id}`,
      href: hrefOf(screen, id),
      title,
      note: '',
    })),
];

const settings = (): readonly FoundPlace[] => {
  if (!isOpen('shop')) return [];
  const { sections, fields } = t().shop;
  return (Object.keys(SECTION_PARAMS) as ShopSection[]).flatMap((section) => {
    const href = hrefOf('shop', '', { section });
    const place = { kind: 'settings' as const, href, note: t().screens.shop };
    const own = SECTION_PARAMS[section].map((param) => ({
      ...place,
      id: param,
      title: fields[param],
      note: sections[section],
    }));
    return [
      { ...place, id: section, title: sections[section] },
      ...own.filter(({ title }) => title !== sections[section]),
    ];
  });
};

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s/,.:;()-]+/)
    .filter((one) => one !== '');

/** Every word that was typed begins one of the name. */
const fits = (title: string, typed: readonly string[]): boolean => {
  const words = wordsIn(title);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
};

export const findPlaces = (words: string): readonly FoundPlace[] => {
  const typed = wordsIn(words);
  // One letter begins a word of nearly every name.
  if (typed.length === 0 || typed.join('').length < 2) return [];
  return [pages(), settings()].flatMap((places) => places.filter(({ title }) => fits(title, typed)).slice(0, EACH));
};
