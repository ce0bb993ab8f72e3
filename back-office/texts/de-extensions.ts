// German texts of extensions.
import type { extensions as en } from './en-extensions.ts';

export const extensions: typeof en = {
  hint: 'Eigene Logik des Shops: Module, die der Server nach Preisen, Prüfungen, Zahlungen und Mails fragt.',
  nothing: 'Die Einstellung extensions nennt keine.',
  name: 'Erweiterung',
  state: 'Zustand',
  states: {
    waiting: 'hier nicht geladen: ein anderer Server entscheidet',
    starting: 'wird geladen',
    running: 'arbeitet',
    resting: 'ruht nach Fehlern',
    failed: 'nicht geladen',
  },
  points: 'Gefragt nach',
  onFailure: (what) => `Bei Fehlern: ${what}`,
  failing: {
    refuse: 'der Aufruf wird abgelehnt',
    skip: 'der Shop macht weiter',
    delivery_price: 'die Lieferart ist nicht zu haben',
    message: 'die Mail geht nach ihrer Vorlage',
    after: 'es wird noch einmal gesagt',
  },
  calls: 'Fragen',
  failures: 'Fehler',
  restarts: 'Neustarts',
  p99: 'p99',
  lastError: 'Letzter Fehler',
  reload: 'Neu laden',
  reloadAll: 'Alle neu laden',
  reloaded: (name) => `${name} ist neu geladen.`,
  notReloaded: (name, why) => `${name}: ${why}`,
};
