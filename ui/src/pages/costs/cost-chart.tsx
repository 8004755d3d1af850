import { useMantineColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dayOf, dollars } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { sumBy, type CostRow } from './sum-costs.ts';

const HEIGHT = 220;
const HALF_DAY = 12 * 60 * 60;
/** What the name of a day needs. */
const LABEL_WIDTH = 72;

/** Dollars by day; what failed attempts cost is drawn over the whole. */
export function CostChart({ rows }: { rows: readonly CostRow[] }) {
  const { costs: words, language } = useWords();
  const { ref: box, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (place.current === null || width === 0) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const days = sumBy(rows, ({ day }) => day).toSorted((a, b) => a.key.localeCompare(b.key));
    const stamps = days.map(({ key }) => Date.parse(key) / 1000);
    const each = Math.max(1, Math.ceil((days.length * LABEL_WIDTH) / width));
    const named = days.filter((_, index) => index % each === 0).map(({ key }) => key);
    const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
    const axis = {
      stroke: colour('text-2'),
      grid: { stroke: colour('border'), width: 1 },
      ticks: { stroke: colour('border') },
    };
    const series = (label: string, name: string) => ({
      label,
      fill: colour(name),
      stroke: colour(name),
      points: { show: false },
      value: (_: uPlot, value: number | null) => dollars(value),
      ...(bars !== undefined && { paths: bars }),
    });
    const chart = new uPlot(
      {
        width,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          // Half a day more on each side: a bar is as wide as its day.
          x: { time: false, range: (_, first, last) => [first - HALF_DAY, last + HALF_DAY] },
          y: { range: (_, __, most) => [0, Math.max(0.01, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: () => named.map((day) => Date.parse(day) / 1000),
            values: () => named.map((day) => dayOf(day, language)),
          },
          { ...axis, size: 60, values: (_, ticks) => ticks.map((tick) => dollars(tick)) },
        ],
        series: [{}, series(words.all, 'running'), series(words.failedOnly, 'failed')],
      },
      [stamps, days.map(({ cost }) => cost), days.map(({ failed }) => failed)],
      place.current,
    );
    return () => chart.destroy();
  }, [rows, width, colorScheme, words, language]);
  return (
    <figure ref={box}>
      <div ref={place} role="img" aria-label={words.chart} />
      <figcaption>{words.legend}</figcaption>
    </figure>
  );
}
