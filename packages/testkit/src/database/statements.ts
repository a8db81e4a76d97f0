import type { Db } from '@tickets/core/platform/db/db';
import { PostgresQueryCompiler } from 'kysely';

export interface Statements {
  /** For the option `through` of a test's context. */
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

export interface HeldAnswers {
  /** For the option `through` of a test's context. */
  through(db: Db): Db;
  /** How many answers are held back now. */
  held(): number;
  /** Lets the answer through that has been held back longest. */
  release(): void;
  /** Lets all answers through from now on. */
  releaseAll(): void;
}

/** Holds back the answers to statements with this text, until the test lets them through. */
export function holdAnswers(text: string): HeldAnswers {
  const compiler = new PostgresQueryCompiler();
  const asked = new WeakSet<object>();
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    through: (db) =>
      db.withPlugin({
        transformQuery({ node, queryId }) {
          if (compiler.compileQuery(node, queryId).sql.includes(text)) asked.add(queryId);
          return node;
        },
        async transformResult({ result, queryId }) {
          if (asked.has(queryId) && !isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
          return result;
        },
      }),
    held: () => waiting.length,
    release: () => waiting.shift()?.(),
    releaseAll() {
      isOpen = true;
      for (const release of waiting.splice(0)) release();
    },
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
