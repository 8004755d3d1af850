import { useMantineColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, type ComponentProps } from 'react';
import styles from './auto.module.css';

export interface Surface {
  readonly to: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

interface CanvasProps extends Omit<ComponentProps<'canvas'>, 'ref'> {
  readonly draw: (surface: Surface) => void;
  readonly onSize?: (width: number, height: number) => void;
}

/** A canvas as large as its box, drawn again at most once a frame. */
export function Canvas({ draw, onSize, ...rest }: CanvasProps) {
  const { ref: box, width, height } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (width > 0 && height > 0) onSize?.(width, height);
  }, [width, height, onSize]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      const to = element?.getContext('2d') ?? null;
      if (element === null || to === null || width === 0) return;
      const scale = devicePixelRatio;
      element.width = width * scale;
      element.height = height * scale;
      to.setTransform(scale, 0, 0, scale, 0, 0);
      to.clearRect(0, 0, width, height);
      draw({ to, width, height });
    });
    return () => cancelAnimationFrame(frame);
  }, [draw, width, height, colorScheme]);
  return (
    <div ref={box} className={styles.canvasBox}>
      <canvas ref={canvas} className={styles.canvas} {...rest} />
    </div>
  );
}
