// The words of what a category finds by itself, in two languages: they are loaded with their part of the page.
import { language } from '../preferences.ts';

const en = {
  title: 'Products that it finds by itself',
  hint: 'Products that meet all of it are in the category besides those put into it, and come after them.',
  foreign: 'A program has said which products are in it besides those put into it. This page cannot show that.',
  field: 'Field',
  fieldHint: 'An attribute such as colour, or a field of searches such as main.class.',
  comparison: 'Comparison',
  comparisons: { '=': 'is', '!=': 'is not', '>=': 'is at least', '<=': 'is at most', LIKE: 'contains' },
  value: 'Value',
  valueHint: 'Several, of which one has to be it, with commas between.',
  add: 'Add a condition',
  drop: 'Take out',
  dropOne: (field: string) => `Take out the condition on ${field}`,
  dropAll: 'Find no products',
  finds: (number: number, shown: string) =>
    number === 1 ? 'Now it finds one product.' : `Now it finds ${shown} products.`,
};

const de: typeof en = {
  title: 'Produkte, die sie selbst findet',
  hint: 'Produkte, auf die alles zutrifft, sind zusätzlich in der Kategorie und stehen nach den eingeordneten.',
  foreign: 'Ein Programm hat festgelegt, welche Produkte zusätzlich in ihr sind. Diese Seite kann das nicht zeigen.',
  field: 'Feld',
  fieldHint: 'Ein Attribut wie colour oder ein Feld der Suche wie main.class.',
  comparison: 'Vergleich',
  comparisons: { '=': 'ist', '!=': 'ist nicht', '>=': 'ist mindestens', '<=': 'ist höchstens', LIKE: 'enthält' },
  value: 'Wert',
  valueHint: 'Mehrere, von denen einer zutreffen muss, mit Kommas dazwischen.',
  add: 'Bedingung hinzufügen',
  drop: 'Entfernen',
  dropOne: (field) => `Bedingung zu ${field} entfernen`,
  dropAll: 'Keine Produkte finden',
  finds: (number, shown) => (number === 1 ? 'Jetzt findet sie ein Produkt.' : `Jetzt findet sie ${shown} Produkte.`),
};

/** In the language that is chosen now. */
export const fillingTexts = (): typeof en => ({ en, de })[language.value];
