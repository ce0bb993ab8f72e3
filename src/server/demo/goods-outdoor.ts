// Goods for outdoors.
import { written } from './goods.ts';
import type { Size } from './goods.ts';

const WORN: readonly Size[] = [['S'], ['M'], ['L'], ['XL']];

export const OUTDOOR = written([
  {
    facts: { key: 'waxed-rucksack', kind: 'rucksack', leaf: 'bags', price: 149, weight: 1.1, pieces: 16 },
    look: { colour: 'moss', colours: ['moss', 'night'], stored: true, favourite: true },
    en: {
      name: 'Waxed rucksack',
      summary: 'Eighteen litres of canvas that rain runs off.',
      text: ['A roll top, one pocket inside, one strap for the map.', 'We wax it again after years, for the postage.'],
      material: 'Waxed cotton',
    },
    de: {
      name: 'Gewachster Rucksack',
      summary: 'Achtzehn Liter Segeltuch, an dem der Regen abläuft.',
      text: [
        'Ein Rolltop, ein Fach innen, ein Riemen für die Karte.',
        'Nach Jahren wachsen wir ihn neu, für das Porto.',
      ],
      material: 'Gewachste Baumwolle',
    },
  },
  {
    facts: { key: 'canvas-tote', kind: 'tote', leaf: 'bags', price: 32, weight: 0.35, pieces: 55 },
    look: { colour: 'cream', colours: ['cream', 'rust', 'sea'] },
    en: {
      name: 'Canvas tote',
      summary: 'Carries a market, stands up by itself.',
      text: [
        'Canvas of 500 g with a flat bottom and handles for the shoulder.',
        'It folds to the size of a newspaper.',
      ],
      material: 'Cotton canvas',
    },
    de: {
      name: 'Tragetasche aus Segeltuch',
      summary: 'Trägt einen Markttag und steht von allein.',
      text: ['Segeltuch von 500 g mit flachem Boden, Griffe für die Schulter.', 'Gefaltet so groß wie eine Zeitung.'],
      material: 'Segeltuch aus Baumwolle',
    },
  },
  {
    facts: { key: 'bicycle-basket', kind: 'basket', leaf: 'bags', price: 59, weight: 0.9, pieces: 13 },
    look: { colour: 'sand' },
    en: {
      name: 'Willow bicycle basket',
      summary: 'Hangs on the handlebar by two leather straps.',
      text: ['Woven of whole rods in a workshop by a river.', 'Bread, books, a small dog: up to six kilograms.'],
      material: 'Willow and leather',
    },
    de: {
      name: 'Fahrradkorb aus Weide',
      summary: 'Hängt mit zwei Lederriemen am Lenker.',
      text: [
        'Aus ganzen Ruten geflochten, in einer Werkstatt am Fluss.',
        'Brot, Bücher, ein kleiner Hund: bis sechs Kilogramm.',
      ],
      material: 'Weide und Leder',
    },
  },
  {
    facts: { key: 'steel-flask', kind: 'flask', leaf: 'trail', price: 34, weight: 0.38, pieces: 48 },
    look: { colour: 'sea', colours: ['sea', 'honey', 'chalk', 'graphite'], stored: true, favourite: true },
    en: {
      name: 'Steel flask',
      summary: 'Hot until the evening, cold until the summit; 0.75 l.',
      text: [
        'Two walls of steel with nothing between them.',
        'The lid is a cup, and the thread is the one that lasts.',
      ],
      material: 'Steel',
    },
    de: {
      name: 'Trinkflasche aus Stahl',
      summary: 'Heiß bis zum Abend, kalt bis zum Gipfel; 0,75 l.',
      text: ['Zwei Wände aus Stahl und dazwischen nichts.', 'Der Deckel ist ein Becher, das Gewinde eines, das hält.'],
      material: 'Stahl',
    },
  },
  {
    facts: { key: 'camp-kettle', kind: 'kettle', leaf: 'trail', price: 48, weight: 0.5, pieces: 20 },
    look: { colour: 'steel' },
    en: {
      name: 'Camp kettle',
      summary: 'One litre, a folding handle, black after the first fire.',
      text: ['It sings shortly before it boils.', 'Wide at the bottom, so that a small flame is enough.'],
      material: 'Steel',
    },
    de: {
      name: 'Lagerkessel',
      summary: 'Ein Liter, ein Klappgriff, nach dem ersten Feuer schwarz.',
      text: ['Kurz vor dem Kochen singt er.', 'Unten breit, damit eine kleine Flamme genügt.'],
      material: 'Stahl',
    },
  },
  {
    facts: { key: 'pocket-knife', kind: 'pocketknife', leaf: 'trail', price: 62, weight: 0.08, pieces: 36 },
    look: { colour: 'oak', favourite: true },
    en: {
      name: 'Pocket knife',
      summary: 'One blade, one ring that locks it, a handle of oak.',
      text: ['For apples, string and the point of a pencil.', 'Carbon steel: dry it, and it outlives us.'],
      material: 'Steel and oak',
    },
    de: {
      name: 'Taschenmesser',
      summary: 'Eine Klinge, ein Ring, der sie sichert, ein Griff aus Eiche.',
      text: [
        'Für Äpfel, Schnur und die Spitze eines Bleistifts.',
        'Kohlenstoffstahl: abtrocknen, dann überlebt es uns.',
      ],
      material: 'Stahl und Eiche',
    },
  },
  {
    facts: { key: 'storm-lantern', kind: 'lantern', leaf: 'trail', price: 39, weight: 0.7, pieces: 28 },
    look: { colour: 'oxblood', colours: ['oxblood', 'fern', 'graphite'] },
    en: {
      name: 'Storm lantern',
      summary: 'A flame behind glass that no gust finds.',
      text: ['Burns twelve hours on a glass of lamp oil.', 'Hangs from a branch, stands on a step.'],
      material: 'Tinplate and glass',
    },
    de: {
      name: 'Sturmlaterne',
      summary: 'Eine Flamme hinter Glas, die keine Bö findet.',
      text: ['Sie brennt zwölf Stunden mit einem Glas Lampenöl.', 'Sie hängt am Ast oder steht auf der Stufe.'],
      material: 'Weißblech und Glas',
    },
  },
  {
    facts: { key: 'picnic-blanket', kind: 'checked', leaf: 'trail', price: 79, weight: 1.6, pieces: 24 },
    look: { colour: 'night', stored: true },
    en: {
      name: 'Picnic blanket',
      summary: 'Wool above, waxed cloth below, 150 × 180 cm.',
      text: ['Wet grass stays outside.', 'Two straps make it a parcel that swings from a hand.'],
      material: 'Wool and waxed cotton',
    },
    de: {
      name: 'Picknickdecke',
      summary: 'Oben Wolle, unten Wachstuch, 150 × 180 cm.',
      text: ['Nasses Gras bleibt draußen.', 'Zwei Riemen machen ein Päckchen, das an der Hand schaukelt.'],
      material: 'Wolle und gewachste Baumwolle',
    },
  },
  {
    facts: { key: 'rain-jacket', kind: 'jacket', leaf: 'jackets', price: 189, weight: 0.6, pieces: 9 },
    look: { colour: 'honey', colours: ['honey', 'night'], sizes: WORN, favourite: true },
    en: {
      name: 'Rain jacket',
      summary: 'Tight as a boat, quiet as a coat.',
      text: [
        'Taped seams, a hood that turns with the head, pockets that stay dry.',
        'Made to be mended: see the journal.',
      ],
      material: 'Recycled polyester',
    },
    de: {
      name: 'Regenjacke',
      summary: 'Dicht wie ein Boot, leise wie ein Mantel.',
      text: [
        'Getapte Nähte, eine Kapuze, die sich mitdreht, trockene Taschen.',
        'Zum Flicken gemacht: Das Journal zeigt, wie.',
      ],
      material: 'Recyceltes Polyester',
    },
  },
  {
    facts: { key: 'fisher-jumper', kind: 'jumper', leaf: 'jackets', price: 139, weight: 0.8, pieces: 10 },
    look: { colour: 'cream', colours: ['cream', 'sea'], sizes: WORN },
    en: {
      name: 'Fisher’s jumper',
      summary: 'Ribbed wool for wind from the side.',
      text: ['Knitted in one piece, so that no seam rubs.', 'The cuffs are long enough to be turned up over work.'],
      material: 'Virgin wool',
    },
    de: {
      name: 'Fischerpullover',
      summary: 'Gerippte Wolle für Wind von der Seite.',
      text: ['In einem Stück gestrickt, damit keine Naht scheuert.', 'Die Bündchen sind lang genug zum Umschlagen.'],
      material: 'Schurwolle',
    },
  },
  {
    facts: { key: 'quilted-waistcoat', kind: 'waistcoat', leaf: 'jackets', price: 119, weight: 0.4, pieces: 12 },
    look: { colour: 'fern', sizes: WORN },
    en: {
      name: 'Quilted waistcoat',
      summary: 'Wool between two layers of cotton, free arms.',
      text: ['For the weeks in which a jacket is too much.', 'Under the rain jacket it makes a winter.'],
      material: 'Cotton, filled with wool',
    },
    de: {
      name: 'Steppweste',
      summary: 'Wolle zwischen zwei Lagen Baumwolle, freie Arme.',
      text: ['Für die Wochen, in denen eine Jacke zu viel ist.', 'Unter der Regenjacke wird daraus ein Winter.'],
      material: 'Baumwolle, mit Wolle gefüllt',
    },
  },
  {
    facts: { key: 'wool-beanie', kind: 'beanie', leaf: 'hats', price: 29, weight: 0.09, pieces: 50 },
    look: { colour: 'rust', colours: ['rust', 'moss', 'night', 'cream'], favourite: true },
    en: {
      name: 'Wool beanie',
      summary: 'Covers the ears and does not scratch.',
      text: ['Merino in a double rib that keeps its shape in the pocket.', 'One size, and it means it.'],
      material: 'Merino wool',
    },
    de: {
      name: 'Wollmütze',
      summary: 'Deckt die Ohren und kratzt nicht.',
      text: ['Merino in doppelter Rippe, die auch in der Tasche ihre Form behält.', 'Eine Größe, und die passt.'],
      material: 'Merinowolle',
    },
  },
  {
    facts: { key: 'straw-hat', kind: 'hat', leaf: 'hats', price: 36, weight: 0.1, pieces: 22 },
    look: { colour: 'sand', sizes: [['57'], ['59']] },
    en: {
      name: 'Straw hat',
      summary: 'A brim that makes its own shade, wherever you go.',
      text: ['Woven of raffia; it can be rolled, and forgets it by the evening.', 'With a ribbon of cotton.'],
      material: 'Raffia',
    },
    de: {
      name: 'Strohhut',
      summary: 'Eine Krempe, die ihren Schatten mitbringt.',
      text: [
        'Aus Raffia geflochten; man darf ihn rollen, abends hat er es vergessen.',
        'Mit einem Band aus Baumwolle.',
      ],
      material: 'Raffia',
    },
  },
  {
    facts: { key: 'walking-socks', kind: 'socks', leaf: 'hats', price: 19.5, weight: 0.1, pieces: 60 },
    look: { colour: 'graphite', sizes: [['36–39'], ['40–43'], ['44–47']], stored: true },
    en: {
      name: 'Walking socks',
      summary: 'Padded where the boot is hard, thin where it is not.',
      text: ['Guaranteed against holes for three years.', 'Send us the hole, and we send the sock.'],
      material: 'Merino wool',
    },
    de: {
      name: 'Wandersocken',
      summary: 'Gepolstert, wo der Stiefel hart ist, sonst dünn.',
      text: ['Drei Jahre Garantie gegen Löcher.', 'Man schickt uns das Loch, wir schicken die Socke.'],
      material: 'Merinowolle',
    },
  },
  {
    facts: { key: 'hand-trowel', kind: 'trowel', leaf: 'garden-tools', price: 26, weight: 0.3, pieces: 34 },
    look: { colour: 'walnut' },
    en: {
      name: 'Hand trowel',
      summary: 'Forged from one piece, with a scale in the blade.',
      text: ['The marks say how deep the tulip wants to sleep.', 'An ash handle with a loop for the shed.'],
      material: 'Steel and ash',
    },
    de: {
      name: 'Pflanzkelle',
      summary: 'Aus einem Stück geschmiedet, mit Maß im Blatt.',
      text: [
        'Die Striche sagen, wie tief die Tulpe schlafen will.',
        'Griff aus Esche, mit einer Schlaufe für den Schuppen.',
      ],
      material: 'Stahl und Esche',
    },
  },
  {
    facts: { key: 'pruning-shears', kind: 'shears', leaf: 'garden-tools', price: 45, weight: 0.26, pieces: 18 },
    look: { colour: 'oxblood' },
    en: {
      name: 'Pruning shears',
      summary: 'Cut clean, open softly, come apart for sharpening.',
      text: ['Roses up to a finger thick.', 'Every part can be bought alone, down to the spring.'],
      material: 'Steel and leather',
    },
    de: {
      name: 'Gartenschere',
      summary: 'Schneidet sauber, öffnet sanft, lässt sich zerlegen.',
      text: ['Für Rosen bis Fingerdicke.', 'Jedes Teil gibt es einzeln, bis zur Feder.'],
      material: 'Stahl und Leder',
    },
  },
  {
    facts: { key: 'watering-can', kind: 'wateringcan', leaf: 'garden-tools', price: 54, weight: 0.9, pieces: 15 },
    look: { colour: 'fern', colours: ['fern', 'steel', 'rose'], favourite: true },
    en: {
      name: 'Watering can',
      summary: 'Five litres, a long neck, a rose like summer rain.',
      text: ['Balanced, so that a child can pour the last litre.', 'Zinc under the colour, for winters outside.'],
      material: 'Galvanised steel',
    },
    de: {
      name: 'Gießkanne',
      summary: 'Fünf Liter, ein langer Hals, eine Brause wie Sommerregen.',
      text: ['So ausgewogen, dass ein Kind den letzten Liter gießt.', 'Unter der Farbe Zink, für Winter im Freien.'],
      material: 'Verzinkter Stahl',
    },
  },
  {
    facts: { key: 'clay-pot', kind: 'pot', leaf: 'pots', price: 12, weight: 1.2, pieces: 70 },
    look: { colour: 'clay', sizes: [['12 cm'], ['18 cm', 7], ['26 cm', 19]] },
    en: {
      name: 'Clay pot',
      summary: 'Breathes, drains, and turns green with dignity.',
      text: ['Fired hot enough for frost.', 'With a saucer, because the window sill is not yours alone.'],
      material: 'Terracotta',
    },
    de: {
      name: 'Tontopf',
      summary: 'Atmet, lässt ablaufen und wird mit Würde grün.',
      text: [
        'So heiß gebrannt, dass er Frost verträgt.',
        'Mit Untersetzer, denn das Fensterbrett gehört nicht ihm allein.',
      ],
      material: 'Terrakotta',
    },
  },
  {
    facts: { key: 'wildflower-seeds', kind: 'seeds', leaf: 'pots', price: 4.9, weight: 0.02, pieces: 260 },
    look: { colour: 'rose', taxClass: 'reduced' },
    en: {
      name: 'Wildflower seeds',
      summary: 'Cornflower, poppy, marigold and eleven others; 3 m².',
      text: ['Sow in April, wait, and do not weed.', 'The bees will tell the neighbours.'],
      material: 'Seeds',
    },
    de: {
      name: 'Wildblumensamen',
      summary: 'Kornblume, Mohn, Ringelblume und elf andere; 3 m².',
      text: ['Im April säen, warten, nicht jäten.', 'Die Bienen sagen es den Nachbarn.'],
      material: 'Samen',
    },
  },
  {
    facts: { key: 'garden-almanac', kind: 'book', leaf: 'pots', price: 16, weight: 0.3, pieces: 40 },
    look: { colour: 'moss', taxClass: 'reduced' },
    en: {
      name: 'The lazy gardener’s almanac',
      summary: 'What to do each month, and what to leave alone.',
      text: ['The second list is the longer one.', '144 pages with room for your own frosts and first blossoms.'],
      material: 'Book',
    },
    de: {
      name: 'Almanach für faule Gärtner',
      summary: 'Was in jedem Monat zu tun ist, und was man lässt.',
      text: ['Die zweite Liste ist die längere.', '144 Seiten mit Platz für eigene Fröste und erste Blüten.'],
      material: 'Buch',
    },
  },
]);
