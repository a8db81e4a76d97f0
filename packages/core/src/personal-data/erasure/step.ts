import type { Context } from '../../platform/context.ts';
import type { Person } from './person.ts';

/** Counts what a step has done. */
export type Note = (rows: number) => Promise<void>;

/** A part of an erasure. It may be begun again after a crash, and then does what is left. */
export type Step = (ctx: Context, person: Person, note: Note) => Promise<void>;
