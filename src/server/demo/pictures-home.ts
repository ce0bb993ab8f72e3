// Drawings of what is for the home.
import { INK, PAPER, STEEL, WOOD, circle, each, oval, rect, shape, stroke, turned } from './shapes.ts';
import type { Drawing } from './shapes.ts';

const cup: Drawing = ({ main, dark, light, pale }) => [
  stroke('M438 320 C540 300 540 450 424 450', dark, 26),
  shape('M196 260 H444 L424 480 Q420 520 380 520 H260 Q220 520 216 480Z', main),
  shape('M196 260 H250 L262 520 Q220 520 216 480Z', light),
  shape('M199 292 H441 L445 256 H195Z', pale),
  oval(320, 258, 125, 24, dark),
  oval(320, 262, 112, 18, '#5b3b26'),
  stroke('M280 210 Q262 180 280 150 T280 96 M340 214 Q322 184 340 154 T340 100', '#ffffffaa', 8),
];

const bowl: Drawing = ({ main, dark, light, pale }) => [
  shape('M140 300 H500 Q490 470 380 512 H260 Q150 470 140 300Z', main),
  shape('M140 300 H230 Q230 440 300 512 H260 Q150 470 140 300Z', light),
  shape('M142 330 Q230 372 320 342 T498 330 L500 300 H140Z', pale),
  rect(262, 504, 116, 16, dark, 5),
  oval(320, 300, 180, 36, dark),
  oval(320, 306, 164, 27, '#f1e7d0'),
  ...[
    [262, 300],
    [300, 310],
    [338, 298],
    [376, 308],
    [320, 318],
  ].map(([x, y], at) => circle(x!, y!, 13, at % 2 === 0 ? '#4a4f86' : '#a23a45')),
];

const teapot: Drawing = ({ main, dark, light, deep }) => [
  stroke('M240 250 C230 120 410 120 400 250', '#b98f58', 14),
  shape('M452 340 Q520 330 548 250 L570 258 Q556 400 448 430Z', dark),
  circle(320, 390, 140, main),
  shape('M196 330 Q220 260 300 254 Q220 320 232 470 Q170 420 196 330Z', light),
  oval(320, 262, 74, 18, dark),
  oval(320, 256, 70, 15, deep),
  circle(320, 238, 16, '#b98f58'),
  rect(250, 512, 140, 12, deep, 6),
];

const carafe: Drawing = ({ main, pale }) => [
  shape('M276 180 H364 V270 Q450 320 450 430 Q450 520 380 520 H260 Q190 520 190 430 Q190 320 276 270Z', '#ffffff88'),
  shape('M200 410 H440 Q446 510 378 510 H262 Q194 510 200 410Z', pale),
  oval(320, 410, 120, 18, main),
  stroke('M276 180 V270 Q190 320 190 430 Q190 520 260 520 H380 Q450 520 450 430 Q450 320 364 270 V180', main, 6),
  shape('M268 110 H372 V196 Q372 206 362 206 H278 Q268 206 268 196Z', '#ffffffaa'),
  stroke('M268 110 V196 Q268 206 278 206 H362 Q372 206 372 196 V110Z', main, 5),
  stroke('M222 400 Q222 350 262 316', '#ffffff', 8),
];

const board: Drawing = ({ main, dark, light }) => [
  turned(
    -14,
    320,
    360,
    shape('M180 240 Q180 200 230 200 H410 Q460 200 460 240 V470 Q460 510 410 510 H230 Q180 510 180 470Z', main),
    shape('M292 210 V120 Q292 92 320 92 Q348 92 348 120 V210Z', main),
    circle(320, 124, 12, dark),
    stroke(
      'M220 230 Q260 330 216 480 M280 216 Q330 340 270 496 M350 216 Q390 360 340 500 M416 230 Q436 360 410 480',
      dark,
      4,
    ),
    stroke('M196 246 Q196 214 232 214', light, 6),
  ),
  turned(-14, 320, 360, oval(360, 430, 66, 40, '#d9a865'), oval(360, 424, 58, 33, '#f0d9ac')),
];

