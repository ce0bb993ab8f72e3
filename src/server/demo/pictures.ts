// The pictures of the demo shop: SVG of 640 × 640, drawn from what a thing is and its colour. The same thing in the
// same colour is the same file, byte for byte.
import type { Goods } from './goods.ts';
import { PALETTE, mixed } from './palette.ts';
import type { ColourName } from './palette.ts';
import { DESK_DRAWINGS } from './pictures-desk.ts';
import { HOME_DRAWINGS } from './pictures-home.ts';
import { OUTDOOR_DRAWINGS } from './pictures-outdoor.ts';
import { Seeded } from './seeded.ts';
import { circle, oval, rect, shadesOf, shape } from './shapes.ts';

export const PICTURE_PIXELS = 640;

const DRAWINGS = { ...DESK_DRAWINGS, ...HOME_DRAWINGS, ...OUTDOOR_DRAWINGS };

const BRIGHT: ReadonlySet<ColourName> = new Set(['chalk', 'cream', 'linen']);
const BEHIND_BRIGHT = '#8a9d92';

/** Behind all things: a wall, a floor, and one calm form. */
const background = (name: string, colour: ColourName): readonly string[] => {
  const chance = new Seeded(`picture of ${name}`);
  // What is nearly white stands before a wall that is not.
  const hex = BRIGHT.has(colour) ? BEHIND_BRIGHT : PALETTE[colour].hex;
  const wall = mixed(mixed(hex, '#f6efe3', 0.8), '#ffffff', 0.1);
  const [form, floor] = [mixed(wall, hex, 0.16), mixed(wall, '#8a7a66', 0.16)];
  const x = 250 + chance.int(140);
  const r = 190 + chance.int(50);
  const forms = [
    circle(x, 280, r, form),
    shape(`M${x - r} 500 V${300 - r / 4} A${r} ${r} 0 0 1 ${x + r} ${300 - r / 4} V500Z`, form),
    shape(`M0 ${330 - r / 2} Q160 ${230 - r / 3} 320 ${330 - r / 2} T640 ${330 - r / 2} V500 H0Z`, form),
    rect(x - r, 90, r * 2, 420, form, 28),
  ];
  return [
    rect(0, 0, 640, 640, wall),
    chance.pick(forms),
    rect(0, 500, 640, 140, floor),
    oval(320, 524, 236, 18, '#00000022'),
  ];
};

/** `title` is what is read aloud. */
const picture = (kind: string, colour: ColourName, title: string): string => {
  const draw = DRAWINGS[kind];
  if (draw === undefined) throw new Error(`nothing draws a ${kind}`);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640" role="img">' +
    `<title>${title.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</title>` +
    `${[...background(`${kind} ${colour}`, colour), ...draw(shadesOf(colour))].join('')}</svg>\n`
  );
};

export const pictureName = ({ key, colours = [] }: Goods, colour: ColourName): string =>
  colours.length === 0 ? `${key}.svg` : `${key}-${colour}.svg`;

/** Names and texts of all pictures of these goods. */
export const picturesOf = (goods: readonly Goods[]): readonly (readonly [name: string, svg: string])[] =>
  goods.flatMap((one) =>
    (one.colours ?? [one.colour]).map(
      (colour) => [pictureName(one, colour), picture(one.kind, colour, one.en.name)] as const,
    ),
  );
