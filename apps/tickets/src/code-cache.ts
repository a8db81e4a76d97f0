/** For processes that tests start, so that each does not compile the whole program anew. */
export const codeCache = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
};