const knife: Drawing = ({ main, dark }) => [
  turned(
    -28,
    320,
    330,
    shape('M250 296 H548 Q566 316 548 336 L250 352Z', STEEL.light),
    each(14, (at) => shape(`M${262 + at * 20} 350 l10 12 l10 -14Z`, STEEL.light)),
    rect(238, 290, 16, 64, STEEL.dark, 4),
    rect(76, 294, 166, 56, main, 24),
    rect(90, 302, 140, 12, dark, 6),
    ...[120, 160, 200].map((x) => circle(x, 326, 7, '#d8c08a')),
  ),
];

const pan: Drawing = ({ main, dark, light }) => [
  rect(430, 318, 150, 34, WOOD.main, 16),
  rect(424, 322, 26, 26, STEEL.dark, 4),
  shape('M160 300 L132 284 L168 268Z', dark),
  shape('M160 280 H440 V470 Q440 520 390 520 H210 Q160 520 160 470Z', main),
  shape('M160 280 H220 V520 H210 Q160 520 160 470Z', light),
  rect(150, 268, 300, 22, INK, 10),
  oval(300, 270, 138, 14, '#f5efe2'),
  stroke('M262 230 Q246 204 262 178 M322 234 Q306 208 322 182', '#ffffffaa', 8),
];

const tin: Drawing = ({ main, dark, light, pale }) => [
  rect(200, 240, 240, 280, main, 14),
  rect(200, 240, 60, 280, light, 14),
  rect(190, 196, 260, 60, dark, 12),
  rect(202, 206, 236, 12, main, 6),
  rect(236, 300, 168, 150, PAPER, 80),
  stroke('M320 430 V330', '#76854f', 6),
  ...[350, 380, 410].flatMap((y) => [
    shape(`M320 ${y} q-40 -4 -52 -34 q40 0 52 34Z`, '#76854f'),
    shape(`M320 ${y} q40 -4 52 -34 q-40 0 -52 34Z`, pale),
  ]),
];

const blanket: Drawing = ({ main, dark, light, pale }) => [
  rect(130, 410, 380, 110, dark, 30),
  rect(140, 320, 360, 110, main, 30),
  rect(150, 236, 340, 104, light, 30),
  rect(150, 276, 340, 12, pale),
  rect(150, 298, 340, 6, pale),
  rect(140, 372, 360, 12, pale),
  rect(130, 460, 380, 12, pale),
  each(18, (at) => stroke(`M${146 + at * 20} 518 v22`, dark, 5)),
];

const checked: Drawing = ({ main, dark, pale }) => [
  rect(150, 300, 340, 200, PAPER, 40),
  each(5, (at) => rect(176 + at * 66, 300, 30, 200, `${main}99`)),
  each(3, (at) => rect(150, 324 + at * 62, 340, 28, `${main}99`)),
  ...[220, 400].map((x) => rect(x, 288, 24, 224, '#7b4a2c', 4)),
  ...[220, 400].map((x) => rect(x - 3, 380, 30, 30, '#d8c08a', 4)),
  stroke('M232 288 C236 200 408 200 412 288', '#7b4a2c', 16),
  rect(150, 488, 340, 18, dark, 9),
  rect(160, 306, 320, 8, pale, 4),
];

const cushion: Drawing = ({ main, dark, light }) => [
  shape('M150 200 Q320 244 490 200 Q450 360 490 520 Q320 476 150 520 Q190 360 150 200Z', dark),
  shape('M156 192 Q320 236 484 192 Q444 350 484 508 Q320 464 156 508 Q196 350 156 192Z', main),
  stroke('M190 226 Q320 258 450 226 M190 476 Q320 446 450 476', light, 5),
  ...[266, 320, 374].map((x) => circle(x, 350, 9, dark)),
  stroke('M236 350 H404', dark, 2),
];

