// What there is to read in the demo shop: its pages of help, and the articles of its journal.

interface Text {
  readonly title: string;
  /** One sentence, for lists. */
  readonly teaser: string;
  /** Paragraphs in HTML. */
  readonly body: readonly string[];
}

export interface Page {
  readonly key: string;
  readonly shelf: 'help' | 'journal';
  /** Days before the end of the history on which an article came out; absent: it is a page. */
  readonly daysAgo?: number;
  readonly en: Text;
  readonly de: Text;
}

const SIZES =
  '<table><tr><th></th><th>S</th><th>M</th><th>L</th><th>XL</th></tr>' +
  '<tr><td>cm</td><td>88–94</td><td>95–101</td><td>102–108</td><td>109–116</td></tr></table>';

export const PAGES: readonly Page[] = [
  {
    key: 'imprint',
    shelf: 'help',
    en: {
      title: 'Imprint',
      teaser: 'Who is responsible for this shop.',
      body: [
        '<p>Kontor &amp; Daughters is the invented shop of a real program: nothing here can be bought for money.</p>',
        '<p>Speicherweg 7, 20457 Hamburg. Write to hello@kontor.example; the address is as invented as the shop.</p>',
      ],
    },
    de: {
      title: 'Impressum',
      teaser: 'Wer diesen Laden verantwortet.',
      body: [
        '<p>Kontor &amp; Töchter ist der erfundene Laden eines echten Programms: Zu kaufen gibt es hier nichts.</p>',
        '<p>Speicherweg 7, 20457 Hamburg. Post an hello@kontor.example, eine Adresse, so erfunden wie der Laden.</p>',
      ],
    },
  },
  {
    key: 'about-us',
    shelf: 'help',
    en: {
      title: 'About us',
      teaser: 'Two sisters, one storehouse, sixty things.',
      body: [
        '<p>We sell sixty things because that is how many we can remember. When one comes in, another one leaves.</p>',
        '<p>Everything can be mended, and for most of it we have the parts. Ask before you throw something away.</p>',
      ],
    },
    de: {
      title: 'Über uns',
      teaser: 'Zwei Schwestern, ein Speicher, sechzig Dinge.',
      body: [
        '<p>Wir verkaufen sechzig Dinge, denn so viele können wir uns merken. Kommt eines dazu, geht ein anderes.</p>',
        '<p>Alles lässt sich flicken, und für das meiste haben wir die Teile. Erst fragen, dann wegwerfen.</p>',
      ],
    },
  },
  {
    key: 'delivery-and-returns',
    shelf: 'help',
    en: {
      title: 'Delivery and returns',
      teaser: 'What a parcel costs, when it comes, and how it goes back.',
      body: [
        '<p>A parcel costs 4.90 within Germany and 9.90 to our neighbours; from 80.00 on we pay for it.</p>',
        '<p>What is ordered before noon leaves the same day, from Hamburg or from Leipzig.</p>',
        '<p>You have thirty days to change your mind. A sentence why helps us, and is no condition.</p>',
      ],
    },
    de: {
      title: 'Versand und Rückgabe',
      teaser: 'Was ein Paket kostet, wann es kommt, und wie es zurückgeht.',
      body: [
        '<p>Ein Paket kostet in Deutschland 4,90 und zu den Nachbarn 9,90; ab 80,00 zahlen wir es.</p>',
        '<p>Was vor zwölf Uhr bestellt ist, reist am selben Tag, aus Hamburg oder aus Leipzig.</p>',
        '<p>Dreißig Tage lang darf man es sich anders überlegen. Ein Satz, warum, hilft uns und ist keine Bedingung.</p>',
      ],
    },
  },
  {
    key: 'size-guide',
    shelf: 'help',
    en: {
      title: 'Size guide',
      teaser: 'Measure once around the chest, under the arms.',
      body: [SIZES, '<p>Between two sizes take the larger one for the jacket and the smaller one for the jumper.</p>'],
    },
    de: {
      title: 'Größentabelle',
      teaser: 'Einmal um die Brust messen, unter den Armen.',
      body: [SIZES, '<p>Zwischen zwei Größen passt bei der Jacke die größere, beim Pullover die kleinere.</p>'],
    },
  },
  {
    key: 'your-data',
    shelf: 'help',
    en: {
      title: 'Your data',
      teaser: 'What we know of you, and how you are forgotten.',
      body: [
        '<p>We keep what an order needs: a name, an address, a way to reach you. Nothing is passed on but the parcel.</p>',
        '<p>Say so, and we forget you: the key to what we know is destroyed, and with it the rest is noise.</p>',
      ],
    },
    de: {
      title: 'Ihre Daten',
      teaser: 'Was wir von Ihnen wissen, und wie Sie vergessen werden.',
      body: [
        '<p>Wir behalten, was eine Bestellung braucht: Name, Adresse, ein Weg zu Ihnen. Weiter geht nur das Paket.</p>',
        '<p>Ein Wort, und wir vergessen Sie: Der Schlüssel zu Ihren Daten wird zerstört, der Rest ist Rauschen.</p>',
      ],
    },
  },
  {
    key: 'how-to-oil-a-desk',
    shelf: 'journal',
    daysAgo: 76,
    en: {
      title: 'How to oil a desk',
      teaser: 'A cloth, an hour, and the courage to use little.',
      body: [
        '<p>Empty the desk; that is the longest part. Then wipe it along the grain with a damp cloth and let it dry.</p>',
        '<p>A spoonful of oil is enough for the whole top. What is still wet after twenty minutes was too much.</p>',
        '<p>Lay the cloth out flat outdoors afterwards: oil that dries in a heap grows hot by itself.</p>',
      ],
    },
    de: {
      title: 'Wie man einen Tisch ölt',
      teaser: 'Ein Tuch, eine Stunde und der Mut zu wenig.',
      body: [
        '<p>Erst den Tisch leeren, das dauert am längsten. Dann feucht mit der Maserung wischen und trocknen lassen.</p>',
        '<p>Ein Löffel Öl reicht für die ganze Platte. Was nach zwanzig Minuten noch nass ist, war zu viel.</p>',
        '<p>Das Tuch danach im Freien flach auslegen: Öl, das im Knäuel trocknet, wird von selbst heiß.</p>',
      ],
    },
  },
  {
    key: 'letters-in-november',
    shelf: 'journal',
    daysAgo: 58,
    en: {
      title: 'Letters in November',
      teaser: 'Why the darkest month is the one for paper.',
      body: [
        '<p>Begin with the weather; everybody does, and it warms the pen. The second paragraph comes by itself.</p>',
        '<p>A letter does not have to be finished in one go. Ours mostly have three inks and one stain of tea.</p>',
      ],
    },
    de: {
      title: 'Briefe im November',
      teaser: 'Warum der dunkelste Monat der für Papier ist.',
      body: [
        '<p>Mit dem Wetter anfangen, das tun alle, und es wärmt die Feder. Der zweite Absatz kommt von allein.</p>',
        '<p>Ein Brief muss nicht auf einmal fertig werden. Unsere haben meist drei Tinten und einen Teefleck.</p>',
      ],
    },
  },
  {
    key: 'mending-a-rain-jacket',
    shelf: 'journal',
    daysAgo: 41,
    en: {
      title: 'Mending a rain jacket',
      teaser: 'A patch, an iron, and a jacket that has something to tell.',
      body: [
        '<p>Cut the patch round: corners peel. Clean the place with spirit, lay the patch on, and press with a warm iron.</p>',
        '<p>Choose another colour. A patch that hides says that something was wrong; one that shows says where you were.</p>',
      ],
    },
    de: {
      title: 'Eine Regenjacke flicken',
      teaser: 'Ein Flicken, ein Bügeleisen und eine Jacke, die etwas erzählt.',
      body: [
        '<p>Den Flicken rund schneiden, Ecken lösen sich. Die Stelle mit Spiritus reinigen, auflegen, warm bügeln.</p>',
        '<p>Eine andere Farbe wählen. Wer den Flicken versteckt, zeigt einen Fehler; wer ihn zeigt, eine Reise.</p>',
      ],
    },
  },
  {
    key: 'a-week-with-one-cup',
    shelf: 'journal',
    daysAgo: 23,
    en: {
      title: 'A week with one cup',
      teaser: 'What happens when everything is drunk from the same stoneware.',
      body: [
        '<p>On Monday it was an experiment, on Wednesday a nuisance. On Friday it stood clean in its place by itself.</p>',
        '<p>Water tastes of more when the cup is yours. We have gone back to three since, and miss the one.</p>',
      ],
    },
    de: {
      title: 'Eine Woche mit einer Tasse',
      teaser: 'Was geschieht, wenn alles aus demselben Steinzeug getrunken wird.',
      body: [
        '<p>Am Montag war es ein Versuch, am Mittwoch lästig. Am Freitag stand sie wie von selbst sauber am Platz.</p>',
        '<p>Wasser schmeckt nach mehr, wenn die Tasse die eigene ist. Wir haben wieder drei und vermissen die eine.</p>',
      ],
    },
  },
  {
    key: 'what-the-almanac-leaves-out',
    shelf: 'journal',
    daysAgo: 9,
    en: {
      title: 'What the almanac leaves out',
      teaser: 'A talk with the author, between two rows of leeks.',
      body: [
        '<p>“Most of gardening is waiting with a clear conscience,” she says, and does not get up while she says it.</p>',
        '<p>The second edition will be shorter. She has found out that September can do without her, too.</p>',
      ],
    },
    de: {
      title: 'Was im Almanach fehlt',
      teaser: 'Ein Gespräch mit der Autorin, zwischen zwei Reihen Lauch.',
      body: [
        '<p>„Gärtnern ist vor allem Warten mit gutem Gewissen“, sagt sie und steht dabei nicht auf.</p>',
        '<p>Die zweite Auflage wird kürzer. Sie hat herausgefunden, dass auch der September ohne sie auskommt.</p>',
      ],
    },
  },
];
