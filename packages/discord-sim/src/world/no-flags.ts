/** An empty set of flags. The published flag enums have no member for it, so it fits each of them. */
export const NO_FLAGS = 0 as never;
