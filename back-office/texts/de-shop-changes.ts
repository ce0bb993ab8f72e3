// German texts of what changes of the shop's settings mean, and of values that a setting chooses from.
import type { shopChanges as english } from './en-shop-changes.ts';

export const shopChanges: typeof english = {
  consequences: {
    country: ['Warenkörbe behalten die Sätze ihrer Zeilen; Produkte zeigen die neuen sofort.'],
    time_zone: ['Tage, die Berichte gezählt haben, bleiben; der nächste beginnt um Mitternacht der neuen Zone.'],
    language: ['Texte bleiben: Ein Produkt ohne Text in der neuen Sprache zeigt den, den es hat.'],
    languages: ['Texte in einer Sprache, die fehlt, bleiben, wo sie sind.'],
    second_factor_roles: [
      'Wer eine solche Rolle und keinen zweiten Faktor hat, kann ab dem nächsten Klick nur einen einrichten.',
    ],
    order_id_first: ['Entwürfe, die eine Nummer zeigen, behalten sie; Nummern dazwischen werden nie vergeben.'],
    invoice_number_first: ['Ausgestellte Rechnungen behalten ihre; Nummern dazwischen werden nie vergeben.'],
    invoice_per: ['Aufgegebene Bestellungen behalten, womit sie aufgegeben wurden.'],
    session_ttl_ms: ['Für offene Warenkörbe und Anmeldungen gilt es ab der nächsten Benutzung.'],
  },
  invoicePer: { order: 'jede Bestellung', parcel: 'jedes Paket einer Bestellung' },
};
