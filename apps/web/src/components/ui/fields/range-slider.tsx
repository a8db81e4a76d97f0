import { Slider } from '@base-ui/react/slider';
import { useControl } from './field.tsx';
import { NumberInput } from './number-input.tsx';
import styles from './range-slider.module.css';

export interface RangeSliderProps {
  value: readonly [from: number, to: number];
  onChange: (value: [from: number, to: number]) => void;
  min: number;
  max: number;
  /** The upper end stays at or above this, where a range that ends at `min` makes no sense. */
  lowestEnd?: number;
  /** Names of the two ends. */
  labels: { from: string; to: string };
  /** A value with its unit, as it is read aloud. */
  valueText?: (value: number) => string;
  disabled?: boolean;
}

/** Two ends of a range: dragged, moved by the arrow keys, or typed exactly. Stands in a `<Field group>`. */
export function RangeSlider({
  value,
  onChange,
  min,
  max,
  lowestEnd = min,
  labels,
  ...rest
}: RangeSliderProps) {
  const control = useControl({ disabled: rest.disabled }, value.join());
  const [from, to] = value;
  return (
    <div className={styles.box}>
      <div className={styles.range}>
        <NumberInput
          aria-label={labels.from}
          className={styles.end}
          disabled={rest.disabled}
          value={from}
          min={min}
          max={to}
          onChange={(next) => onChange([next, to])}
        />
        <Slider.Root
          value={[from, to]}
          onValueChange={([nextFrom = min, nextTo = max]) =>
            onChange([nextFrom, Math.max(nextTo, lowestEnd)])
          }
          min={min}
          max={max}
          largeStep={Math.max(10, Math.round((max - min) / 20))}
          thumbCollisionBehavior="none"
          disabled={control.disabled}
        >
          <Slider.Control className={styles.control}>
            <Slider.Track className={styles.track}>
              <Slider.Indicator className={styles.indicator} />
              {[labels.from, labels.to].map((label, index) => (
                <Slider.Thumb
                  key={label}
                  index={index}
                  className={styles.thumb}
                  aria-label={label}
                  getAriaValueText={(text, number) => rest.valueText?.(number) ?? text}
                />
              ))}
            </Slider.Track>
          </Slider.Control>
        </Slider.Root>
        <NumberInput
          aria-label={labels.to}
          className={styles.end}
          disabled={rest.disabled}
          value={to}
          min={Math.max(from, lowestEnd)}
          max={max}
          onChange={(next) => onChange([from, next])}
        />
      </div>
    </div>
  );
}
