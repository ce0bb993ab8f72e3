// German texts of the templates of documents.
import type { templates as en } from './en-templates.ts';

export const templates: typeof en = {
  title: 'Vorlagen der Belege',
  open: 'Vorlagen der Belege',
  how:
    'Wie Belege als HTML aussehen, in der Sprache Liquid. Ein PDF hat eine eigene Gestaltung, die keine Vorlage ändert. ' +
    'Was gespeichert ist, gilt für Belege, die danach entstehen; eine ausgestellte Rechnung bleibt, wie sie ist.',
  list: 'Vorlage',
  names: {
    invoice: 'Rechnung',
    order_confirmation: 'Bestellbestätigung',
    cancellation_invoice: 'Stornorechnung',
    packing_slips: 'Packzettel',
    pick_list: 'Pickliste',
    head: 'Teil: Anschriften und Angaben',
    positions: 'Teil: Positionen und Summen',
    foot: 'Teil: Fuß',
    style: 'Teil: Gestaltung',
    credit_note: 'Rechnungskorrektur',
  },
  sources: {
    built_in: 'Eingebaut',
    directory: 'Aus dem Verzeichnis des Servers',
    shop: 'Eigene des Shops',
  },
  text: 'Text der Vorlage',
  unsaved: 'Das ist noch nicht gespeichert.',
  save: 'Vorlage speichern',
  saved: 'Die Vorlage wurde gespeichert.',
  drop: 'Eingabe verwerfen',
  back: 'Zurück zum Text davor',
  backTitle: (name) => `Zurück zum Text davor: ${name}`,
  backWill: [
    'Der eigene Text des Shops ist weg. Es gilt wieder der des Servers: aus seinem Verzeichnis, oder der eingebaute.',
    'Der Verlauf zeigt den Text weiterhin.',
  ],
  backDone: 'Es gilt wieder der Text des Servers.',
  preview: 'Vorschau',
  order: 'Nummer der Bestellung',
  orderHint: 'Leer: eine erdachte Bestellung. Nichts wird ausgestellt, und nichts wird geändert.',
  show: 'Vorschau zeigen',
};
