// Deutsche Texte zu Lagerartikeln und zu dem, woraus Produkte bestehen.
import type { warehouse as en } from './en-warehouse.ts';

export const warehouse: typeof en = {
  make: 'Neuer Lagerartikel',
  makeGo: 'Anlegen',
  made: (name) => `${name} ist angelegt. Als Nächstes lagern Sie Stücke davon ein.`,
  name: 'Name',
  nameHint: 'Was im Regal liegt, etwa „Schraube M8“.',
  number: 'Artikelnummer',
  numberHint: 'Mit ihr wird eingelagert, entnommen und an Produkte gebunden. Kein anderer darf sie haben.',
  class: 'Klasse',
  edit: 'Ändern',
  editTitle: (name) => `Ändern: ${name}`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  remove: 'Löschen',
  removeTitle: (name) => `Löschen: ${name}`,
  removeWill: [
    'Der Lagerartikel verschwindet samt seinen Texten und kommt nicht zurück. Seine Bewegungen bleiben verzeichnet.',
    'Abgelehnt wird das, solange Stücke da sind, Produkte daraus bestehen oder offene Bestellungen davon entnommen haben.',
  ],
  removed: (name) => `${name} ist gelöscht.`,
  parts: 'Besteht aus',
  noParts: 'Dieses Produkt hat eigenen Bestand. Mit einem Teil wird es aus den Stücken des Lagers verkauft.',
  goesInto: 'Steckt in',
  goesNowhere: 'Kein Produkt besteht daraus.',
  part: 'Teil',
  product: 'Produkt',
  perProduct: 'Stück je Produkt',
  add: 'Teil hinzufügen',
  addTitle: (name) => `Teil hinzufügen: ${name}`,
  addWill: 'Ab jetzt ist das Produkt so oft verkäuflich, wie sein knappstes Teil reicht, und sein Bestand zählt.',
  added: (number) => `${number} ist jetzt ein Teil.`,
  take: 'Entfernen',
  takeTitle: (number) => `Teil ${number} entfernen`,
  takeWill: (isLast) =>
    isLast
      ? 'Es ist das einzige Teil: Das Produkt hat wieder eigenen Bestand.'
      : 'Das Produkt ist so oft verkäuflich, wie seine anderen Teile reichen.',
  taken: (number) => `${number} ist kein Teil mehr.`,
  more: 'Mehr zeigen',
};
