// The words of refunds, in two languages: they are loaded with their part of the page.
import { language } from '../preferences.ts';

const en = {
  title: 'Refunds',
  none: 'Nothing went back.',
  button: 'Refund',
  ask: (number: number) => `Refund money of order ${number}`,
  owed: (money: string) => `${money} is owed to the buyer`,
  what: 'What is given back?',
  whats: { owed: 'What is owed', amount: 'An amount', lines: 'What pieces are worth' },
  amount: 'Amount',
  amountHint: 'What is owed is taken first; above that the order comes to less.',
  to: 'To where?',
  ways: { payment: 'By the payment that brought it', manual: 'By hand, as noted here', credit: 'No money: a credit' },
  note: 'Note for the staff',
  reason: 'Code of the reason',
  goesBack: (money: string) => `${money} goes back`,
  credited: (money: string) => `The order comes to ${money} less`,
  after: (total: string, owed: string) => `It then comes to ${total}, of which ${owed} is still to be paid`,
  afterOwed: (total: string, owed: string) => `It then comes to ${total}, and ${owed} is still owed to the buyer`,
  said: 'The refund is recorded.',
  states: { asked: 'Asked for', pending: 'On its way', done: 'Done', failed: 'Failed' },
  origins: { shop: '', provider: 'made at the provider', dispute: 'disputed by the buyer' },
  again: (date: string) => `The provider is asked again at ${date}.`,
  settle: 'What became of it?',
  settleHint: 'The provider says no more about it. Look there before you say what happened.',
  settled: 'It is noted.',
};

const de: typeof en = {
  title: 'Erstattungen',
  none: 'Nichts ging zurück.',
  button: 'Erstatten',
  ask: (number) => `Geld der Bestellung ${number} erstatten`,
  owed: (money) => `${money} steht dem Käufer zu`,
  what: 'Was wird erstattet?',
  whats: { owed: 'Was ihm zusteht', amount: 'Ein Betrag', lines: 'Der Wert von Stücken' },
  amount: 'Betrag',
  amountHint: 'Was ihm zusteht, zählt zuerst; darüber hinaus wird die Bestellung billiger.',
  to: 'Wohin?',
  ways: {
    payment: 'Über die Zahlung, mit der es kam',
    manual: 'Von Hand, hier vermerkt',
    credit: 'Kein Geld: eine Gutschrift',
  },
  note: 'Notiz für Mitarbeiter',
  reason: 'Code des Grundes',
  goesBack: (money) => `${money} geht zurück`,
  credited: (money) => `Die Bestellung wird ${money} billiger`,
  after: (total, owed) => `Sie kostet dann ${total}, davon sind ${owed} noch zu zahlen`,
  afterOwed: (total, owed) => `Sie kostet dann ${total}, und ${owed} stehen dem Käufer noch zu`,
  said: 'Die Erstattung ist festgehalten.',
  states: { asked: 'Angefragt', pending: 'Unterwegs', done: 'Erledigt', failed: 'Gescheitert' },
  origins: { shop: '', provider: 'beim Anbieter gemacht', dispute: 'vom Käufer angefochten' },
  again: (date) => `Der Anbieter wird um ${date} wieder gefragt.`,
  settle: 'Was wurde daraus?',
  settleHint: 'Der Anbieter sagt nichts mehr dazu. Sehen Sie dort nach, bevor Sie es festhalten.',
  settled: 'Es ist vermerkt.',
};

/** In the language that is chosen now. */
export const refundTexts = (): typeof en => ({ en, de })[language.value];
