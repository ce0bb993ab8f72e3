// Drawings of what is for outdoors.
import { BRASS, INK, PAPER, STEEL, WOOD, circle, each, oval, rect, shape, stroke, turned } from './shapes.ts';
import type { Drawing } from './shapes.ts';

const LEATHER = '#7b4a2c';

const rucksack: Drawing = ({ main, dark, light, deep }) => [
  stroke('M262 150 C262 90 378 90 378 150', LEATHER, 14),
  rect(170, 190, 300, 330, main, 60),
  rect(170, 190, 70, 330, light, 60),
  rect(188, 128, 264, 90, dark, 30),
  rect(188, 128, 264, 26, main, 13),
  ...[240, 380].map((x) => rect(x, 150, 22, 150, LEATHER, 4)),
  ...[240, 380].map((x) => rect(x - 4, 270, 30, 28, BRASS.light, 4)),
  rect(214, 356, 212, 130, dark, 22),
  rect(214, 356, 212, 40, deep, 18),
  rect(310, 384, 20, 40, LEATHER, 4),
];

const tote: Drawing = ({ main, dark, light }) => [
  stroke('M236 280 C236 110 404 110 404 280', dark, 20),
  shape('M150 260 H490 L470 520 H170Z', main),
  shape('M150 260 H206 L214 520 H170Z', light),
  rect(150, 256, 340, 18, dark, 4),
  ...[226, 394].map((x) => rect(x, 256, 20, 76, dark, 4)),
  circle(320, 400, 58, '#2f3f60'),
  shape('M290 424 V376 h14 v18 l22 -18 h20 l-26 21 l28 27 h-20 l-24 -23 v23Z', PAPER),
];

const basket: Drawing = ({ main, dark, light }) => [
  stroke('M160 290 H480', LEATHER, 6),
  shape('M140 280 H500 L460 500 Q456 520 430 520 H210 Q184 520 180 500Z', main),
  each(6, (at) => stroke(`M${146 + at * 6} ${320 + at * 36} H${494 - at * 6}`, at % 2 === 0 ? dark : light, 10)),
  each(11, (at) => stroke(`M${164 + at * 31} 292 L${196 + at * 25} 514`, dark, 4)),
  rect(130, 262, 380, 30, dark, 15),
  ...[210, 400].map((x) => rect(x, 220, 26, 120, LEATHER, 6)),
  ...[300, 330, 362].map((x, at) => shape(`M${x} 264 q-16 -80 ${8 - at * 4} -130 q26 50 12 130Z`, '#d9a865')),
];

const flask: Drawing = ({ main, dark, light, deep }) => [
  rect(268, 90, 104, 90, STEEL.main, 16),
  rect(276, 98, 20, 74, STEEL.light, 8),
  rect(260, 172, 120, 18, STEEL.dark, 6),
  shape('M262 190 H378 Q420 214 420 270 V490 Q420 520 390 520 H250 Q220 520 220 490 V270 Q220 214 262 190Z', main),
  shape('M262 190 H286 Q254 220 254 280 V520 H250 Q220 520 220 490 V270 Q220 214 262 190Z', light),
  rect(220, 430, 200, 14, dark),
  shape('M290 380 l30 -52 l18 28 l12 -16 l24 40Z', deep),
];

const kettle: Drawing = ({ main, dark, light, deep }) => [
  stroke('M214 290 C200 120 440 120 426 290', deep, 10),
  shape('M440 360 Q500 340 516 270 L548 280 Q540 420 436 440Z', dark),
  shape('M190 340 Q200 270 320 270 Q440 270 450 340 L470 490 Q470 520 440 520 H200 Q170 520 170 490Z', main),
  shape('M190 340 Q200 280 270 272 Q226 300 220 520 H200 Q170 520 170 490Z', light),
  oval(320, 276, 76, 16, dark),
  circle(320, 252, 14, INK),
  shape('M176 500 Q320 470 464 500 L466 520 H174Z', '#3a3634'),
];

const pocketknife: Drawing = ({ main, dark, light }) => [
  turned(
    -20,
    320,
    340,
    shape('M310 312 H520 Q566 318 586 344 Q560 362 520 362 H310Z', STEEL.light),
    stroke('M330 322 H520', STEEL.dark, 3),
    rect(90, 300, 236, 74, main, 34),
    rect(110, 310, 190, 14, light, 7),
    stroke('M120 348 Q200 330 290 350 M140 362 Q210 350 270 364', dark, 3),
    rect(300, 296, 30, 82, BRASS.main, 6),
  ),
];

