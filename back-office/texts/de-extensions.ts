// German texts of extensions.
import type { extensions as en } from './en-extensions.ts';

export const extensions: typeof en = {
  hint: 'Eigene Logik des Shops: Module, die der Server nach Preisen, Prüfungen, Zahlungen und Mails fragt.',
  nothing: 'Die Einstellung extensions nennt keine.',
  name: 'Erweiterung',
  version: 'Version',
  state: 'Zustand',
  states: {
    waiting: 'hier nicht geladen: ein anderer Server entscheidet',
    starting: 'wird geladen',
    running: 'arbeitet',
    resting: 'ruht nach Fehlern',
    failed: 'nicht geladen',
  },
  points: 'Gefragt nach',
  onFailure: 'Bei Fehlern',
  failing: { refuse: 'der Aufruf wird abgelehnt', skip: 'der Shop macht weiter' },
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
