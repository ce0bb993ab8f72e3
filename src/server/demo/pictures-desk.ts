// Drawings of what is for the desk.
import { BRASS, INK, PAPER, STEEL, WOOD, circle, each, oval, rect, shape, stroke, turned } from './shapes.ts';
import type { Drawing } from './shapes.ts';

const desk: Drawing = ({ main, light, dark, deep }) => [
  shape('M120 300 L92 520 H112 L146 300Z M520 300 L548 520 H528 L494 300Z', deep),
  rect(80, 270, 480, 30, main, 6),
  rect(80, 270, 480, 10, light, 5),
  rect(210, 300, 220, 46, dark, 4),
  rect(216, 306, 208, 34, main, 3),
  circle(320, 323, 6, BRASS.light),
  shape('M150 268 v-70 h8 v70Z M120 200 l34 -46 l34 46Z', deep),
  rect(360, 236, 120, 12, '#b3583a', 2),
  rect(368, 248, 104, 10, '#eee3cb', 2),
  rect(356, 258, 128, 12, '#2f3f60', 2),
];

const trestle: Drawing = ({ main, light, dark }) => [
  ...[170, 470].map((x) => shape(`M${x - 8} 300 L${x - 62} 520 h18 L${x} 330 L${x + 44} 520 h18 L${x + 8} 300Z`, dark)),
  ...[170, 470].map((x) => rect(x - 38, 420, 76, 12, dark)),
  rect(90, 276, 460, 26, main, 3),
  rect(90, 276, 460, 8, light, 3),
  rect(90, 290, 460, 3, light),
];

const lamp: Drawing = ({ main, dark, light }) => [
  shape('M226 210 L414 210 L600 520 H40Z', '#fff3cf66'),
  oval(320, 512, 92, 14, dark),
  rect(228, 496, 184, 16, main, 8),
  rect(314, 200, 12, 300, main),
  rect(314, 200, 4, 300, light),
  shape('M256 110 H384 L424 212 H216Z', '#eadfc8'),
  shape('M256 110 H300 L276 212 H216Z', '#f6eedd'),
  rect(216, 208, 208, 8, '#cbb892', 3),
  circle(320, 102, 9, main),
];

const clamplamp: Drawing = ({ main, dark, light }) => [
  rect(80, 470, 480, 26, WOOD.main, 4),
  rect(150, 452, 56, 70, dark, 6),
  stroke('M178 452 L250 270 L420 190', main, 14),
  stroke('M178 452 L250 270', light, 4),
  circle(250, 270, 16, dark),
  turned(28, 420, 190, shape('M386 176 H454 L500 268 H340Z', main), shape('M386 176 H414 L388 268 H340Z', light)),
  turned(28, 420, 190, oval(420, 268, 80, 13, '#fff0c4'), circle(420, 172, 14, dark)),
];

const pendant: Drawing = ({ main }) => [
  rect(317, 60, 6, 110, INK),
  circle(320, 330, 168, '#fff1c9'),
  circle(320, 330, 158, main),
  each(9, (at) => stroke(`M320 172 Q${176 + at * 36} 330 320 488`, '#dccfb4', 3)),
  oval(320, 174, 30, 9, '#cdbf9f'),
  oval(320, 486, 30, 9, '#cdbf9f'),
];

const mat: Drawing = ({ main, dark, light }) => [
  shape('M110 420 L170 260 H520 L560 420Z', dark),
  shape('M110 410 L170 250 H520 L560 410Z', main),
  stroke('M132 398 L180 264 H508 L540 398Z', light, 3),
  shape('M240 360 L256 300 H420 L432 360Z', PAPER),
  each(3, (at) => stroke(`M${268 - at * 5} ${316 + at * 15} H${400 + at * 5}`, '#cfc4b0', 3)),
  turned(-24, 470, 330, rect(440, 326, 90, 9, BRASS.main, 4)),
];

