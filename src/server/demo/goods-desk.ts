// Goods for the desk. The first five are those that the README and the tests of it buy.
import { written } from './goods.ts';

export const DESK = written([
  {
    facts: { key: 'walnut-desk', kind: 'desk', leaf: 'tables', price: 489, weight: 31, pieces: 12 },
    look: { colour: 'walnut', favourite: true, madeToOrder: true },
    en: {
      name: 'Walnut desk',
      summary: 'Solid walnut, oiled, 140 × 70 cm.',
      text: ['A desk that ages with its owner.', 'One drawer, one hole for a cable, and nothing else in the way.'],
      material: 'Walnut, oiled',
    },
    de: {
      name: 'Schreibtisch aus Nussbaum',
      summary: 'Massiver Nussbaum, geölt, 140 × 70 cm.',
      text: ['Ein Tisch, der mit seinem Menschen älter wird.', 'Eine Schublade, ein Loch für Kabel, sonst nichts.'],
      material: 'Nussbaum, geölt',
    },
  },
  {
    facts: { key: 'reading-lamp', kind: 'lamp', leaf: 'lamps', price: 119.9, weight: 2.1, pieces: 40 },
    look: { colour: 'brass', favourite: true },
    en: {
      name: 'Reading lamp',
      summary: 'Brass, dimmable, with a linen shade.',
      text: ['It lights the page and leaves the room in peace.', 'The dimmer is a brass wheel under the thumb.'],
      material: 'Brass and linen',
    },
    de: {
      name: 'Leselampe',
      summary: 'Messing, dimmbar, mit einem Schirm aus Leinen.',
      text: ['Sie macht die Seite hell und lässt den Raum in Ruhe.', 'Gedimmt wird mit einem Rad aus Messing.'],
      material: 'Messing und Leinen',
    },
  },
  {
    facts: { key: 'desk-mat', kind: 'mat', leaf: 'trays', price: 34.5, weight: 0.4, pieces: 200 },
    look: { colour: 'graphite', colours: ['graphite', 'moss', 'rust'], favourite: true },
    en: {
      name: 'Desk mat',
      summary: 'Wool felt, 80 × 40 cm.',
      text: ['A quiet place for the keyboard and a warm one for the wrists.', 'Crumbs are shaken off by the window.'],
      material: 'Wool felt',
    },
    de: {
      name: 'Schreibunterlage',
      summary: 'Wollfilz, 80 × 40 cm.',
      text: ['Ein leiser Platz für die Tastatur, ein warmer für die Hände.', 'Krümel schüttelt man am Fenster aus.'],
      material: 'Wollfilz',
    },
  },
  {
    facts: { key: 'fountain-pen', kind: 'pen', leaf: 'pens', price: 79, weight: 0.03, pieces: 60 },
    look: { colour: 'night', sizes: [['F'], ['M'], ['B']], favourite: true },
    en: {
      name: 'Fountain pen',
      summary: 'Piston filler with a steel nib.',
      text: ['Holds a week of letters in one filling.', 'The nib is ground by hand: fine, medium or broad.'],
      material: 'Resin and steel',
    },
    de: {
      name: 'Füllfederhalter',
      summary: 'Kolbenfüller mit einer Feder aus Stahl.',
      text: ['Eine Füllung reicht für eine Woche Briefe.', 'Die Feder ist von Hand geschliffen: fein, mittel, breit.'],
      material: 'Harz und Stahl',
    },
  },
  {
    facts: { key: 'notebook', kind: 'book', leaf: 'paper', price: 17.95, weight: 0.32, pieces: 500 },
    look: { colour: 'rust', colours: ['rust', 'moss', 'night', 'sand'], favourite: true },
    en: {
      name: 'Notebook',
      summary: '192 dotted pages, thread-bound.',
      text: [
        'It lies flat from the first page to the last.',
        'Paper that ink stays on top of, and a ribbon to return.',
      ],
      material: 'Paper and linen',
    },
    de: {
      name: 'Notizbuch',
      summary: '192 Seiten mit Punktraster, fadengeheftet.',
      text: [
        'Es liegt flach, von der ersten bis zur letzten Seite.',
        'Tinte bleibt stehen, ein Band merkt die Stelle.',
      ],
      material: 'Papier und Leinen',
    },
  },
  {
    facts: { key: 'standing-desk', kind: 'desk', leaf: 'tables', price: 749, weight: 42, pieces: 9 },
    look: { colour: 'oak', stored: true },
    en: {
      name: 'Lark standing desk',
      summary: 'An oak top that rises from 68 to 118 cm by hand.',
      text: ['A crank, no motor: up in twenty turns, and nobody on the phone hears it.', 'Carries 80 kg.'],
      material: 'Oak and steel',
    },
    de: {
      name: 'Stehtisch Lerche',
      summary: 'Eine Platte aus Eiche, von Hand von 68 auf 118 cm.',
      text: ['Eine Kurbel statt eines Motors: zwanzigmal drehen, und am Telefon hört es keiner.', 'Trägt 80 kg.'],
      material: 'Eiche und Stahl',
    },
  },
  {
    facts: { key: 'trestle-table', kind: 'trestle', leaf: 'tables', price: 329, weight: 24, pieces: 14 },
    look: { colour: 'birch', stored: true },
    en: {
      name: 'Birch trestle table',
      summary: 'One top, two trestles, no screw.',
      text: [
        'Put up in a minute for a plan, a dinner or a model railway.',
        'Leans behind a door for the rest of the week.',
      ],
      material: 'Birch plywood',
    },
    de: {
      name: 'Bocktisch aus Birke',
      summary: 'Eine Platte, zwei Böcke, keine Schraube.',
      text: ['In einer Minute steht er: für Pläne, Gäste oder die Eisenbahn.', 'Danach lehnt er hinter der Tür.'],
      material: 'Birkensperrholz',
    },
  },
  {
    facts: { key: 'swing-stool', kind: 'stool', leaf: 'seats', price: 189, weight: 5.4, pieces: 11 },
    look: { colour: 'moss', colours: ['moss', 'rust', 'graphite'], stored: true },
    en: {
      name: 'Swing stool',
      summary: 'A felt seat on a foot that gives way a little.',
      text: ['Sitting still is the hard part; this stool does not ask for it.', 'For backs that like to think along.'],
      material: 'Ash and wool felt',
    },
    de: {
      name: 'Schaukelhocker',
      summary: 'Ein Sitz aus Filz auf einem Fuß, der etwas nachgibt.',
      text: ['Stillsitzen ist das Schwerste, dieser Hocker verlangt es nicht.', 'Für Rücken, die gern mitdenken.'],
      material: 'Esche und Wollfilz',
    },
  },
  {
    facts: { key: 'linden-chair', kind: 'chair', leaf: 'seats', price: 269, weight: 6.2, pieces: 16 },
    look: { colour: 'oak', colours: ['oak', 'graphite'], stored: true },
    en: {
      name: 'Linden chair',
      summary: 'A bent back, a woven seat, four honest legs.',
      text: ['Made for the length of an evening.', 'The seat of paper cord can be woven anew after twenty years.'],
      material: 'Linden wood and paper cord',
    },
    de: {
      name: 'Lindenstuhl',
      summary: 'Gebogene Lehne, geflochtener Sitz, vier ehrliche Beine.',
      text: ['Gemacht für die Länge eines Abends.', 'Der Sitz lässt sich nach zwanzig Jahren neu flechten.'],
      material: 'Lindenholz und Papiergarn',
    },
  },
  {
    facts: { key: 'letter-shelf', kind: 'shelf', leaf: 'seats', price: 98, weight: 4.8, pieces: 22 },
    look: { colour: 'walnut' },
    en: {
      name: 'Letter shelf',
      summary: 'Three boards for post that is still to be answered.',
      text: ['Hangs on two screws above the desk.', 'The lowest board has a rail, so that postcards stand.'],
      material: 'Walnut',
    },
    de: {
      name: 'Briefregal',
      summary: 'Drei Bretter für Post, die noch Antwort braucht.',
      text: ['Es hängt an zwei Schrauben über dem Tisch.', 'Das unterste Brett hat eine Leiste, damit Karten stehen.'],
      material: 'Nussbaum',
    },
  },
  {
    facts: { key: 'ink', kind: 'inkwell', leaf: 'pens', price: 12.8, weight: 0.16, pieces: 90 },
    look: { colour: 'night', colours: ['night', 'moss', 'oxblood', 'sepia'] },
    en: {
      name: 'Ink, 50 ml',
      summary: 'Four colours for letters, lists and marginal notes.',
      text: ['Flows evenly, dries in the time of a sigh, and washes out of a cuff.', 'In a bottle that does not tip.'],
      material: 'Water and dye',
    },
    de: {
      name: 'Tinte, 50 ml',
      summary: 'Vier Farben für Briefe, Listen und Randnotizen.',
      text: ['Sie fließt gleichmäßig, trocknet rasch und geht aus Manschetten heraus.', 'Die Flasche kippt nicht.'],
      material: 'Wasser und Farbstoff',
    },
  },
  {
    facts: { key: 'cedar-pencils', kind: 'pencils', leaf: 'pens', price: 14.5, weight: 0.09, pieces: 120 },
    look: { colour: 'honey' },
    en: {
      name: 'Twelve cedar pencils',
      summary: 'HB, unpainted, in a box that smells of a workshop.',
      text: ['Sharpen one and the room is an atelier.', 'The box becomes a rest for the pen.'],
      material: 'Cedar and graphite',
    },
    de: {
      name: 'Zwölf Bleistifte aus Zeder',
      summary: 'HB, unlackiert, in einer Schachtel, die nach Werkstatt riecht.',
      text: ['Einer wird gespitzt, und das Zimmer ist ein Atelier.', 'Die Schachtel dient danach als Ablage.'],
      material: 'Zeder und Graphit',
    },
  },
  {
    facts: { key: 'brass-ballpoint', kind: 'pen', leaf: 'pens', price: 42, weight: 0.04, pieces: 75 },
    look: { colour: 'brass' },
    en: {
      name: 'Brass ballpoint',
      summary: 'Heavy enough not to be lent by accident.',
      text: ['Bare brass that darkens where the fingers hold it.', 'Takes the refill that every stationer has.'],
      material: 'Brass',
    },
    de: {
      name: 'Kugelschreiber aus Messing',
      summary: 'So schwer, dass ihn keiner aus Versehen einsteckt.',
      text: ['Blankes Messing, das dort dunkler wird, wo man es hält.', 'Die Mine gibt es in jedem Schreibwarenladen.'],
      material: 'Messing',
    },
  },
  {
    facts: { key: 'letter-paper', kind: 'envelope', leaf: 'paper', price: 22, weight: 0.45, pieces: 85 },
    look: { colour: 'cream' },
    en: {
      name: 'Letter paper',
      summary: 'Thirty sheets, thirty envelopes, one reason to write.',
      text: ['Cotton paper with a deckle edge.', 'The envelopes are lined in blue, so that nobody reads through them.'],
      material: 'Cotton paper',
    },
    de: {
      name: 'Briefpapier',
      summary: 'Dreißig Bögen, dreißig Umschläge, ein Grund zu schreiben.',
      text: ['Papier aus Baumwolle mit einem Büttenrand.', 'Die Umschläge sind blau gefüttert: Keiner liest hindurch.'],
      material: 'Baumwollpapier',
    },
  },
  {
    facts: { key: 'weekly-planner', kind: 'planner', leaf: 'paper', price: 24.9, weight: 0.38, pieces: 64 },
    look: { colour: 'sea' },
    en: {
      name: 'Weekly planner',
      summary: 'A week to a page, without dates, so that none is wasted.',
      text: ['Left the days, right a blank page for what became of them.', 'Fifty-four weeks, for slow years.'],
      material: 'Paper and cloth',
    },
    de: {
      name: 'Wochenplaner',
      summary: 'Eine Woche je Seite, ohne Datum, also geht keine verloren.',
      text: ['Links die Tage, rechts eine leere Seite für das, was daraus wurde.', '54 Wochen, für lange Jahre.'],
      material: 'Papier und Leinen',
    },
  },
  {
    facts: { key: 'atlas-of-clouds', kind: 'book', leaf: 'paper', price: 18, weight: 0.29, pieces: 48 },
    look: { colour: 'sky', taxClass: 'reduced' },
    en: {
      name: 'A pocket atlas of clouds',
      summary: 'Forty clouds, drawn, and what each of them promises.',
      text: [
        'For the walk, the balcony and the window beside the desk.',
        '128 pages; the last ten are for your own sky.',
      ],
      material: 'Book',
    },
    de: {
      name: 'Kleiner Atlas der Wolken',
      summary: 'Vierzig Wolken, gezeichnet, und was jede verspricht.',
      text: [
        'Für den Weg, den Balkon und das Fenster am Schreibtisch.',
        '128 Seiten, zehn davon für den eigenen Himmel.',
      ],
      material: 'Buch',
    },
  },
  {
    facts: { key: 'clamp-lamp', kind: 'clamplamp', leaf: 'lamps', price: 84, weight: 1.5, pieces: 26 },
    look: { colour: 'rust', colours: ['rust', 'sea', 'chalk'] },
    en: {
      name: 'Clamp lamp',
      summary: 'Two arms, three joints, light wherever a table ends.',
      text: ['Holds on to boards of up to six centimetres.', 'The shade turns once round and stays where it is put.'],
      material: 'Steel, powder-coated',
    },
    de: {
      name: 'Klemmleuchte',
      summary: 'Zwei Arme, drei Gelenke, Licht an jeder Tischkante.',
      text: ['Sie hält sich an Platten bis sechs Zentimeter.', 'Der Schirm dreht sich und bleibt, wo man ihn lässt.'],
      material: 'Stahl, pulverbeschichtet',
    },
  },
  {
    facts: { key: 'paper-pendant', kind: 'pendant', leaf: 'lamps', price: 64, weight: 0.7, pieces: 33 },
    look: { colour: 'chalk' },
    en: {
      name: 'Paper pendant',
      summary: 'A moon of folded paper for above the table.',
      text: [
        'Folded flat it comes in a letter, hung up it is half a metre wide.',
        'Warm light, without a single screw.',
      ],
      material: 'Washi paper',
    },
    de: {
      name: 'Papierleuchte',
      summary: 'Ein Mond aus gefaltetem Papier für über dem Tisch.',
      text: ['Flach kommt sie im Brief, aufgehängt misst sie einen halben Meter.', 'Warmes Licht, keine Schraube.'],
      material: 'Washi-Papier',
    },
  },
  {
    facts: { key: 'pen-tray', kind: 'tray', leaf: 'trays', price: 28, weight: 0.35, pieces: 57 },
    look: { colour: 'oak' },
    en: {
      name: 'Pen tray',
      summary: 'Four grooves and a hollow, milled from one piece of oak.',
      text: ['For what would otherwise roll off the desk.', 'The hollow is for paper clips, or for a chestnut.'],
      material: 'Oak, waxed',
    },
    de: {
      name: 'Stiftschale',
      summary: 'Vier Rillen und eine Mulde, aus einem Stück Eiche.',
      text: ['Für alles, was sonst vom Tisch rollt.', 'Die Mulde ist für Büroklammern, oder für eine Kastanie.'],
      material: 'Eiche, gewachst',
    },
  },
  {
    facts: { key: 'writers-set', kind: 'gift', leaf: 'pens', price: 99, weight: 0.6, pieces: 20 },
    look: { colour: 'oxblood' },
    en: {
      name: 'The writer’s set',
      summary: 'Pen, ink and notebook in a box tied with cotton.',
      text: ['For somebody who says that nobody writes letters any more.', 'Packed by hand when it is ordered.'],
      material: 'A box of three things',
    },
    de: {
      name: 'Das Schreibset',
      summary: 'Füller, Tinte und Notizbuch in einer Schachtel mit Baumwollband.',
      text: ['Für den, der sagt, dass niemand mehr Briefe schreibt.', 'Von Hand gepackt, sobald es bestellt ist.'],
      material: 'Eine Schachtel mit drei Dingen',
    },
  },
]);