const rug: Drawing = ({ main, dark, light, pale }) => [
  shape('M90 480 L200 240 H440 L550 480Z', dark),
  shape('M112 466 L212 252 H428 L528 466Z', pale),
  shape('M140 448 L226 266 H414 L500 448Z', main),
  ...[
    [320, 300, 34],
    [320, 352, 48],
    [320, 412, 60],
  ].map(([x, y, r]) => shape(`M${x} ${y! - r! / 2} L${x! + r!} ${y} L${x} ${y! + r! / 2} L${x! - r!} ${y}Z`, light)),
  each(16, (at) => stroke(`M${96 + at * 30} 482 v18`, dark, 5)),
];

const towel: Drawing = ({ main, dark, light }) => [
  rect(110, 150, 420, 18, WOOD.main, 9),
  circle(110, 159, 16, WOOD.dark),
  circle(530, 159, 16, WOOD.dark),
  rect(190, 146, 260, 354, main, 10),
  each(8, (at) => stroke(`M${206 + at * 33} 176 V470`, dark, 2)),
  each(10, (at) => stroke(`M192 ${190 + at * 30} H448`, dark, 2)),
  rect(190, 146, 260, 22, light, 10),
  rect(190, 470, 260, 14, light),
];

const cloth: Drawing = ({ main, dark, light, pale }) => [
  shape(
    'M110 300 L170 240 H470 L530 300 Q512 410 530 500 L470 470 L410 506 L350 470 L290 506 L230 470 L170 506 L110 480 Q128 400 110 300Z',
    main,
  ),
  shape('M110 300 L170 240 H470 L530 300Z', light),
  stroke('M230 306 Q222 400 232 466 M350 306 Q344 400 350 466 M450 306 Q458 390 470 466', dark, 3),
  oval(320, 264, 60, 12, pale),
  shape('M300 262 Q300 200 320 200 Q340 200 340 262Z', '#8db2c9'),
  stroke('M320 204 V150', '#4f7d5c', 5),
  circle(320, 146, 18, '#d8a09b'),
];

const apron: Drawing = ({ main, dark, light }) => [
  stroke('M246 150 C210 96 300 70 320 70 C340 70 430 96 394 150', dark, 12),
  shape('M240 146 H400 L420 260 Q500 290 496 330 L480 520 H160 L144 330 Q140 290 220 260Z', main),
  shape('M240 146 H272 L262 268 L190 520 H160 L144 330 Q140 290 220 260Z', light),
  rect(250, 356, 140, 96, dark, 6),
  rect(256, 350, 128, 94, main, 6),
  stroke('M320 352 V440', dark, 3),
  stroke('M360 350 V290', WOOD.main, 10),
  oval(360, 280, 16, 24, WOOD.main),
];

const candles: Drawing = ({ main, dark, light }) => [
  stroke('M250 190 C260 110 380 110 390 190', PAPER, 5),
  ...[226, 366].flatMap((x) => [
    shape(`M${x + 6} 190 H${x + 42} L${x + 48} 520 H${x}Z`, main),
    shape(`M${x + 6} 190 H${x + 18} L${x + 14} 520 H${x}Z`, light),
    oval(x + 24, 192, 18, 7, dark),
  ]),
  ...[250, 390].map((x) => shape(`M${x} 120 Q${x + 22} 160 ${x} 182 Q${x - 22} 160 ${x} 120Z`, '#f7c65a')),
  ...[250, 390].map((x) => shape(`M${x} 144 Q${x + 10} 164 ${x} 178 Q${x - 10} 164 ${x} 144Z`, '#fff3cf')),
];

const soap: Drawing = ({ main, dark, light, pale }) => [
  shape('M120 470 L150 500 H490 L520 470Z', WOOD.dark),
  each(6, (at) => rect(140 + at * 62, 462, 44, 18, WOOD.main, 6)),
  rect(170, 330, 300, 134, dark, 36),
  rect(170, 318, 300, 126, main, 36),
  rect(196, 334, 248, 14, light, 7),
  stroke('M250 400 H390', dark, 6),
  shape('M320 360 l18 32 h-36Z M320 378 l24 40 h-48Z', dark),
  ...[
    [210, 296, 18],
    [246, 270, 11],
    [420, 286, 22],
    [462, 256, 9],
  ].map(([x, y, r]) => circle(x!, y!, r!, pale)),
];

