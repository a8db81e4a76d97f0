import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { makeDataFolder, startTestServer } from '../database/test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServerBroker: string;
    /** Of a database that was given to the run; tests may reach it. */
    testDatabaseHost: string | undefined;
  }
}

/**
 * One PostgreSQL for the whole run, started when the first test asks for a database, and one data folder to copy: workers
 * ask here, over loopback, so that a run of tests that need none pays nothing.
 */
export default async function setup(project: TestProject) {
  const existing = process.env.TEST_DATABASE_URL;
  project.provide('testDatabaseHost', existing && new URL(existing).hostname);
  let server: ReturnType<typeof startTestServer> | undefined;
  let folder: ReturnType<typeof makeDataFolder> | undefined;
  const database = async () => {
    server ??= startTestServer(existing);
    const { url, template, empty, log_file } = await server;
    return { url, template, empty, log_file };
  };
  const dataFolder = async () => {
    folder ??= makeDataFolder();
    return { data_folder: (await folder).dir };
  };
  const broker = createServer((request, response) => {
    const asked = request.url === '/data-folder' ? dataFolder() : database();
    asked.then(
      (found) => response.end(JSON.stringify(found)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  if (!address || typeof address === 'string') throw new Error('the broker listens on a port');
  project.provide('testServerBroker', `http://127.0.0.1:${address.port}/`);

  return async () => {
    broker.close();
    broker.closeAllConnections();
    // A start that failed has failed its tests already.
    const ignore = () => undefined;
    await server?.then((started) => started.stop(), ignore);
    await folder?.then((made) => made.remove(), ignore);
  };
}
