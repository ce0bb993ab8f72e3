// Shapes of SVG that the pictures of the demo shop are made of, and the shades of one colour.
import { PALETTE, darker, lighter } from './palette.ts';
import type { ColourName } from './palette.ts';

/** What a drawing takes its colours from. */
export interface Shades {
  readonly main: string;
  readonly light: string;
  readonly pale: string;
  readonly dark: string;
  readonly deep: string;
}

export const shadesOf = (colour: ColourName): Shades => {
  const main = PALETTE[colour].hex;
  return {
    main,
    light: lighter(main, 0.22),
    pale: lighter(main, 0.55),
    dark: darker(main, 0.2),
    deep: darker(main, 0.42),
  };
};

/** Draws in a square of 640 × 640; things stand on y = 520. */
export type Drawing = (shades: Shades) => readonly string[];

export const WOOD = shadesOf('oak');
export const STEEL = shadesOf('steel');
export const BRASS = shadesOf('brass');
export const PAPER = '#fbf7ee';
export const INK = '#2b2a2d';

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}"${r === 0 ? '' : ` rx="${r}"`} fill="${fill}"/>`;

export const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ` +
  'stroke-linejoin="round"/>';

export const turned = (degrees: number, x: number, y: number, ...parts: readonly string[]): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${parts.join('')}</g>`;

/** `make` for 0 to `count` − 1. */
export const each = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