const spray: Drawing = ({ main, dark, light, pale }) => [
  rect(220, 260, 200, 260, main, 26),
  rect(220, 260, 52, 260, light, 26),
  rect(286, 204, 68, 62, dark, 6),
  rect(270, 150, 100, 60, INK, 12),
  rect(244, 164, 30, 20, INK, 6),
  rect(248, 330, 144, 130, PAPER, 6),
  shape('M320 350 l30 46 h-18 l24 36 h-72 l24 -36 h-18Z', dark),
  each(9, (at) =>
    circle(214 - (at % 3) * 34 - Math.floor(at / 3) * 8, 148 + Math.floor(at / 3) * 26, 6 - (at % 3), pale),
  ),
];

const vase: Drawing = ({ main, dark, light }) => [
  stroke(
    'M320 250 C310 180 350 150 340 70 M336 180 C380 160 390 130 400 110 M328 210 C290 190 280 160 262 146',
    '#5d4a33',
    6,
  ),
  ...[
    [340, 70],
    [400, 110],
    [262, 146],
    [352, 120],
    [300, 176],
  ].map(([x, y]) => circle(x!, y!, 15, '#e7b9a8')),
  shape('M286 236 H354 V280 Q450 330 450 410 Q450 500 396 520 H244 Q190 500 190 410 Q190 330 286 280Z', main),
  each(6, (at) =>
    stroke(
      `M${298 + at * 9} 270 Q${206 + at * 46} 340 ${216 + at * 42} 420 T${262 + at * 24} 514`,
      at < 2 ? light : dark,
      4,
    ),
  ),
  rect(280, 228, 80, 18, dark, 8),
];

const plant: Drawing = ({ main, dark, light }) => [
  each(9, (at) => {
    const [x, y] = [120 + at * 50, 150 + Math.abs(at - 4) * 34];
    return stroke(`M320 380 Q${320 + (x - 320) * 0.3} ${y} ${x} ${y + 20}`, dark, 4);
  }),
  each(36, (at) => {
    const [branch, step] = [at % 9, 1 + Math.floor(at / 9)];
    const [x, y] = [120 + branch * 50, 150 + Math.abs(branch - 4) * 34];
    const t = 0.3 + step * 0.17;
    const px = (1 - t) ** 2 * 320 + 2 * t * (1 - t) * (320 + (x - 320) * 0.3) + t ** 2 * x;
    const py = (1 - t) ** 2 * 380 + 2 * t * (1 - t) * y + t ** 2 * (y + 20);
    return oval(Math.round(px), Math.round(py), 20, 12, at % 2 === 0 ? main : light);
  }),
  shape('M224 370 H416 L394 520 H246Z', '#c4734f'),
  rect(212, 356, 216, 36, '#b0623f', 6),
];

const clock: Drawing = ({ main, dark }) => [
  circle(320, 320, 190, WOOD.dark),
  circle(320, 316, 186, WOOD.main),
  circle(320, 316, 160, main),
  each(12, (at) => turned(at * 30, 320, 316, rect(316, 168, 8, at % 3 === 0 ? 34 : 20, INK, 4))),
  turned(-58, 320, 316, rect(313, 216, 14, 112, INK, 7)),
  turned(52, 320, 316, rect(315, 182, 10, 148, INK, 5)),
  circle(320, 316, 12, '#b3583a'),
  stroke('M196 250 A140 140 0 0 1 260 190', dark, 4),
];

export const HOME_DRAWINGS: { readonly [kind: string]: Drawing } = {
  cup,
  bowl,
  teapot,
  carafe,
  board,
  knife,
  pan,
  tin,
  blanket,
  checked,
  cushion,
  rug,
  towel,
  cloth,
  apron,
  candles,
  soap,
  spray,
  vase,
  plant,
  clock,
};