const lantern: Drawing = ({ main, dark, light, deep }) => [
  stroke('M220 240 C220 90 420 90 420 240', STEEL.dark, 7),
  rect(276, 130, 88, 40, main, 10),
  shape('M250 170 H390 L404 206 H236Z', dark),
  stroke('M214 230 V470 M426 230 V470', main, 16),
  shape('M256 206 H384 Q424 320 384 410 H256 Q216 320 256 206Z', '#fdf1cfcc'),
  shape('M320 260 Q356 320 336 372 Q320 392 304 372 Q284 320 320 260Z', '#f2a83c'),
  shape('M320 306 Q338 340 328 368 Q320 378 312 368 Q302 340 320 306Z', '#fff3cf'),
  rect(250, 402, 140, 26, deep, 8),
  shape('M210 440 Q210 424 236 424 H404 Q430 424 430 440 V496 Q430 520 400 520 H240 Q210 520 210 496Z', main),
  rect(224, 436, 40, 70, light, 14),
  circle(412, 470, 12, BRASS.light),
];

const BODY = 'M240 180 L290 160 Q320 190 350 160 L400 180 L420 520 H220Z';
const LEFT_ARM = 'M240 180 Q180 200 160 300 L130 440 L186 456 L226 320Z';
const RIGHT_ARM = 'M400 180 Q460 200 480 300 L510 440 L454 456 L414 320Z';

const jacket: Drawing = ({ main, dark, light, deep }) => [
  shape('M250 176 Q252 90 320 90 Q388 90 390 176 Q320 210 250 176Z', dark),
  shape('M272 172 Q276 116 320 116 Q364 116 368 172 Q320 196 272 172Z', deep),
  shape(LEFT_ARM, dark),
  shape(RIGHT_ARM, dark),
  shape(BODY, main),
  shape('M240 180 L282 164 L262 520 H220Z', light),
  stroke('M320 186 V516', deep, 5),
  ...[238, 346].map((x) => rect(x, 380, 56, 16, deep, 4)),
  ...[220, 300, 380, 460].map((y) => circle(334, y, 6, deep)),
  stroke('M138 420 L190 434 M502 420 L450 434', deep, 5),
];

const jumper: Drawing = ({ main, dark, light }) => [
  shape(LEFT_ARM, dark),
  shape(RIGHT_ARM, dark),
  shape(BODY, main),
  each(9, (at) =>
    stroke(`M${248 + at * 18} ${186 + Math.abs(at - 4) * 2} L${238 + at * 20.5} 492`, at % 2 === 0 ? dark : light, 4),
  ),
  shape('M218 484 H422 L424 520 H216Z', dark),
  stroke('M286 166 Q320 204 354 166', dark, 16),
  shape('M134 424 L190 440 L186 458 L130 442Z M506 424 L450 440 L454 458 L510 442Z', light),
];

const waistcoat: Drawing = ({ main, dark, light, deep }) => [
  shape('M234 170 L286 150 Q320 180 354 150 L406 170 Q404 250 426 290 L430 520 H210 L214 290 Q236 250 234 170Z', main),
  shape('M234 170 L270 156 L256 520 H210 L214 290 Q236 250 234 170Z', light),
  ...[240, 300, 360, 420, 476].map((y) => stroke(`M216 ${y} Q320 ${y + 14} 426 ${y}`, dark, 4)),
  stroke('M320 176 V516', deep, 5),
  ...[216, 276, 336, 396, 456].map((y) => circle(334, y, 8, BRASS.main)),
  stroke('M286 154 Q320 190 354 154', dark, 14),
  rect(236, 430, 62, 12, deep, 4),
  rect(350, 430, 58, 12, deep, 4),
];

const beanie: Drawing = ({ main, dark, light }) => [
  shape('M170 430 Q160 180 320 170 Q480 180 470 430Z', main),
  each(9, (at) => stroke(`M320 176 Q${196 + at * 31} 250 ${192 + at * 32} 420`, at % 2 === 0 ? dark : light, 5)),
  rect(150, 400, 340, 96, dark, 30),
  each(15, (at) => stroke(`M${176 + at * 21} 414 V484`, main, 6)),
  rect(400, 430, 40, 30, PAPER, 3),
];

const hat: Drawing = ({ main, dark, light }) => [
  oval(320, 430, 240, 66, dark),
  oval(320, 418, 240, 62, main),
  stroke('M110 420 Q320 500 530 420 M140 400 Q320 460 500 400', dark, 3),
  shape('M200 400 Q196 230 320 226 Q444 230 440 400 Q320 440 200 400Z', light),
  each(4, (at) => stroke(`M210 ${290 + at * 26} Q320 ${312 + at * 30} 430 ${290 + at * 26}`, dark, 2)),
  shape('M198 370 Q320 412 442 370 L441 404 Q320 444 200 404Z', '#2f3f60'),
];

const socks: Drawing = ({ main, dark, light }) => [
  turned(
    6,
    250,
    330,
    shape('M330 120 H430 V380 Q440 420 480 440 Q510 460 490 492 Q470 516 430 506 L350 470 Q322 454 326 410Z', dark),
  ),
  shape('M190 130 H296 V390 Q300 420 350 446 Q384 466 366 500 Q346 526 300 514 L214 476 Q186 460 188 416Z', main),
  rect(184, 120, 118, 56, light, 10),
  each(6, (at) => stroke(`M${198 + at * 18} 126 V168`, main, 4)),
  shape('M188 400 Q230 410 240 470 L214 476 Q186 460 188 416Z', light),
  shape('M322 432 Q384 460 366 500 Q346 526 306 514 Q300 470 322 432Z', '#b3583a'),
];

