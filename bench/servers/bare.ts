/** What the API is compared with: nothing but node:http and the same statements, prepared or not. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const [database_url = '', prepared = ''] = process.argv.slice(2);
const { statements, body } = await new Promise<{
  statements: { text: string; values: unknown[] }[];
  body: string;
}>((resolve) => process.once('message', (message) => resolve(message as never))); // Sent by api-read.ts.
const pool = new pg.Pool({ connectionString: database_url, max: 20 });

createServer((_request, response) => {
  void (async () => {
    for (const [n, { text, values }] of statements.entries())
      await pool.query(prepared ? { name: `s${n}`, text, values } : { text, values });
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(body);
  })();
}).listen(0, '127.0.0.1', function listening(this: import('node:http').Server) {
  const { port } = this.address() as AddressInfo; // It listens on TCP.
  process.send?.({ url: `http://127.0.0.1:${port}/` });
});
