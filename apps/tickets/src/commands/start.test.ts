import type { BotState } from '@tickets/bot/running/bot-state';
import { expect, test } from 'vitest';
import { readyLines } from './start.ts';

const lines = (state: BotState) => {
  const address = 'http://localhost:8080';
  const addresses = {
    port: 8080,
    simPort: 0,
    public: address,
    dashboard: address,
    own: 'http://localhost:8080',
    simulator: '',
  };
  const bot = {
    state: () => state,
    onState: () => undefined,
    events: () => ({ waiting: 0, dropped: 0 }),
    latency: () => undefined,
    users: () => new Map(),
    connected: async () => undefined,
    settled: async () => undefined,
    stop: async () => undefined,
  };
  return readyLines(
    { dataDir: '', roles: new Set(['api', 'bot']) },
    { addresses, people: undefined, invite_url: 'https://invite.test', bot },
  );
};

test('the start says that it is connected to Discord only when it is', () => {
  expect(lines('ready')[2]).toBe('Connected to Discord.');
  for (const state of ['connecting', 'token_refused', 'intents_refused'] as const)
    expect(lines(state).join(' ')).not.toContain('Connected to Discord');
  expect(lines('connecting')[2]).toContain('has not answered yet');
  expect(lines('token_refused')[2]).toContain('DISCORD_TOKEN');
});
