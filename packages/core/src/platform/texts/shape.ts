import type { en } from './en.ts';

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };

/** The shape that every language fills. */
export type Texts = Words<typeof en>;

/** A text that depends on a number has a form for one. */
export type ErrorText = string | { param: string; one: string; few?: string; many?: string; other: string };