const pen: Drawing = ({ main, dark, light, deep }) => [
  turned(
    -38,
    320,
    330,
    rect(110, 306, 250, 46, main, 22),
    rect(120, 312, 230, 10, light, 5),
    rect(352, 302, 18, 54, BRASS.main, 3),
    rect(368, 308, 84, 42, dark, 6),
    shape('M452 312 L530 326 L540 330 L530 334 L452 348Z', STEEL.light),
    stroke('M470 330 H532', deep, 2),
    circle(472, 330, 4, deep),
    rect(120, 296, 170, 8, BRASS.light, 4),
  ),
  stroke('M150 500 C200 470 230 530 280 500 S360 470 400 500', deep, 5),
];

const pencils: Drawing = ({ main, dark, light }) => [
  rect(170, 330, 300, 190, '#cdb78d', 8),
  rect(170, 330, 300, 26, '#b89d6e', 8),
  each(6, (at) => {
    const [x, top] = [190 + at * 46, 150 + (at % 3) * 34];
    const body = rect(x, top + 40, 32, 300 - top, at % 2 === 0 ? main : light, 0);
    return (
      body +
      shape(`M${x} ${top + 42} L${x + 16} ${top} L${x + 32} ${top + 42}Z`, '#c9a877') +
      circle(x + 16, top + 6, 6, INK)
    );
  }),
  rect(170, 360, 300, 160, '#dcc9a2', 8),
  rect(230, 410, 180, 50, PAPER, 4),
  stroke('M254 436 H386', dark, 5),
];

const book: Drawing = ({ main, dark, light, deep }) => [
  shape('M180 190 Q180 160 210 160 H470 V480 H210 Q180 480 180 510Z', dark),
  rect(196, 476, 274, 34, PAPER),
  each(3, (at) => stroke(`M204 ${484 + at * 8} H468`, '#d8ccb5', 2)),
  shape('M180 500 Q180 474 210 474 H470 V160 H210 Q180 160 180 190Z', main),
  rect(180, 186, 26, 292, dark),
  rect(250, 220, 170, 96, PAPER, 4),
  stroke('M272 252 H398 M272 280 H360', deep, 5),
  shape('M420 510 v44 l12 -12 l12 12 v-44Z', light),
  stroke('M196 510 H470', deep, 5),
];

const planner: Drawing = ({ main, dark, pale }) => [
  shape('M90 230 Q200 190 320 232 Q440 190 550 230 V490 Q440 452 320 494 Q200 452 90 490Z', dark),
  shape('M104 222 Q204 186 320 226 V478 Q204 440 104 474Z', PAPER),
  shape('M536 222 Q436 186 320 226 V478 Q436 440 536 474Z', '#f3ecdd'),
  each(5, (at) => stroke(`M128 ${262 + at * 40} Q210 ${234 + at * 40} 296 ${262 + at * 40}`, pale, 4)),
  stroke('M320 226 V478', dark, 4),
  shape('M356 240 v80 l12 -12 l12 12 v-84Z', main),
];

const inkwell: Drawing = ({ main, dark, light, deep }) => [
  shape(
    'M200 360 Q200 320 250 312 V270 H390 V312 Q440 320 440 360 V500 Q440 520 420 520 H220 Q200 520 200 500Z',
    '#dfe7e8',
  ),
  shape('M212 390 H428 V496 Q428 510 414 510 H226 Q212 510 212 496Z', main),
  shape('M212 390 H250 V510 H226 Q212 510 212 496Z', light),
  rect(236, 226, 168, 48, deep, 8),
  rect(244, 234, 152, 10, dark, 4),
  rect(262, 410, 116, 66, PAPER, 4),
  stroke('M282 436 H358 M282 454 H330', deep, 4),
];

const envelope: Drawing = ({ main, dark }) => [
  turned(
    -6,
    320,
    360,
    rect(150, 210, 300, 220, PAPER, 2),
    each(5, (at) => stroke(`M180 ${246 + at * 30} H420`, '#d9cdb6', 3)),
  ),
  rect(180, 320, 330, 200, main, 4),
  shape('M180 324 L345 436 L510 324 V320 H180Z', '#6b86a8'),
  stroke('M182 322 L345 438 L508 322', dark, 3),
  circle(345, 438, 26, '#9c3a34'),
  circle(345, 438, 15, '#b64b43'),
];

