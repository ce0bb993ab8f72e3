// Draws the samples of a soak as one SVG picture: a small chart per series, all over the same time.
import * as echarts from 'echarts';
import type { Row } from './series.ts';

const [WIDTH, HEIGHT, COLUMNS] = [420, 200, 2];
/** More points than pixels are drawn as the peaks and troughs that they have: `lttb` of the library. */
const CHARTS: readonly (readonly [column: keyof Row, title: string])[] = [
  ['rssMb', 'RSS, MB'],
  ['journalMapMb', "LMDB's map, MB of the RSS"],
  ['anonymousMb', 'RSS without mapped files, MB'],
  ['heapPagesMb', "V8's heap, MB of the RSS"],
  ['outsideMb', "outside of V8's heap and of files, MB of the RSS"],
  ['heapMb', 'used heap, MB'],
  ['heapAfterGcMb', 'used heap after a collection, MB'],
  ['externalMb', 'buffers outside of the heap, MB'],
  ['loopP99Ms', 'delay of the event loop, p99, ms'],
  ['callsPerSecond', 'calls per second'],
  ['p50Ms', 'latency, p50, ms'],
  ['p99Ms', 'latency, p99, ms'],
  ['journalMb', 'data directory, MB'],
  ['snapshotsMb', 'snapshot files, MB'],
  ['openSessions', 'open sessions'],
  ['residentActors', 'actors in memory'],
  ['threads', 'threads'],
  ['descriptors', 'open descriptors'],
];

export const drawn = (rows: readonly Row[]): string => {
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH * COLUMNS,
    height: HEIGHT * Math.ceil(CHARTS.length / COLUMNS),
  });
  const place = (index: number) => ({ left: (index % COLUMNS) * WIDTH, top: Math.floor(index / COLUMNS) * HEIGHT });
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: CHARTS.map(([, text], index) => ({
      text,
      left: place(index).left + 50,
      top: place(index).top + 6,
      textStyle: { fontSize: 13 },
    })),
    grid: CHARTS.map((_, index) => ({
      left: place(index).left + 50,
      top: place(index).top + 32,
      width: WIDTH - 70,
      height: HEIGHT - 62,
    })),
    xAxis: CHARTS.map((_, gridIndex) => ({
      gridIndex,
      type: 'value',
      max: 'dataMax',
      axisLabel: { formatter: (minutes: number) => `${Math.round(minutes * 10) / 10} min` },
      splitNumber: 4,
    })),
    yAxis: CHARTS.map((_, gridIndex) => ({ gridIndex, type: 'value', min: 0, splitNumber: 3 })),
    series: CHARTS.map(([column], index) => ({
      type: 'line',
      xAxisIndex: index,
      yAxisIndex: index,
      showSymbol: false,
      sampling: 'lttb',
      lineStyle: { width: 1 },
      data: rows.map((row) => [row.seconds / 60, Number.isNaN(row[column]) ? null : row[column]]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
};
