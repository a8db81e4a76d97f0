import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { zipOutput } from './zip-output.ts';

const read = async (stream: AsyncIterable<unknown>) => {
  for await (const _ of stream);
};

// Without a listener Node ends the process: the tests fail by it as a whole.
test('what fails before anybody reads is told to whoever reads then, and ends nothing else', async () => {
  const { output, fail } = zipOutput(new ZipFile());
  fail(new Error('the database is away'));
  await sleep(10);
  await expect(read(output)).rejects.toThrow('the database is away');
});

test('what fails after the reader has gone ends nothing', async () => {
  const { output, fail } = zipOutput(new ZipFile());
  const reading = read(output).catch((error: Error) => error.message);
  await sleep(10);
  output.destroy();
  fail(new Error('the database is away'));
  await reading;
  await sleep(10);
});
