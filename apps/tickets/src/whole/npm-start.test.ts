import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findRunningProgram } from '@tickets/core/platform/db/embedded/data-dir-lock';
import { isAlive } from '@tickets/core/platform/db/embedded/postmaster';
import { newDataFolderWithDatabase } from '@tickets/testkit/outside/data-folder';
import { codeCache } from '@tickets/testkit/outside/program';
import { expect, onTestFinished, test, vi } from 'vitest';

const checkout = join(import.meta.dirname, '../../../..');
/** The pages that browsers are sent may have to be built first. */
const patience = { timeout: 180_000 };

/** `npm start` as a person or a supervisor gives it, in a process of its own. */
async function npmStart(root: string) {
  const dataDir = await newDataFolderWithDatabase();
  const npm = spawn(
    'npm',
    ['start', '--', '--no-demo', '--port', '0', '--sim-port', '0', '--data-dir', dataDir],
    {
      cwd: root,
      env: { PATH: process.env.PATH, ...codeCache() },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const said = Promise.all([text(npm.stdout), text(npm.stderr)]);
  const program = await vi.waitFor(async () => {
    if (npm.exitCode !== null) throw new Error(`npm ended: ${await said}`);
    const running = await findRunningProgram(dataDir);
    if (!running?.address) throw new Error('The program is not ready yet');
    return { pid: running.pid, address: running.address };
  }, patience);
  onTestFinished(async () => {
    npm.kill('SIGKILL');
    if (await isAlive(program.pid)) process.kill(program.pid, 'SIGKILL');
  });
  const database = Number(
    (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  return { npm, dataDir, program, database, log: () => readFile(join(dataDir, 'logs/tickets.log'), 'utf8') };
}

/** Ctrl-C in a terminal reaches all that npm started; the others npm alone. */
const ends = {
  'SIGTERM to npm': (pid: number) => process.kill(pid, 'SIGTERM'),
  'kill -9 of npm': (pid: number) => process.kill(pid, 'SIGKILL'),
  'Ctrl-C': (pid: number) => process.kill(-pid, 'SIGINT'),
};

async function image(): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'tickets-image-'));
  onTestFinished(() => rm(to, { recursive: true, force: true }));
  const copy = `import('./scripts/image.ts').then(({ copyProgram }) => copyProgram('.', process.argv[1], { built: [] }))`;
  execFileSync(process.execPath, ['-e', copy, to], { cwd: checkout });
  return to;
}

test.for([
  ...Object.entries(ends).map(([how, end]) => [how, end, async () => checkout] as const),
  ['SIGTERM to npm, in the image', ends['SIGTERM to npm'], image] as const,
])(
  'npm start leaves nothing behind, and its program stops cleanly, by %s',
  patience,
  async ([, end, folder]) => {
    const { npm, dataDir, program, database, log } = await npmStart(await folder());
    const ended = once(npm, 'exit');
    end(npm.pid ?? 0);
    await ended;
    await vi.waitFor(async () => {
      expect(await isAlive(program.pid)).toBe(false);
      expect(await isAlive(database)).toBe(false);
    }, 10_000);
    await expect(fetch(program.address)).rejects.toThrow();
    expect(await findRunningProgram(dataDir)).toBeUndefined();
    expect(await log()).toContain('PostgreSQL has stopped');
    expect(await log()).not.toContain('"level":50');
  },
);

/** Begins when the shell that began all of it is gone. */
const lateBeginning = `
  const looking = setInterval(async () => {
    try { process.kill(Number(process.env.NPM), 0); return } catch { clearInterval(looking) }
    const { endWithNpm } = await import('./scripts/parent.mjs');
    endWithNpm();
    console.log('It goes on');
  }, 20)`;

test.for([
  ['is gone with its shell', 'NPM=$$ node -e "$BEGINNING" &'],
  ['is gone and its shell is not', `NPM=$$ sh -c 'node -e "$BEGINNING" scripts/bootstrap.mjs; exit' &`],
] as const)('a program that begins when the npm that runs it %s ends at once', async ([, script]) => {
  const npm = spawn('sh', ['-c', script], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      BEGINNING: lateBeginning,
      npm_lifecycle_script: 'node scripts/bootstrap.mjs start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  expect(await text(npm.stdout)).toBe('');
});
