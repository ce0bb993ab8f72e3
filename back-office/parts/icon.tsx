// Line icons of the back office, drawn on a grid of 24.
const PATHS = {
  today: 'M4 13h4v7H4zM10 4h4v16h-4zM16 9h4v11h-4z',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  customers: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4.500-5.500 8-5.500s7 1.500 8 5.500',
  products: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  figures: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  stock: 'M3 10l9-6 9 6v10H3zM8 20v-6h8v6',
  coupons: 'M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3zM10 7v10',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01',
  sale: 'M6 18L18 6M8 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM16 17.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  webhooks: 'M9 8a3.500 3.500 0 1 1 5 3l3 5M12 8l-4 7M8 15a3.500 3.500 0 1 0 1.500 5M9 17.500h8a2.500 2.500 0 1 0-1-4',
  channels: 'M14 10a4 4 0 1 0-3.500 4L13 16.500V19h2.500v2H20v-3.500L14 11.500M8.500 9.500h.01',
  history: 'M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 2',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h14M20 12h0',
  engine: 'M4 15a8 8 0 1 1 16 0M12 15l4-5M4 19h16',
  explorer: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12.500l4.500 4.500L19 7',
  right: 'M9 5l7 7-7 7',
  left: 'M15 5l-7 7 7 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 10h.01M7 14h10',
  lock: 'M6 11h12v10H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 15v2',
  leave: 'M14 4h6v16h-6M4 12h11M8 8l-4 4 4 4',
  truck: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  money: 'M3 6h18v12H3zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  warning: 'M12 4l9 16H3zM12 10v5M12 17.500h.01',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4L16.500 4.500l3 3L8 19z',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  sort: 'M5 6h12M5 12h8M5 18h4M18 12v8M15 17l3 3 3-3',
  play: 'M7 4l13 8-13 8z',
  link: 'M10 14l4-4M9 7l2-2a4 4 0 0 1 6 6l-2 2M15 17l-2 2a4 4 0 0 1-6-6l2-2',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  numbers:
    'M10 6h10M10 12h10M10 18h10M4 5l1.500-1v4M4 11.500c2-1.500 3 .5 0 3h2.500M4 17h2l-1 1.500c2 0 1.500 2.500-1 2',
  quote: 'M5 17c3-1 4-3 4-6H5V7h5M14 17c3-1 4-3 4-6h-4V7h5',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4',
  fields: 'M4 5h7v6H4zM14 6.500h6M14 9.500h4M4 14h7v6H4zM14 15.500h6M14 18.500h4',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the text beside it says what it means. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
