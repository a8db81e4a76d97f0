import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses while it answers. */
export function precompressed(): Plugin {
  let outDir = '';
  return {
    name: 'tickets:precompressed',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = new Set(await readdir(outDir, { recursive: true }));
      // What another plugin packed is left as it is.
      const own = [...names].filter((name) => COMPRESSIBLE.test(name) && !names.has(`${name}.br`));
      await Promise.all(own.map((name) => compress(join(outDir, name))));
    },
  };
}

async function compress(path: string) {
  const source = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
  };
  await Promise.all([
    promisify(brotliCompress)(source, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    promisify(gzip)(source, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}
