// Colours of the demo shop: what a page draws with, and what a shopper reads.

interface Colour {
  /** `#rrggbb`. */
  readonly hex: string;
  readonly en: string;
  readonly de: string;
}

export const PALETTE = {
  birch: { hex: '#e0c99c', en: 'Birch', de: 'Birke' },
  brass: { hex: '#c79d45', en: 'Brass', de: 'Messing' },
  chalk: { hex: '#f3eee4', en: 'Chalk', de: 'Kreide' },
  clay: { hex: '#c4734f', en: 'Clay', de: 'Ton' },
  cream: { hex: '#eee3cb', en: 'Cream', de: 'Creme' },
  fern: { hex: '#4f7d5c', en: 'Fern', de: 'Farn' },
  graphite: { hex: '#474c53', en: 'Graphite', de: 'Graphit' },
  honey: { hex: '#dca43c', en: 'Honey', de: 'Honig' },
  linen: { hex: '#d6c9b1', en: 'Natural linen', de: 'Naturleinen' },
  moss: { hex: '#76854f', en: 'Moss', de: 'Moos' },
  night: { hex: '#2f3f60', en: 'Night blue', de: 'Nachtblau' },
  oak: { hex: '#c79c68', en: 'Oak', de: 'Eiche' },
  oxblood: { hex: '#7f2f36', en: 'Oxblood', de: 'Ochsenblut' },
  plum: { hex: '#6f4b66', en: 'Plum', de: 'Pflaume' },
  rose: { hex: '#d8a09b', en: 'Old rose', de: 'Altrosa' },
  rust: { hex: '#b3583a', en: 'Rust', de: 'Rost' },
  sand: { hex: '#d6bd93', en: 'Sand', de: 'Sand' },
  sea: { hex: '#3d7d86', en: 'Sea', de: 'See' },
  sepia: { hex: '#6b4e38', en: 'Sepia', de: 'Sepia' },
  sky: { hex: '#8db2c9', en: 'Sky', de: 'Himmel' },
  steel: { hex: '#9aa5ae', en: 'Steel', de: 'Stahl' },
  walnut: { hex: '#7b573a', en: 'Walnut', de: 'Nussbaum' },
} as const satisfies { readonly [name: string]: Colour };

export type ColourName = keyof typeof PALETTE;

/** `amount` of `other` in `hex`, from 0 to 1; both `#rrggbb`. */
export const mixed = (hex: string, other: string, amount: number): string => {
  const channel = (at: number): string => {
    const [from, to] = [hex, other].map((text) => parseInt(text.slice(at, at + 2), 16)) as [number, number];
    return Math.round(from + (to - from) * amount)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
};

export const lighter = (hex: string, amount = 0.25): string => mixed(hex, '#ffffff', amount);
export const darker = (hex: string, amount = 0.25): string => mixed(hex, '#1d1a17', amount);
