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

/** A database that notes with how many rows it answered at most. */
export function largestAnswers(db: Db): { db: Db; most(): number } {
  let most = 0;
  const noting = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length);
      return result;
    },
  });
  return { db: noting, most: () => most };
}