const trowel: Drawing = ({ main, dark, light }) => [
  turned(
    32,
    320,
    320,
    rect(290, 60, 60, 190, main, 28),
    rect(300, 72, 14, 160, light, 7),
    stroke('M320 62 C280 20 360 20 320 62', LEATHER, 6),
    rect(294, 240, 52, 22, BRASS.main, 4),
    rect(310, 258, 20, 70, STEEL.dark, 4),
    shape('M256 326 H384 Q396 470 320 566 Q244 470 256 326Z', STEEL.main),
    shape('M256 326 H300 Q290 460 320 566 Q244 470 256 326Z', STEEL.light),
    each(5, (at) => stroke(`M346 ${366 + at * 30} h20`, dark, 4)),
  ),
];

const shears: Drawing = ({ main, dark, light }) => [
  shape('M300 290 Q250 150 320 80 Q352 180 340 280Z', STEEL.light),
  shape('M338 292 Q398 200 382 110 Q330 170 306 280Z', STEEL.dark),
  stroke('M332 300 C400 380 420 440 400 520', main, 30),
  stroke('M308 300 C240 380 220 440 240 520', main, 30),
  stroke('M300 316 C242 390 226 440 236 510', light, 8),
  stroke('M290 380 q30 -20 60 0 M286 400 q34 -20 68 0', STEEL.dark, 6),
  circle(320, 290, 22, BRASS.main),
  circle(320, 290, 8, dark),
];

const wateringcan: Drawing = ({ main, dark, light, deep }) => [
  stroke('M420 290 C540 220 560 440 436 460', dark, 20),
  stroke('M230 260 C240 160 400 160 410 260', dark, 16),
  shape('M214 400 L96 230 L124 214 L240 340Z', dark),
  turned(-34, 108, 220, rect(66, 196, 80, 30, deep, 8)),
  rect(206, 270, 230, 250, main, 22),
  rect(206, 270, 60, 250, light, 22),
  rect(196, 262, 250, 22, dark, 10),
  rect(206, 440, 230, 12, dark),
  ...[
    [70, 250],
    [52, 284],
    [88, 288],
    [64, 322],
    [96, 330],
  ].map(([x, y]) => shape(`M${x} ${y! - 12} q9 14 0 18 q-9 -4 0 -18Z`, '#8db2c9')),
];

const pot: Drawing = ({ main, dark, light }) => [
  oval(320, 512, 170, 20, dark),
  shape('M176 490 H464 L452 520 H188Z', main),
  shape('M196 280 H444 L408 500 H232Z', main),
  shape('M196 280 H252 L272 500 H232Z', light),
  rect(176, 226, 288, 66, dark, 8),
  rect(176, 226, 288, 56, main, 8),
  rect(176, 226, 66, 56, light, 8),
  oval(320, 228, 130, 15, '#4a3527'),
  stroke('M320 226 C316 180 326 160 320 130', '#4f7d5c', 7),
  shape('M320 170 q-60 -6 -70 -56 q58 2 70 56Z M320 160 q54 -10 62 -60 q-54 6 -62 60Z', '#76a05c'),
];

const seeds: Drawing = ({ main, dark, light }) => [
  turned(
    -5,
    320,
    330,
    rect(190, 120, 260, 390, PAPER, 8),
    rect(190, 120, 260, 60, main, 8),
    rect(190, 168, 260, 14, dark),
    stroke('M240 160 H400', PAPER, 7),
    ...[
      [250, 320, '#5b7fb5'],
      [320, 270, '#c9433d'],
      [392, 330, '#e2a33a'],
      [284, 390, light],
      [362, 400, '#8a6aa8'],
    ].flatMap(([x, y, fill]) => [
      stroke(`M${x} ${y} Q${(Number(x) + 320) / 2} 440 320 490`, '#5f8a55', 5),
      each(6, (at) => turned(at * 60, Number(x), Number(y), oval(Number(x), Number(y) - 18, 10, 17, String(fill)))),
      circle(Number(x), Number(y), 10, '#4a3527'),
    ]),
  ),
  ...[500, 520, 486].map((x, at) => oval(x, 500 - at * 16, 8, 5, WOOD.dark)),
];

export const OUTDOOR_DRAWINGS: { readonly [kind: string]: Drawing } = {
  rucksack,
  tote,
  basket,
  flask,
  kettle,
  pocketknife,
  lantern,
  jacket,
  jumper,
  waistcoat,
  beanie,
  hat,
  socks,
  trowel,
  shears,
  wateringcan,
  pot,
  seeds,
};
