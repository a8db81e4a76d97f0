import type { Db } from '@tickets/core/platform/db/db';
import { PostgresQueryCompiler } from 'kysely';

export interface Statements {
  /** For the option of the same name of a test's context. */
  through(db: Db): Db;
  /**
   * What was asked of the database since the last time, in order; not the beginnings and ends of transactions, and not what
   * a process says of itself every second, whatever it does.
   */
  taken(): string[];
}

/** Writes down what a test's world asks of its database. */
export function writeDownStatements(): Statements {
  const compiler = new PostgresQueryCompiler();
  const asked: string[] = [];
  return {
    through: (db) =>
      db.withPlugin({
        transformQuery({ node, queryId }) {
          const text = compiler.compileQuery(node, queryId).sql.replace(/\s+/g, ' ').trim();
          if (!/\bgateway_(holders|leases)\b/.test(text)) asked.push(text);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    taken: () => asked.splice(0),
  };
}
