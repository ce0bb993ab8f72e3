// A chart over time, by uPlot, in the colours of the page. What it shows is also said in words or in a table: a picture
// alone says nothing to those who do not see it, so it is named and otherwise silent.
import UPlot from 'uplot';
import { useEffect, useLayoutEffect, useRef } from '../preact.ts';
import { language, theme } from '../preferences.ts';

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** A custom property of the page's style: --accent. */
  readonly color: string;
  readonly isFilled?: boolean;
  readonly isDashed?: boolean;
}

interface ChartProps {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly formatTime: (seconds: number) => string;
  readonly height?: number;
  readonly isBars?: boolean;
  /** Times are days of a calendar, each by its midnight in UTC, whatever the zone of the browser. */
  readonly areDays?: boolean;
}

/** Returns the current value of a custom property, light or dark. */
const colorOf = (element: HTMLElement, name: string): string => {
  const probe = element.appendChild(document.createElement('span'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const clear = (color: string, share: number): string => `color-mix(in srgb, ${color} ${share * 100}%, transparent)`;

/** Makes the first and the last bar as wide as the others. */
const aroundBars: UPlot.Range.Function = (plot, min, max) => {
  const half = (max - min) / Math.max(1, plot.data[0].length - 1) / 2 || 1;
  return [min - half, max + half];
};

const optionsOf = (element: HTMLElement, props: ChartProps): UPlot.Options => {
  const { series, format, formatTime, height = 200, isBars = false, areDays = false } = props;
  const [ink, line] = [colorOf(element, '--ink-3'), colorOf(element, '--line')];
  const axis = { stroke: ink, font: '12px system-ui, sans-serif', ticks: { show: false }, gap: 6 };
  // The time after the last bar is not shown.
  const labelOf = (plot: UPlot) => (at: number) => (at > (plot.data[0].at(-1) ?? at) ? '' : formatTime(at));
  const bars = UPlot.paths.bars!({ size: [0.7, 28], radius: 0.15 });
  return {
    width: element.clientWidth,
    height,
    ...(areDays ? { tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') } : {}),
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    padding: [8, 8, 0, 0],
    scales: {
      ...(isBars ? { x: { range: aroundBars } } : {}),
      y: { range: (_, __, max) => [0, Math.max(max * 1.08, 1)] },
    },
    axes: [
      { ...axis, size: 30, grid: { show: false }, values: (plot, at) => at.map(labelOf(plot)), space: 70 },
      {
        ...axis,
        size: 56,
        grid: { stroke: line, width: 1 },
        values: (_, at) => at.map((value) => format(value)),
        space: 36,
      },
    ],
    series: [
      {},
      ...series.map(({ name, color, isFilled, isDashed }) => {
        const stroke = colorOf(element, color);
        return {
          label: name,
          stroke,
          width: isBars && isDashed !== true ? 0 : 1.75,
          ...(isDashed === true ? { dash: [4, 4] } : {}),
          ...(isBars && isDashed !== true ? { fill: stroke, paths: bars } : {}),
          ...(!isBars && isFilled === true ? { fill: clear(stroke, 0.1) } : {}),
          points: { show: false },
        };
      }),
    ],
  };
};

/** Shows the figures under the pointer. */
const follow = (plot: UPlot, output: HTMLElement, { current }: { readonly current: ChartProps }): void => {
  const { idx } = plot.cursor;
  const time = typeof idx === 'number' ? current.times[idx] : undefined;
  output.textContent =
    time === undefined
      ? ''
      : [
          current.formatTime(time),
          ...current.series.map(({ name, values }) => `${name} ${current.format(values[idx!] ?? 0)}`),
        ].join(' · ');
};

export const Chart = (props: ChartProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const output = useRef<HTMLParagraphElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  const newest = useRef(props);
  newest.current = props;
  const data = (): UPlot.AlignedData => [
    [...newest.current.times],
    ...newest.current.series.map(({ values }) => [...values]),
  ];
  const shape = `${theme.value}${language.value}${props.series.map(({ name }) => name).join()}`;
  useLayoutEffect(() => {
    const element = frame.current!;
    const draw = (): void => {
      plot.current?.destroy();
      plot.current = new UPlot(
        {
          ...optionsOf(element, newest.current),
          hooks: { setCursor: [(one) => follow(one, output.current!, newest)] },
        },
        data(),
        element,
      );
    };
    draw();
    const sizes = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: newest.current.height ?? 200 }),
    );
    sizes.observe(element);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      system.removeEventListener('change', draw);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(data()), [props.times, props.series]);
  return (
    <figure class="chart">
      <figcaption>
        {props.series.length > 1 &&
          props.series.map(({ name, color }) => (
            <span key={name} class={`key ${color.slice(2)}`}>
              {name}
            </span>
          ))}
        <span ref={output} class="under-pointer figure" aria-hidden="true" />
      </figcaption>
      <div ref={frame} role="img" aria-label={props.label} />
    </figure>
  );
};
