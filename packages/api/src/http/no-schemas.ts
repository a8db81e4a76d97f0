const noSchemas = () => {
  throw new Error('Bodies are checked by the contract, and no route has a schema of Fastify');
};

/** Without these Fastify loads compilers of schemas, half a megabyte of code that nothing uses. */
export const schemaController = {
  compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
};
