/** Lines that a person can copy into a shell. */
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { variables } from './variables.ts';

/** A path as one word. */
export const word = (path: string) =>
  /^[\w/.:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

/** The line that takes the files of an installation over that is gone. */
export const takeOverLine = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  `npm run tickets -- storage take-over${isUsual(dataDir) ? '' : ` --data-dir ${word(dataDir)}`}`;

const isUsual = (dataDir: string) => dataDir === resolve(variables.DATA_DIR.schema.parse(undefined));

/** Without its folder it would start another installation, the one in the usual place. */
export const startLine = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  isUsual(dataDir) ? 'npm start' : `npm start -- --data-dir ${word(dataDir)}`;
