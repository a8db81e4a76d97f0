/**
 * What a server needs before a member can open a ticket in it, and that the product can do by itself. Without schemas, so
 * that a screen can show it cheaply.
 */
export const setupStepNames = ['category', 'staff', 'panel'] as const;
export type SetupStepName = (typeof setupStepNames)[number];
