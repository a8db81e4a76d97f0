import type { CSSProperties } from 'react';
import { hexFromInt } from './colour.ts';

/** For the class `coloured`, which makes a role's colour readable. Black stands for no colour. */
export const roleColour = (color: number | undefined) =>
  color ? ({ '--role': hexFromInt(color) } as CSSProperties) : undefined;
