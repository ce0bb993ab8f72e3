// Goods for the home.
import { written } from './goods.ts';

export const HOME = written([
  {
    facts: { key: 'stoneware-cup', kind: 'cup', leaf: 'tableware', price: 16.5, weight: 0.31, pieces: 44 },
    look: { colour: 'sand', colours: ['sand', 'sea', 'rose', 'graphite'], favourite: true },
    en: {
      name: 'Stoneware cup',
      summary: 'A cup that both hands agree on, 0.3 l.',
      text: ['Thrown on the wheel, glazed inside, left bare where the lip begins.', 'Every one is a little different.'],
      material: 'Stoneware',
    },
    de: {
      name: 'Tasse aus Steinzeug',
      summary: 'Eine Tasse, auf die sich beide Hände einigen, 0,3 l.',
      text: ['Auf der Scheibe gedreht, innen glasiert, am Rand roh.', 'Jede ist ein wenig anders.'],
      material: 'Steinzeug',
    },
  },
  {
    facts: { key: 'breakfast-bowl', kind: 'bowl', leaf: 'tableware', price: 19.9, weight: 0.42, pieces: 38 },
    look: { colour: 'sky', colours: ['sky', 'honey', 'chalk'] },
    en: {
      name: 'Breakfast bowl',
      summary: 'Deep enough for porridge, wide enough for berries.',
      text: ['The glaze runs as it likes, so that no two horizons match.', 'Stacks in fives, fits the dishwasher.'],
      material: 'Stoneware',
    },
    de: {
      name: 'Frühstücksschale',
      summary: 'Tief genug für Haferbrei, weit genug für Beeren.',
      text: ['Die Glasur läuft, wie sie will: Kein Horizont gleicht dem anderen.', 'Stapelbar, spülmaschinenfest.'],
      material: 'Steinzeug',
    },
  },
  {
    facts: { key: 'teapot', kind: 'teapot', leaf: 'tableware', price: 58, weight: 0.9, pieces: 19 },
    look: { colour: 'graphite', favourite: true },
    en: {
      name: 'Round teapot',
      summary: 'Four cups, one spout that does not drip.',
      text: ['We tried eleven spouts; this is the eleventh.', 'The lid stays on while the last cup is poured.'],
      material: 'Stoneware and bamboo',
    },
    de: {
      name: 'Runde Teekanne',
      summary: 'Vier Tassen, eine Tülle, die nicht tropft.',
      text: ['Wir haben elf Tüllen probiert, das ist die elfte.', 'Der Deckel hält bis zur letzten Tasse.'],
      material: 'Steinzeug und Bambus',
    },
  },
  {
    facts: { key: 'glass-carafe', kind: 'carafe', leaf: 'tableware', price: 36, weight: 0.7, pieces: 27 },
    look: { colour: 'sea' },
    en: {
      name: 'Glass carafe',
      summary: 'Mouth-blown, with a glass that sits on its neck.',
      text: ['For the bedside or the middle of the table.', 'One litre, and small bubbles that belong there.'],
      material: 'Recycled glass',
    },
    de: {
      name: 'Glaskaraffe',
      summary: 'Mundgeblasen, mit einem Glas, das auf dem Hals sitzt.',
      text: ['Für das Nachttischchen oder die Mitte der Tafel.', 'Ein Liter, und kleine Blasen, die dazugehören.'],
      material: 'Altglas',
    },
  },
  {
    facts: { key: 'olive-board', kind: 'board', leaf: 'kitchen-tools', price: 44, weight: 1.1, pieces: 24 },
    look: { colour: 'oak', sizes: [['S'], ['L', 22]], stored: true },
    en: {
      name: 'Olive board',
      summary: 'One plank, one handle, a grain like a river seen from above.',
      text: ['Bread in the morning, onions at noon, cheese at night.', 'A drop of oil twice a year keeps it dark.'],
      material: 'Olive wood',
    },
    de: {
      name: 'Brett aus Olivenholz',
      summary: 'Eine Bohle, ein Griff, eine Maserung wie ein Fluss von oben.',
      text: ['Morgens Brot, mittags Zwiebeln, abends Käse.', 'Zweimal im Jahr ein Tropfen Öl hält es dunkel.'],
      material: 'Olivenholz',
    },
  },
  {
    facts: { key: 'bread-knife', kind: 'knife', leaf: 'kitchen-tools', price: 69, weight: 0.22, pieces: 31 },
    look: { colour: 'walnut', favourite: true },
    en: {
      name: 'Bread knife',
      summary: 'Takes the crust seriously and leaves the crumb alone.',
      text: ['24 cm of forged steel with teeth that a grinder can sharpen.', 'The handle fits left hands as well.'],
      material: 'Steel and walnut',
    },
    de: {
      name: 'Brotmesser',
      summary: 'Nimmt die Kruste ernst und lässt die Krume in Frieden.',
      text: ['24 cm geschmiedeter Stahl, dessen Zähne sich schärfen lassen.', 'Der Griff passt auch in linke Hände.'],
      material: 'Stahl und Nussbaum',
    },
  },
  {
    facts: { key: 'milk-pan', kind: 'pan', leaf: 'kitchen-tools', price: 39, weight: 0.8, pieces: 29 },
    look: { colour: 'chalk', colours: ['chalk', 'sky', 'fern'] },
    en: {
      name: 'Enamel milk pan',
      summary: 'A lip on both sides and a wooden handle that stays cool.',
      text: ['For cocoa, eggs and the soup for one.', 'Enamel on steel: light, and at home on every hob.'],
      material: 'Enamelled steel',
    },
    de: {
      name: 'Milchtopf aus Emaille',
      summary: 'Ein Schnabel auf jeder Seite, ein Holzgriff, der kühl bleibt.',
      text: ['Für Kakao, Eier und die Suppe für einen.', 'Emaille auf Stahl: leicht, und auf jedem Herd daheim.'],
      material: 'Emaillierter Stahl',
    },
  },
  {
    facts: { key: 'evening-tea', kind: 'tin', leaf: 'kitchen-tools', price: 9.8, weight: 0.12, pieces: 110 },
    look: { colour: 'plum', taxClass: 'reduced' },
    en: {
      name: 'Evening tea',
      summary: 'Lemon balm, linden blossom, a little lavender; 80 g.',
      text: ['For the hour between the last letter and the light.', 'Cut leaves from three gardens, in a tin.'],
      material: 'Herbs',
    },
    de: {
      name: 'Abendtee',
      summary: 'Melisse, Lindenblüte, ein wenig Lavendel; 80 g.',
      text: ['Für die Stunde zwischen dem letzten Brief und dem Licht.', 'Blätter aus drei Gärten, in einer Dose.'],
      material: 'Kräuter',
    },
  },
  {
    facts: { key: 'lambswool-blanket', kind: 'blanket', leaf: 'blankets', price: 129, weight: 1.2, pieces: 18 },
    look: { colour: 'rust', colours: ['rust', 'moss', 'cream'], stored: true, favourite: true },
    en: {
      name: 'Lambswool blanket',
      summary: 'Woven in one piece, 140 × 200 cm, with a short fringe.',
      text: [
        'Warm after a minute, and light enough to be carried into the garden.',
        'Air it; it seldom needs washing.',
      ],
      material: 'Lambswool',
    },
    de: {
      name: 'Decke aus Lammwolle',
      summary: 'In einem Stück gewebt, 140 × 200 cm, mit kurzen Fransen.',
      text: ['Nach einer Minute warm, und leicht genug für den Garten.', 'Lüften genügt, gewaschen wird selten.'],
      material: 'Lammwolle',
    },
  },
  {
    facts: { key: 'linen-cushion', kind: 'cushion', leaf: 'blankets', price: 45, weight: 0.6, pieces: 30 },
    look: { colour: 'linen', colours: ['linen', 'sea', 'clay', 'plum'] },
    en: {
      name: 'Linen cushion',
      summary: 'Washed linen around wool, 45 × 45 cm.',
      text: ['Soft from the first day, softer from the tenth wash.', 'The buttons are of horn and sit on the back.'],
      material: 'Linen, filled with wool',
    },
    de: {
      name: 'Leinenkissen',
      summary: 'Gewaschenes Leinen, mit Wolle gefüllt, 45 × 45 cm.',
      text: [
        'Weich vom ersten Tag an, weicher nach der zehnten Wäsche.',
        'Die Knöpfe aus Horn sitzen auf der Rückseite.',
      ],
      material: 'Leinen, mit Wolle gefüllt',
    },
  },
  {
    facts: { key: 'woven-rug', kind: 'rug', leaf: 'blankets', price: 179, weight: 4.1, pieces: 8 },
    look: { colour: 'clay', sizes: [['70 × 140'], ['140 × 200', 170]], stored: true },
    en: {
      name: 'Woven rug',
      summary: 'Flat, reversible, with a border that knows where to end.',
      text: ['Woven from wool that was left over in other colours.', 'No two alike; the picture shows the idea.'],
      material: 'Wool',
    },
    de: {
      name: 'Webteppich',
      summary: 'Flach, von beiden Seiten schön, mit klarem Rand.',
      text: [
        'Gewebt aus Wolle, die bei anderen Farben übrig war.',
        'Keiner gleicht dem anderen, das Bild zeigt die Idee.',
      ],
      material: 'Wolle',
    },
  },
  {
    facts: { key: 'waffle-towel', kind: 'towel', leaf: 'linen', price: 24, weight: 0.35, pieces: 42 },
    look: { colour: 'sky', colours: ['sky', 'sand', 'fern'] },
    en: {
      name: 'Waffle towel',
      summary: 'Dries quickly, packs small, 70 × 140 cm.',
      text: ['The little squares take up water and let go of it again by evening.', 'With a loop that does not tear.'],
      material: 'Cotton',
    },
    de: {
      name: 'Waffeltuch',
      summary: 'Trocknet schnell, packt sich klein, 70 × 140 cm.',
      text: ['Die Quadrate nehmen Wasser auf und geben es bis zum Abend her.', 'Mit einem Aufhänger, der nicht reißt.'],
      material: 'Baumwolle',
    },
  },
  {
    facts: { key: 'tablecloth', kind: 'cloth', leaf: 'linen', price: 68, weight: 0.7, pieces: 15 },
    look: { colour: 'linen', sizes: [['140 × 200'], ['140 × 300', 30]] },
    en: {
      name: 'Linen tablecloth',
      summary: 'Falls straight, forgives wine, needs no iron.',
      text: ['Mitred corners and a hem as wide as a thumb.', 'Creases are part of the invitation.'],
      material: 'Linen',
    },
    de: {
      name: 'Tischtuch aus Leinen',
      summary: 'Fällt gerade, verzeiht Wein, braucht kein Bügeleisen.',
      text: ['Ecken auf Gehrung, ein Saum so breit wie ein Daumen.', 'Falten gehören zur Einladung.'],
      material: 'Leinen',
    },
  },
  {
    facts: { key: 'linen-apron', kind: 'apron', leaf: 'linen', price: 38, weight: 0.3, pieces: 25 },
    look: { colour: 'night', colours: ['night', 'linen'] },
    en: {
      name: 'Linen apron',
      summary: 'Straps that cross at the back, a pocket for the spoon.',
      text: ['Nothing presses on the neck.', 'Works in the kitchen, at the potter’s wheel and among tomatoes.'],
      material: 'Linen',
    },
    de: {
      name: 'Leinenschürze',
      summary: 'Träger, die sich am Rücken kreuzen, eine Tasche für den Löffel.',
      text: ['Nichts drückt im Nacken.', 'Sie taugt für Küche, Töpferscheibe und Tomaten.'],
      material: 'Leinen',
    },
  },
  {
    facts: { key: 'beeswax-candles', kind: 'candles', leaf: 'candles', price: 15.5, weight: 0.2, pieces: 95 },
    look: { colour: 'honey', favourite: true },
    en: {
      name: 'A pair of beeswax candles',
      summary: 'Dipped, not poured; nine hours each.',
      text: ['They smell of summer before they are lit.', 'The two hang on one wick, as they came out of the wax.'],
      material: 'Beeswax',
    },
    de: {
      name: 'Ein Paar Bienenwachskerzen',
      summary: 'Gezogen, nicht gegossen; jede brennt neun Stunden.',
      text: [
        'Sie duften nach Sommer, noch bevor sie brennen.',
        'Beide hängen an einem Docht, wie sie aus dem Wachs kamen.',
      ],
      material: 'Bienenwachs',
    },
  },
  {
    facts: { key: 'cedar-soap', kind: 'soap', leaf: 'candles', price: 8.9, weight: 0.11, pieces: 140 },
    look: { colour: 'moss' },
    en: {
      name: 'Cedar soap',
      summary: 'Stirred cold, ripened for six weeks, 100 g.',
      text: ['Smells of a forest path after rain and of nothing else.', 'Lasts a winter if it lies dry.'],
      material: 'Olive oil and cedar',
    },
    de: {
      name: 'Zedernseife',
      summary: 'Kalt gerührt, sechs Wochen gereift, 100 g.',
      text: [
        'Sie riecht nach einem Waldweg nach Regen und nach sonst nichts.',
        'Liegt sie trocken, reicht sie einen Winter.',
      ],
      material: 'Olivenöl und Zeder',
    },
  },
  {
    facts: { key: 'room-spray', kind: 'spray', leaf: 'candles', price: 27, weight: 0.25, pieces: 46 },
    look: { colour: 'fern' },
    en: {
      name: 'Forest room spray',
      summary: 'Fir needles and wet stone, two breaths for a room; 100 ml.',
      text: ['For flats that face the street.', 'The bottle goes back to us and comes again filled.'],
      material: 'Alcohol and oils',
    },
    de: {
      name: 'Raumduft Wald',
      summary: 'Tannennadeln und nasser Stein, zwei Stöße für ein Zimmer; 100 ml.',
      text: ['Für Wohnungen zur Straße.', 'Die Flasche geht an uns zurück und kommt gefüllt wieder.'],
      material: 'Alkohol und Öle',
    },
  },
  {
    facts: { key: 'ribbed-vase', kind: 'vase', leaf: 'vases', price: 52, weight: 1.3, pieces: 21 },
    look: { colour: 'clay', colours: ['clay', 'chalk', 'sea'] },
    en: {
      name: 'Ribbed vase',
      summary: 'Twelve ribs, a narrow neck, good even with one twig.',
      text: ['Cast in a form that a turner made of pear wood.', 'Watertight, heavy at the foot, calm in a draught.'],
      material: 'Stoneware',
    },
    de: {
      name: 'Gerippte Vase',
      summary: 'Zwölf Rippen, ein schmaler Hals, schön mit einem einzigen Zweig.',
      text: ['Gegossen in einer Form, die aus Birnbaum gedrechselt wurde.', 'Dicht, am Fuß schwer, im Luftzug ruhig.'],
      material: 'Steinzeug',
    },
  },
  {
    facts: { key: 'maidenhair-fern', kind: 'plant', leaf: 'vases', price: 21, weight: 1.4, pieces: 17 },
    look: { colour: 'fern', taxClass: 'reduced' },
    en: {
      name: 'Maidenhair fern',
      summary: 'In a clay pot of 12 cm, for bright rooms without sun.',
      text: [
        'It tells you when it is thirsty, and forgives you once.',
        'Sent on Mondays, so that no weekend is spent in a van.',
      ],
      material: 'Plant',
    },
    de: {
      name: 'Frauenhaarfarn',
      summary: 'Im Tontopf von 12 cm, für helle Räume ohne Sonne.',
      text: [
        'Er sagt, wann er Durst hat, und verzeiht einmal.',
        'Er reist montags, damit kein Wochenende im Lieferwagen vergeht.',
      ],
      material: 'Pflanze',
    },
  },
  {
    facts: { key: 'quiet-clock', kind: 'clock', leaf: 'vases', price: 74, weight: 0.8, pieces: 23 },
    look: { colour: 'chalk', favourite: true },
    en: {
      name: 'Quiet clock',
      summary: 'Two hands, twelve marks, no ticking.',
      text: ['A clock for rooms in which somebody sleeps, reads or thinks.', 'Runs a year on one battery.'],
      material: 'Beech and aluminium',
    },
    de: {
      name: 'Stille Uhr',
      summary: 'Zwei Zeiger, zwölf Striche, kein Ticken.',
      text: ['Eine Uhr für Räume, in denen jemand schläft, liest oder denkt.', 'Eine Batterie reicht ein Jahr.'],
      material: 'Buche und Aluminium',
    },
  },
]);
