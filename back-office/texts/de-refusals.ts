// Was Ablehnungen einem Menschen sagen.
import { accountRefusals } from './de-account.ts';
import type { refusals as en } from './en-refusals.ts';

export const refusals: typeof en = {
  ...accountRefusals,
  UNANSWERED:
    'Der Server hat nicht geantwortet, und nichts wird mehr gesendet. Hat er es noch empfangen, kann es ausgeführt ' +
    'worden sein: vor einem neuen Versuch nachsehen.',
  PERMISSION_DENIED: 'Dieses Konto darf das nicht. Die Administration darf es.',
  CHANGED_MEANWHILE: 'Jemand anderes hat das inzwischen geändert. Bitte erst ansehen, dann noch einmal versuchen.',
  GROUP_IN_USE: 'Eine Preisliste nennt diese Gruppe. Beenden oder ändern Sie zuerst die Liste.',
  GROUP_NOT_FOUND: 'Diese Gruppe gibt es nicht mehr.',
  GROUP_NAME_ALREADY_IN_USE: 'Eine andere Gruppe heißt so.',
  GROUP_NAME_NOT_VALID: 'Der Name einer Gruppe hat 1 bis 64 Zeichen.',
  PRICE_LIST_NAME_ALREADY_IN_USE: 'Eine andere Preisliste heißt so.',
  PRICE_LIST_NOT_FOUND: 'Diese Preisliste gibt es nicht.',
  PRICE_LIST_ENDED: 'Diese Preisliste ist beendet. Eine beendete Liste wird nicht mehr geändert.',
  RETURN_NOT_FOUND: 'Es gibt keine Rücksendung mit dieser Nummer.',
  ORDER_NOT_FOUND: 'Eine Bestellung mit dieser Nummer gibt es nicht.',
  INTERNAL_ERROR: 'Im Server ging etwas schief; nichts wurde geändert. Sein Protokoll sagt mehr.',
  IMAGES_FULL: 'Die Bilder belegen so viel Platz, wie sie dürfen. Nicht mehr gezeigte löschen oder imagesMb erhöhen.',
  DISK_FULL: 'Die Festplatte des Servers ist fast voll. Erst mit neuem Platz lässt sich wieder etwas ändern.',
  STORE_READ_ONLY: 'Die Festplatte des Servers nimmt keine Änderungen an. Alles ist lesbar, nichts änderbar.',
  SEARCH_WARMING_UP: 'Die Suche macht sich nach einem Start noch bereit. Bitte gleich noch einmal versuchen.',
  CONSTRAINT_INVALID: 'Nach diesen Wörtern kann nicht gesucht werden.',
};