const tray: Drawing = ({ main, dark, light, deep }) => [
  shape('M100 470 L140 330 H500 L540 470 Q540 496 516 496 H124 Q100 496 100 470Z', dark),
  shape('M100 458 L140 318 H500 L540 458Z', main),
  each(4, (at) => stroke(`M${168 - at * 10} ${344 + at * 28} H${400 + at * 8}`, dark, 12)),
  oval(462, 396, 42, 36, dark),
  stroke('M176 344 H388', deep, 7),
  stroke('M150 400 H400', '#b3583a', 7),
  circle(462, 404, 20, '#6b3d25'),
  stroke('M112 452 L150 324 H490', light, 3),
];

const gift: Drawing = ({ main, dark, light }) => [
  rect(150, 280, 340, 240, main, 6),
  rect(136, 232, 368, 62, dark, 6),
  rect(136, 232, 368, 14, light, 6),
  rect(298, 232, 44, 288, PAPER),
  shape('M320 232 C250 120 190 160 216 206 C228 228 280 232 320 232Z', PAPER),
  shape('M320 232 C390 120 450 160 424 206 C412 228 360 232 320 232Z', '#e9dfca'),
  circle(320, 228, 18, '#dccdae'),
];

const stool: Drawing = ({ main, dark, light }) => [
  oval(320, 508, 120, 18, WOOD.dark),
  oval(320, 500, 112, 16, WOOD.main),
  shape('M306 290 H334 L344 496 H296Z', WOOD.dark),
  rect(196, 226, 248, 74, dark, 34),
  rect(196, 214, 248, 66, main, 33),
  rect(216, 222, 208, 14, light, 7),
];

const chair: Drawing = ({ main, dark, light }) => [
  shape('M206 350 L186 520 H204 L232 350Z M434 350 L454 520 H436 L408 350Z', dark),
  shape('M236 356 L228 500 H242 L252 356Z M404 356 L412 500 H398 L388 356Z', main),
  shape('M222 340 L204 120 H222 L246 340Z M418 340 L436 120 H418 L394 340Z', main),
  shape('M200 118 Q320 86 440 118 V178 Q320 146 200 178Z', light),
  shape('M200 112 Q320 80 440 112 V166 Q320 134 200 166Z', main),
  shape('M196 336 H444 L460 368 H180Z', '#dcc9a2'),
  each(7, (at) => stroke(`M${222 + at * 32} 338 L${212 + at * 36} 366`, '#bfa878', 3)),
];

const shelf: Drawing = ({ main, dark }) => [
  rect(140, 130, 16, 380, dark, 4),
  rect(484, 130, 16, 380, dark, 4),
  ...[210, 340, 480].map((y) => rect(130, y, 380, 18, main, 3)),
  ...['#b3583a', '#2f3f60', '#76854f', '#dca43c', '#7f2f36'].map((fill, at) =>
    rect(176 + at * 30, 130 + (at % 3) * 8, 24, 80 - (at % 3) * 8, fill, 2),
  ),
  turned(-12, 410, 180, rect(360, 150, 90, 60, PAPER, 2)),
  shape('M190 340 v-62 h70 v62Z', '#eee3cb'),
  shape('M300 340 v-76 h56 v76Z M366 340 v-58 h80 v58Z', '#d8a09b'),
  circle(230, 440, 38, '#c4734f'),
  rect(350, 420, 90, 60, '#8db2c9', 3),
];

export const DESK_DRAWINGS: { readonly [kind: string]: Drawing } = {
  desk,
  trestle,
  lamp,
  clamplamp,
  pendant,
  mat,
  pen,
  pencils,
  book,
  planner,
  inkwell,
  envelope,
  tray,
  gift,
  stool,
  chair,
  shelf,
};
