// German texts of the words of searches.
import type { search as en } from './en-search.ts';

export const search: typeof en = {
  words: 'Wörter',
  how: 'Was Kunden tippen, und wie der Shop es nennt. Die nächste Suche folgt dem, was gespeichert ist.',
  language: 'Sprache',
  parts: {
    synonyms: 'Synonyme',
    pinned: 'Produkte, die zuerst kommen',
    redirects: 'Führt auf eine Seite',
    ignored: 'Übergangene Wörter',
  },
  hints: {
    synonyms:
      'Ein Eintrag je Zeile: „Couch, Sofa“ findet in beide Richtungen, „Jeans > Denimhose“ in eine. ' +
      'Was ein Komma enthält, steht in geraden Anführungszeichen: "1,5 l".',
    pinned: 'Eine Suche je Zeile, mit Nummern von Produkten: „Sofa: 812, 77“.',
    redirects: 'Eine Suche je Zeile, mit einer Adresse: „Gutschein: /gutscheine“.',
    ignored: 'Mit Kommas dazwischen: „der, die, für“.',
  },
  wrongLine: (line) => `Zeile ${line} ist nicht lesbar.`,
  save: 'Speichern',
  saved: 'Die Wörter sind gespeichert.',
  unsaved: 'Es gibt Änderungen, die nicht gespeichert sind.',
  drop: 'Änderungen verwerfen',
  vain: 'Ohne Treffer',
  asked: 'Am meisten gesucht',
  days: 'Die letzten sieben Tage.',
  nothing: 'Niemand hat etwas gesucht.',
  nothingVain: 'Jede Suche hat etwas gefunden.',
  text: 'Text',
  times: 'Suchen',
  hits: 'Treffer',
  clicked: 'Geöffnet',
  ordered: 'Bestellt',
  synonym: 'Synonym',
  synonymOf: (text) => `Synonym für ${text}`,
};
