// A catalogue to import into, and lines of it.
import type { Report } from '../../src/catalogue-files/report.ts';

export const SHOP = [
  {
    type: 'class',
    name: 'lamp',
    class_type: 'product',
    attributes: [
      { name: 'price', type: 'FLOAT' },
      { name: 'text', type: 'TXT', labels: { de_DE: 'Text' }, defaults: { de_DE: 'none' } },
      { name: 'likes', type: 'PRODUCTS' },
    ],
  },
  { type: 'class', name: 'page', class_type: 'content' },
  { type: 'class', name: 'part', class_type: 'warehouse_entity' },
  { type: 'category', name: 'Home' },
  { type: 'category', name: 'Light', parent: ['Home'] },
  {
    type: 'warehouse_entity',
    class: 'part',
    name: 'Bulb',
    metadata: { element_number: 'b1' },
    storages: [{ storage: 'north', quantity: 20 }],
  },
  {
    type: 'product',
    class: 'lamp',
    name: 'Moon',
    active: true,
    attributes: { de_DE: { price: 9.5, text: 'hell' }, en_GB: { text: 'bright' } },
    seo: { de_DE: { permalink: 'mond', title: 'Mond' } },
    metadata: { ean: '123', weight: 1.25 },
    availability: { active: true, quantity: 5 },
    categories: [['Home', 'Light']],
  },
];

export const codes = ({ listed }: Report): string[] => listed.map((line) => /^line (\d+: \w+)/.exec(line)![1]!);
